// Reads the lines of a text file in batches, so that the memory does not depend on its size.
import { rejection } from '../../domain/error.js'

/** Much longer than any line of samples, to reject a file without line ends before it fills the memory. */
const MAX_LINE_LENGTH = 100_000

/** `name` is the name of the file for the error; `pieces` are its bytes in UTF-8. */
export async function* readLines(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH)
      throw rejection('INVALID_PARAMETERS', { name: 'line too long', facts: { file: name, most: MAX_LINE_LENGTH } })
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
  rest += decoder.decode()
  if (rest !== '') yield [rest]
}
