// The lines of a text file, some at a time, so that its size does not matter.
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { invalid } from '../../domain/error.js'

/** Far beyond any line of samples: a file without line ends is not such a file. */
const LONGEST_LINE = 100_000

export async function* readLines(file: string): AsyncGenerator<readonly string[]> {
  let rest = ''
  for await (const chunk of chunksOf(resolve(file))) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw invalid(`${file} has a line of more than ${LONGEST_LINE} characters.`)
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }
  if (rest !== '') yield [rest]
}

async function* chunksOf(path: string): AsyncGenerator<string> {
  try {
    yield* createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>
  } catch (error) {
    throw invalid(`${path} cannot be read (${codeOf(error)}).`)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
