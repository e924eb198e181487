// Where to go on after signing in: a path of ours, whatever was put into the address.

const BASE = 'http://local.invalid'

/** The path and query, or the fallback for what would lead elsewhere. */
export function localPath(text: string | undefined, fallback = '/'): string {
  if (!text?.startsWith('/') || !URL.canParse(text, BASE)) return fallback
  const url = new URL(text, BASE)
  // Browsers read //host and /\host as another host's; so does URL. What it makes of dots may begin with two slashes.
  return url.origin === BASE && !url.pathname.startsWith('//') ? url.pathname + url.search : fallback
}
