// GET /games/summary: all games of the account, or only the game in `game_id`, over a range of days.
import { z } from 'zod'
import { mapInTurns } from '../../../services/reading/in-turns.js'
import { RECORD_BATCH_SIZE } from '../../json-parts.js'
import { endpoint } from '../define.js'
import { field } from '../fields.js'
import { firstDay, id, lastDay } from '../parameters.js'
import { hasDates, historyJson, summaryExample, summaryJson, summaryTag, summaryWithHistory } from './summary-schema.js'

export const gamesSummary = endpoint({
  path: '/games/summary',
  tag: 'History',
  summary: 'All games over a range of days, with a record a day where a date is given',
  access: 'full',
  isSpecified: true,
  example: { call: '/games/summary', answer: { summaries: [summaryExample] } },
  params: z.object({}),
  query: z.object({
    start_date: firstDay,
    end_date: lastDay,
    game_id: id.optional().meta({ description: 'Only this game: its internal ID or its universe ID' }),
  }),
  response: z.object({ summaries: field('In the order of the games', z.array(summaryWithHistory)) }),
  isPrepared: () => true,
  tagOf: async ({ summaries }, { query, ...reader }) => (hasDates(query) ? undefined : summaryTag(summaries, reader)),
  handle: async ({ caller, query, services }) => {
    const { account } = caller
    const range = { start: query.start_date, end: query.end_date }
    const ofOne = async (gameId: number) => {
      services.summarizeGames.checkOne(range)
      return services.summarizeGames.one(account, await services.findGame.byNumber(account, gameId), range)
    }
    const found =
      query.game_id === undefined ? await services.summarizeGames.all(account, range) : [await ofOne(query.game_id)]
    return {
      summaries: await mapInTurns(found, RECORD_BATCH_SIZE, (one) => ({ ...summaryJson(one), ...historyJson(one) })),
    }
  },
})
