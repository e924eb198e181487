// Samples as CSV, RFC 4180: every line ends with CRLF, and a missing value is an empty field (API-24).
import { ADDED_MEASURES, columnOf, MEASURE_NAMES, SPECIFIED_MEASURES } from '../../domain/measures.js'
import type { SampleExport } from '../../domain/sample-file.js'
import { type PieceReceipt, Pieces } from '../pieces.js'
import type { RowForm } from './row-writer.js'
import { SampleRows } from './sample-rows.js'

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

/** Yields pieces of about 100 KB. */
export async function* samplesCsv({ game, blocks, revenue }: SampleExport): AsyncGenerator<Buffer, void, PieceReceipt> {
  const rows = new SampleRows((dayRevenue) => formOf(game.universeId, dayRevenue), revenue)
  const output = new Pieces()
  // Nothing is yielded before the first block is read, so that an earlier failure can still be answered as an error.
  output.putAscii(`${CSV_HEADER}${LINE_END}`)
  for await (const block of blocks) {
    for (let row = rows.put(output, block, 0); row < block.minutes.length; row = rows.put(output, block, row))
      output.renew(yield output.take())
  }
  yield output.take()
}

/** Revenue is between the measures of API-24 and those added later. */
function formOf(universeId: number, revenue: number | string = ''): RowForm {
  const labels = MEASURE_NAMES.map((_, index) => (index === SPECIFIED_MEASURES.length ? `,${revenue},` : ','))
  labels[0] = `,${universeId},`
  const end = ADDED_MEASURES.length === 0 ? `,${revenue}${LINE_END}` : LINE_END
  return { begin: '', labels, missing: '', end }
}
