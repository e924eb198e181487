// Reduces a URL to what may be logged: a query may hold a sign-in code, and a path may hold an API key by mistake.

/** Longer than any segment of our own paths and shorter than an API key. */
const MAX_SEGMENT_LENGTH = 40
const MAX_LENGTH = 300
const LONG_SEGMENT = new RegExp(`[^/]{${MAX_SEGMENT_LENGTH + 1},}`, 'g')

export function loggedPath(url: string): string {
  // A proxy may send an absolute URL.
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path.replace(LONG_SEGMENT, '[removed]').slice(0, MAX_LENGTH) || '/'
}
