// Makes a path with a broken percent escape routable, so that it is rejected in the usual order: 404, 405, 403, 400.

/** Segments that cannot be decoded are treated as plain text. */
export function mendEscapes(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%')) return url
  return path.split('/').map(mended).join('/') + url.slice(path.length)
}

function mended(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return encodeURIComponent(segment)
  }
}
