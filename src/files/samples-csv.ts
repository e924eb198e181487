// Samples as CSV, RFC 4180: every line ended by CRLF, an empty field where there is no value (contract §3).
import { MEASURE_NAMES, MEASURES } from '../domain/measures.js'
import type { SampleExport } from '../domain/sample-export.js'
import { Pieces } from './pieces.js'
import { revenueReader } from './revenue-reader.js'
import { RowTemplate } from './row-template.js'

export const CSV_HEADER = ['timestamp', 'universe_id', ...MEASURES.map((measure) => measure.column), 'revenue'].join(
  ',',
)

const LINE_END = '\r\n'

/** In pieces of about 100 KB. */
export async function* samplesCsv({ game, blocks, revenue }: SampleExport): AsyncGenerator<Buffer> {
  const revenueAt = revenueReader(revenue)
  const labels = MEASURES.map((_, index) => (index === 0 ? `,${game.universeId},` : ','))
  const row = new RowTemplate({ begin: '', labels, missing: '', end: `,${LINE_END}` })
  const text = new Pieces()
  // Nothing is handed out before the first block is read: what fails until then can still be answered as an error.
  text.ascii(`${CSV_HEADER}${LINE_END}`)
  for await (const { minutes, columns } of blocks) {
    const values = MEASURE_NAMES.map((name) => columns[name])
    for (let index = 0; index < minutes.length; index++) {
      if (text.isFull) yield text.take()
      const minute = minutes[index] as number
      row.fill(minute, values, index)
      const earned = revenueAt(minute)
      if (earned === undefined) text.put(row.bytes)
      else {
        text.put(row.bytes.subarray(0, -LINE_END.length))
        text.ascii(`${earned}${LINE_END}`)
      }
    }
  }
  yield text.take()
}
