// Samples as CSV, RFC 4180: every line ended by CRLF, an empty field where there is no value (contract §3).
import { isoOfMinute } from '../domain/clock.js'
import { MEASURE_NAMES, MEASURES } from '../domain/measures.js'
import type { Block } from '../domain/sample.js'
import { chunked } from './chunked.js'

export const CSV_HEADER = ['timestamp', 'universe_id', ...MEASURES.map((measure) => measure.column), 'revenue'].join(
  ',',
)

export function samplesCsv(blocks: AsyncIterable<Block>): AsyncGenerator<string> {
  return chunked(lines(blocks))
}

async function* lines(blocks: AsyncIterable<Block>): AsyncGenerator<string> {
  yield `${CSV_HEADER}\r\n`
  for await (const block of blocks) {
    const columns = MEASURE_NAMES.map((name) => block.columns[name])
    let text = ''
    block.minutes.forEach((minute, row) => {
      text += `${isoOfMinute(minute)},${block.universeId}`
      for (const column of columns) text += `,${field(column[row])}`
      text += ',\r\n'
    })
    yield text
  }
}

const field = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? '' : `${value}`)
