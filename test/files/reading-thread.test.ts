// A large file of samples is read on a thread: it has the same rows and the same error as on the main one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HeadcountError } from '../../src/domain/error.js'
import { readSamplesCsv } from '../../src/files/samples/read-samples-csv.js'
import { CSV_HEADER } from '../../src/files/samples/samples-csv.js'
import { importedRows } from '../support/import-rows.js'

interface Outcome {
  readonly rows: readonly unknown[]
  readonly error?: unknown
}

/** The first piece is read on the main thread, as far as it is shorter than `minThreadBytes`. */
async function read(pieces: AsyncIterable<Uint8Array>, minThreadBytes: number): Promise<Outcome> {
  const rows: unknown[] = []
  try {
    for await (const some of readSamplesCsv(pieces, minThreadBytes)) rows.push(...importedRows(some))
    return { rows }
  } catch (error) {
    if (!(error instanceof HeadcountError)) return { rows, error: String(error) }
    return { rows, error: { code: error.code, reason: error.options.reason } }
  }
}

async function* piecesOf(parts: readonly (readonly string[])[], end?: Error): AsyncGenerator<Uint8Array> {
  for (const lines of parts) yield Buffer.from(lines.map((line) => `${line}\n`).join(''))
  if (end !== undefined) throw end
}

const line = fc
  .tuple(fc.nat({ max: 1_439 }), fc.integer({ min: 1, max: 9e9 }), fc.nat({ max: 3e5 }))
  .map(([minute, id, ccu]) => `${new Date(minute * 60_000).toISOString()},${id},${ccu},,,,,`)
const lines = fc.array(
  fc.oneof({ weight: 40, arbitrary: line }, fc.constantFrom('"1970-01-01T00:00:00.000Z",7,1,,,,,', 'x', '')),
  {
    minLength: 1,
    maxLength: 30,
  },
)
const file = fc.array(lines, { minLength: 1, maxLength: 12 })

describe('a file that a thread reads', () => {
  it('has the rows and the error that it has without one, wherever the thread begins', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.constantFrom(0, 1, 500, 3_000), async (parts, minThreadBytes) => {
        const whole = [[CSV_HEADER, ...(parts[0] ?? [])], ...parts.slice(1)]
        const beside = await read(piecesOf(whole), minThreadBytes)
        expect(beside).toEqual(await read(piecesOf(whole), Number.POSITIVE_INFINITY))
      }),
      { numRuns: 25 },
    )
  })

  it('names the line of an error before an error of the file behind it', async () => {
    const parts = [[CSV_HEADER, '1970-01-01T00:00:00.000Z,7,1,,,,,'], ['x']]
    const { rows, error } = await read(piecesOf(parts, new Error('The disk is gone.')), 0)
    expect([rows.length, error]).toEqual([
      1,
      { code: 'INVALID_PARAMETERS', reason: expect.objectContaining({ name: 'malformed line' }) },
    ])
    expect(JSON.stringify(error)).toContain('"line":3')
  })

  it('keeps an error of the file', async () => {
    const parts = [[CSV_HEADER], ['1970-01-01T00:00:00.000Z,7,1,,,,,']]
    const { rows, error } = await read(piecesOf(parts, new Error('The disk is gone.')), 0)
    expect([rows.length, error]).toEqual([1, 'Error: The disk is gone.'])
  })

  it('is given up where its reader stops', async () => {
    let isEnded = false
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from(`${CSV_HEADER}\n`)
        for (;;) yield Buffer.from('1970-01-01T00:00:00.000Z,7,1,,,,,\n')
      } finally {
        isEnded = true
      }
    }
    for await (const rows of readSamplesCsv(endless(), 0)) if (rows.length > 0) break
    expect(isEnded).toBe(true)
  })
})
