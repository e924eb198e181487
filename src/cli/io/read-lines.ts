// Reads the lines of a text file in batches, so that the memory does not depend on its size.
import { rejection } from '../../domain/error.js'

/** Bytes: much longer than any line of samples, to reject a file without line ends before it fills the memory. */
const MAX_LINE_LENGTH = 100_000

/** `name` is the name of the file for the error; `pieces` are its bytes in UTF-8. Returns the same bytes in whole lines. */
export async function* readWholeLines(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const { buffer, byteOffset, length } of pieces) {
    const piece = Buffer.from(buffer, byteOffset, length)
    const end = piece.lastIndexOf('\n') + 1
    if (end > 0) {
      yield rest.length === 0 ? piece.subarray(0, end) : Buffer.concat([rest, piece.subarray(0, end)])
      rest = piece.subarray(end)
    } else rest = Buffer.concat([rest, piece])
    if (rest.length > MAX_LINE_LENGTH)
      throw rejection('INVALID_PARAMETERS', { name: 'line too long', facts: { file: name, most: MAX_LINE_LENGTH } })
  }
  if (rest.length > 0) yield rest
}

/** The same as text, without the ends of the lines. */
export async function* readLines(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const bytes of readWholeLines(name, pieces)) {
    const lines = decoder.decode(bytes).split('\n')
    if (lines.at(-1) === '') lines.pop()
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
}
