// Samples as one JSON document that is written as it is made (contract §3).
import { isoOfMinute } from '../domain/clock.js'
import type { Game } from '../domain/game.js'
import { MEASURES } from '../domain/measures.js'
import type { Block } from '../domain/sample.js'
import { chunked } from './chunked.js'

export function samplesJson(
  game: Game,
  from: string,
  to: string,
  blocks: AsyncIterable<Block>,
): AsyncGenerator<string> {
  return chunked(pieces(game, from, to, blocks))
}

async function* pieces(game: Game, from: string, to: string, blocks: AsyncIterable<Block>): AsyncGenerator<string> {
  const head = { id: game.id, name: game.name, universe_id: game.universeId }
  yield `{"success":true,"game":${JSON.stringify(head)},"start_date":"${from}","end_date":"${to}","data":[`
  let count = 0
  for await (const block of blocks) {
    const columns = MEASURES.map((measure) => ({ label: `,"${measure.column}":`, values: block.columns[measure.name] }))
    let text = ''
    block.minutes.forEach((minute, row) => {
      text += `${count++ === 0 ? '' : ','}{"timestamp":"${isoOfMinute(minute)}","universe_id":${block.universeId}`
      for (const column of columns) text += column.label + value(column.values[row])
      text += '}'
    })
    yield text
  }
  yield `],"count":${count}}`
}

const value = (number: number | undefined): string =>
  number === undefined || Number.isNaN(number) ? 'null' : `${number}`
