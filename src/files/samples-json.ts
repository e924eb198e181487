// Samples as one JSON document that is written as it is made (contract §3).
import { isoOfDay, isoOfMinute } from '../domain/clock.js'
import { MEASURES } from '../domain/measures.js'
import type { SampleExport } from '../domain/sample-export.js'
import { chunked } from './chunked.js'
import { revenueReader } from './revenue-reader.js'

export function samplesJson(exported: SampleExport): AsyncGenerator<string> {
  return chunked(pieces(exported))
}

async function* pieces({ game, range, blocks, revenue }: SampleExport): AsyncGenerator<string> {
  const head = { id: game.id, name: game.name, universe_id: game.universeId }
  const dates = `"start_date":"${isoOfDay(range.start)}","end_date":"${isoOfDay(range.end)}"`
  yield `{"success":true,"game":${JSON.stringify(head)},${dates},"data":[`
  const revenueAt = revenueReader(revenue)
  let count = 0
  for await (const block of blocks) {
    const columns = MEASURES.map((measure) => ({ label: `,"${measure.column}":`, values: block.columns[measure.name] }))
    let text = ''
    block.minutes.forEach((minute, row) => {
      text += `${count++ === 0 ? '' : ','}{"timestamp":"${isoOfMinute(minute)}","universe_id":${block.universeId}`
      for (const column of columns) text += column.label + value(column.values[row])
      const earned = revenueAt(minute)
      text += earned === undefined ? '}' : `,"revenue":${earned}}`
    })
    yield text
  }
  yield `],"count":${count}}`
}

const value = (number: number | undefined): string =>
  number === undefined || Number.isNaN(number) ? 'null' : `${number}`
