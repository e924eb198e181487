// Limits the return path after signing in to paths of this site, to prevent open redirects.

const BASE = 'http://local.invalid'

/** The path and query, or the fallback where the text would lead to another site. */
export function localPath(text: string | undefined, fallback = '/'): string {
  if (!text?.startsWith('/') || !URL.canParse(text, BASE)) return fallback
  const url = new URL(text, BASE)
  // Browsers, and URL, read //host and /\host as another host. Resolving dots may also produce a path that begins with two slashes.
  return url.origin === BASE && !url.pathname.startsWith('//') ? url.pathname + url.search : fallback
}
