// Lines as exports write them are read in a fast way. Quotes lead to the exact way, so a line means the same with and without.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSamplesCsv } from '../../src/files/samples/read-samples-csv.js'
import { CSV_COLUMNS, CSV_HEADER } from '../../src/files/samples/samples-csv.js'
import { importedRows } from '../support/import-rows.js'

async function readText(line: string, header = CSV_HEADER): Promise<unknown> {
  const rows: unknown[] = []
  try {
    for await (const some of readSamplesCsv(bytesOf([header, line]))) rows.push(...importedRows(some))
  } catch (error) {
    return { error: JSON.stringify(error), message: String(error) }
  }
  return rows
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(lines.join('\n'))
}

const two = (most: number) => fc.nat({ max: most }).map((value) => `${value}`.padStart(2, '0'))
const day = fc.oneof(
  fc.constantFrom('2026-06-17', '2026-06-18', '2026-02-29', '2024-02-29', '1969-12-31', '0001-01-01', '2026-6-17'),
  fc.tuple(two(13), two(32)).map(([month, date]) => `2026-${month}-${date}`),
)
const end = fc.constantFrom(':00.000Z', ':00.000Z', ':59.999Z', ':00Z', 'Z', ':60.000Z', ':00.000z', '')
const time = fc.tuple(fc.constantFrom('T', 'T', 'T', ' ', 't'), two(25), two(61), end)
const timestamp = fc.tuple(day, time).map(([date, [t, hour, minute, rest]]) => `${date}${t}${hour}:${minute}${rest}`)
const digits = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 2_000_000_000 }).map(String) },
  { weight: 2, arbitrary: fc.constant('') },
  fc.constantFrom('0', '007', '-1', '1.5', '1e3', ' 1', '٣', '999999999999999', '9007199254740991', '9007199254740993'),
)
const line = fc
  .tuple(timestamp, fc.array(digits, { minLength: CSV_COLUMNS.length - 3, maxLength: CSV_COLUMNS.length }))
  .map(([when, fields]) => [when, ...fields].join(','))

it('reads a line in the fast way as in the exact one, also a wrong one (PROCESS-9)', async () => {
  await fc.assert(
    fc.asyncProperty(line, async (text) => {
      const [when = '', ...rest] = text.split(',')
      expect(await readText(text)).toEqual(await readText([`"${when}"`, ...rest].join(',')))
    }),
    { numRuns: 3_000 },
  )
}, 60_000)

const REQUIRED = ['timestamp', 'universe_id', 'CCU']
const header = fc
  .subarray(CSV_COLUMNS.filter((column) => !REQUIRED.includes(column)))
  .chain((more) => fc.shuffledSubarray([...REQUIRED.slice(1), ...more], { minLength: 2 + more.length }))
const partialLine = header.chain((rest) => fc.tuple(fc.constant(rest), fc.tuple(timestamp, ...rest.map(() => digits))))

it('reads a line of fewer columns, in any order, in the fast way as in the exact one [DATA-22]', async () => {
  await fc.assert(
    fc.asyncProperty(partialLine, async ([columns, [when, ...fields]]) => {
      const names = ['timestamp', ...columns].join(',')
      const fast = await readText([when, ...fields].join(','), names)
      expect(fast).toEqual(await readText([`"${when}"`, ...fields].join(','), names))
    }),
    { numRuns: 2_000 },
  )
}, 60_000)

const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n')
const file = fc.tuple(fc.array(fc.tuple(line, lineEnd), { minLength: 1, maxLength: 6 }), fc.constantFrom('', '\r'))

it('finds the ends of lines in the fast way as in the exact one [DATA-22]', async () => {
  const quoted = (text: string) => text.replace(/^[^,]*/, '"$&"')
  await fc.assert(
    fc.asyncProperty(file, async ([lines, last]) => {
      const whole = (write: (text: string) => string) => lines.map(([text, end]) => write(text) + end).join('') + last
      expect(await readText(whole((text) => text))).toEqual(await readText(whole(quoted)))
    }),
    { numRuns: 2_000 },
  )
}, 60_000)

it('reads an exported line in the fast way', async () => {
  const values = {
    universeId: 7,
    minute: 29_693_520,
    ccu: 12,
    visits: 345,
    favorites: null,
    likes: 1,
    dislikes: 0,
  }
  const fields = ['2026-06-16T12:00:00.000Z', '7', '12', '345', '', '1', '0']
  const line = [...fields, ...CSV_COLUMNS.slice(fields.length).map(() => '')].join(',')
  expect(await readText(line)).toMatchObject([{ line: 2, sample: values }])
})
