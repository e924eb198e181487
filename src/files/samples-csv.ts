// Samples as CSV, RFC 4180: every line ended by CRLF, an empty field where there is no value (contract §3).
import { isoOfMinute } from '../domain/clock.js'
import { MEASURE_NAMES, MEASURES } from '../domain/measures.js'
import type { SampleExport } from '../domain/sample-export.js'
import { chunked } from './chunked.js'
import { revenueReader } from './revenue-reader.js'

export const CSV_HEADER = ['timestamp', 'universe_id', ...MEASURES.map((measure) => measure.column), 'revenue'].join(
  ',',
)

export function samplesCsv(exported: SampleExport): AsyncGenerator<string> {
  return chunked(lines(exported))
}

async function* lines({ blocks, revenue }: SampleExport): AsyncGenerator<string> {
  yield `${CSV_HEADER}\r\n`
  const revenueAt = revenueReader(revenue)
  for await (const block of blocks) {
    const columns = MEASURE_NAMES.map((name) => block.columns[name])
    let text = ''
    block.minutes.forEach((minute, row) => {
      text += `${isoOfMinute(minute)},${block.universeId}`
      for (const column of columns) text += `,${field(column[row])}`
      text += `,${revenueAt(minute) ?? ''}\r\n`
    })
    yield text
  }
}

const field = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? '' : `${value}`)
