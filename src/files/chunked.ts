// Joins small pieces to about 64 KiB, because a write per row costs an HTTP response more than the rows themselves.

const CHUNK = 65_536

export async function* chunked(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
