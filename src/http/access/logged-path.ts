// Of an address, what the log may hold. A query may hold a sign-in code, and a key may have slipped into the path.

/** Longer than whatever stands between two slashes of our addresses, and shorter than a key. */
const MAX_SEGMENT_LENGTH = 40
const MAX_LENGTH = 300
const LONG_SEGMENT = new RegExp(`[^/]{${MAX_SEGMENT_LENGTH + 1},}`, 'g')

export function loggedPath(url: string): string {
  // A proxy may send an absolute address.
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path.replace(LONG_SEGMENT, '[removed]').slice(0, MAX_LENGTH) || '/'
}
