// Samples as CSV, RFC 4180: every line ended by CRLF, an empty field where there is no value (contract §3).
import { MEASURE_NAMES, MEASURES } from '../domain/measures.js'
import type { SampleExport } from '../domain/sample-export.js'
import { AsciiWriter, ascii } from './ascii-writer.js'
import { revenueReader } from './revenue-reader.js'

export const CSV_HEADER = ['timestamp', 'universe_id', ...MEASURES.map((measure) => measure.column), 'revenue'].join(
  ',',
)

const COMMA = ascii(',')
const LINE_END = ascii('\r\n')

/** In pieces of about 100 KB. */
export async function* samplesCsv({ blocks, revenue }: SampleExport): AsyncGenerator<string> {
  const revenueAt = revenueReader(revenue)
  const text = new AsciiWriter()
  // Nothing is handed out before the first block is read: what fails until then can still be answered as an error.
  text.put(ascii(`${CSV_HEADER}\r\n`))
  for await (const block of blocks) {
    const columns = MEASURE_NAMES.map((name) => block.columns[name])
    const universe = ascii(`,${block.universeId}`)
    for (let row = 0; row < block.minutes.length; row++) {
      if (text.isFull) yield text.take()
      writeRow(text, block.minutes[row] ?? 0, universe, columns, row)
      const earned = revenueAt(block.minutes[row] ?? 0)
      if (earned !== undefined) text.number(earned)
      text.put(LINE_END)
    }
  }
  yield text.take()
}

function writeRow(
  text: AsciiWriter,
  minute: number,
  universe: Uint8Array,
  columns: readonly Float64Array[],
  row: number,
): void {
  text.timestamp(minute)
  text.put(universe)
  for (const column of columns) {
    text.put(COMMA)
    const value = column[row] ?? Number.NaN
    if (!Number.isNaN(value)) text.number(value)
  }
  text.put(COMMA)
}
