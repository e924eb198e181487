// The lines of a text file, some at a time, so that its size does not matter.
import { invalid } from '../../domain/error.js'

/** Far beyond any line of samples: a file without line ends is not such a file. */
const MAX_LINE_LENGTH = 100_000

/** `name` is the file's, for the message; `pieces` are its bytes, which are read as UTF-8. */
export async function* readLines(name: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH) throw invalid(`${name} has a line of more than ${MAX_LINE_LENGTH} characters.`)
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
  rest += decoder.decode()
  if (rest !== '') yield [rest]
}
