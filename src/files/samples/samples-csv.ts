// Samples as CSV, RFC 4180: every line ends with CRLF, and a missing value is an empty field (API-24).
import { ADDED_MEASURES, columnOf, MEASURE_NAMES, SPECIFIED_MEASURES } from '../../domain/measures.js'
import { revenueReader } from '../../domain/revenue.js'
import type { SampleExport } from '../../domain/sample-file.js'
import { type PieceReceipt, Pieces } from '../pieces.js'
import { type RowForm, RowTemplate, rowsOf } from './row-template.js'

/** The header of API-24 plus later columns, so that older files begin in the same way. */
export const CSV_COLUMNS: readonly string[] = [
  'timestamp',
  'universe_id',
  ...SPECIFIED_MEASURES.map(columnOf),
  'revenue',
  ...ADDED_MEASURES.map(columnOf),
]

export const CSV_HEADER = CSV_COLUMNS.join(',')

const LINE_END = '\r\n'
const COMMA = ','.charCodeAt(0)

/** Yields pieces of about 100 KB. */
export async function* samplesCsv({ game, blocks, revenue }: SampleExport): AsyncGenerator<Buffer, void, PieceReceipt> {
  const revenueAt = revenueReader(revenue)
  const row = new RowTemplate(formOf(game.universeId))
  const output = new Pieces()
  // Nothing is yielded before the first block is read, so that an earlier failure can still be answered as an error.
  output.putAscii(`${CSV_HEADER}${LINE_END}`)
  for await (const block of blocks) {
    const rows = rowsOf(block)
    for (let next = 0; next < rows.minutes.length; ) {
      if (output.isFull) output.renew(yield output.take())
      row.write(rows, next)
      const dayRevenue = revenueAt(rows.minutes[next] ?? Number.NaN)
      if (dayRevenue === undefined) output.put(row.bytes)
      else {
        const at = revenueOffset(row.bytes)
        output.put(row.bytes.subarray(0, at))
        output.putAscii(`${dayRevenue}`)
        output.put(row.bytes.subarray(at))
      }
      next += 1 + output.putRepeated(row, rows, next + 1)
    }
  }
  yield output.take()
}

/** Revenue is left empty between the measures of API-24 and those added later. */
function formOf(universeId: number): RowForm {
  const labels = MEASURE_NAMES.map((_, index): string => (index === SPECIFIED_MEASURES.length ? ',,' : ','))
  labels[0] = `,${universeId},`
  return { begin: '', labels, missing: '', end: ADDED_MEASURES.length === 0 ? `,${LINE_END}` : LINE_END }
}

/** The offset of the revenue field: before the line end, and a comma and a value for each later column. */
function revenueOffset(line: Uint8Array): number {
  let at = line.length - LINE_END.length
  for (let left = ADDED_MEASURES.length; left > 0; left--) at = line.lastIndexOf(COMMA, at - 1)
  return at
}
