// Reads the lines of a text file in batches, so that the memory does not depend on its size.
import { rejection } from '../../domain/error.js'

/** Bytes: much longer than any line of samples, to reject a file without line ends before it fills the memory. */
const MAX_LINE_LENGTH = 100_000

/** The first bytes of files that must be unpacked before their lines can be read. */
const PACKED_FORMATS: Readonly<Record<string, string>> = {
  gzip: '1f8b',
  zip: '504b0304',
  zstd: '28b52ffd',
  xz: 'fd377a585a00',
  bzip2: '425a68',
}

/** The pieces as they are. Throws where they begin as a compressed file does. */
export async function* uncompressed(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const piece of pieces) {
    const start = isFirst ? Buffer.from(piece.subarray(0, 6)).toString('hex') : ''
    const packed = Object.entries(PACKED_FORMATS).find(([, bytes]) => start.startsWith(bytes))
    if (packed !== undefined)
      throw rejection('INVALID_PARAMETERS', { name: 'file packed', facts: { file: name, format: packed[0] } })
    isFirst = false
    yield piece
  }
}

/**
 * `name` is the name of the file for the error; `pieces` are its bytes in UTF-8. Returns the same bytes in whole lines. All
 * batches share one memory: a batch is valid until the next one is asked for.
 */
export async function* readWholeLines(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let room: Buffer = Buffer.alloc(0)
  /** How many bytes at the beginning of `room` belong to a line whose end is still to come. */
  let rest = 0
  let bytesBefore = 0
  for await (const piece of uncompressed(name, pieces)) {
    const length = rest + piece.length
    if (length > room.length) room = Buffer.concat([room.subarray(0, rest)], length + MAX_LINE_LENGTH)
    room.set(piece, rest)
    const end = room.subarray(0, length).lastIndexOf(NEWLINE_CODE) + 1
    if (end > 0) yield room.subarray(0, end)
    room.copyWithin(0, end, length)
    rest = length - end
    bytesBefore += end
    if (rest > MAX_LINE_LENGTH) {
      const facts = { file: name, bytesBefore, most: MAX_LINE_LENGTH }
      throw rejection('INVALID_PARAMETERS', { name: 'line too long', facts })
    }
  }
  if (rest > 0) yield room.subarray(0, rest)
}

const NEWLINE_CODE = 10

/** The same as text, without the ends of the lines. */
export async function* readLines(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const bytes of readWholeLines(name, pieces)) {
    const lines = decoder.decode(bytes).split('\n')
    if (lines.at(-1) === '') lines.pop()
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
}
