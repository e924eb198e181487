// A path with a broken percent escape is routed like any other, so that it is refused in its turn: 404, 405, 403, 400.

/** Segments that cannot be decoded are taken as the plain text that they are. */
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
