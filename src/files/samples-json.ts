// Samples as one JSON document that is written as it is made (contract §3).
import { isoOfDay } from '../domain/clock.js'
import { MEASURES } from '../domain/measures.js'
import type { SampleExport } from '../domain/sample-export.js'
import { AsciiWriter, ascii } from './ascii-writer.js'
import { revenueReader } from './revenue-reader.js'

const COMMA = ascii(',')
const BEGIN = ascii('{"timestamp":"')
const REVENUE = ascii(',"revenue":')
const END = ascii('}')
const NULL = ascii('null')
const LABELS = MEASURES.map((measure) => ascii(`,"${measure.column}":`))

/** In pieces of about 100 KB. */
export async function* samplesJson({ game, range, blocks, revenue }: SampleExport): AsyncGenerator<string> {
  const head = { id: game.id, name: game.name, universe_id: game.universeId }
  const dates = `"start_date":"${isoOfDay(range.start)}","end_date":"${isoOfDay(range.end)}"`
  // Held back until the first block is read: what fails until then can still be answered as an error.
  let before = `{"success":true,"game":${JSON.stringify(head)},${dates},"data":[`
  const revenueAt = revenueReader(revenue)
  const text = new AsciiWriter()
  let count = 0
  for await (const block of blocks) {
    const columns = MEASURES.map((measure) => block.columns[measure.name])
    const universe = ascii(`","universe_id":${block.universeId}`)
    for (let row = 0; row < block.minutes.length; row++) {
      if (text.isFull) {
        yield before + text.take()
        before = ''
      }
      if (count++ > 0) text.put(COMMA)
      const minute = block.minutes[row] ?? 0
      text.put(BEGIN)
      text.timestamp(minute)
      text.put(universe)
      writeValues(text, columns, row)
      const earned = revenueAt(minute)
      if (earned !== undefined) {
        text.put(REVENUE)
        text.number(earned)
      }
      text.put(END)
    }
  }
  yield `${before}${text.take()}],"count":${count}}`
}

function writeValues(text: AsciiWriter, columns: readonly Float64Array[], row: number): void {
  for (let index = 0; index < columns.length; index++) {
    text.put(LABELS[index] ?? NULL)
    const value = columns[index]?.[row] ?? Number.NaN
    if (Number.isNaN(value)) text.put(NULL)
    else text.number(value)
  }
}
