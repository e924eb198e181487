// GET /games/summary: all games of the account, or the one that game_id names, over a range of days.
import { z } from 'zod'
import { endpoint } from '../define.js'
import { date, id } from '../parameters.js'
import { history, historyJson, summaryExample, summaryJson, summaryRecord } from './summary-schema.js'

export const gamesSummary = endpoint({
  path: '/games/summary',
  summary: 'All games over a range of days, with a record a day where a date is given',
  access: 'full',
  example: { call: '/games/summary', answer: { summaries: [summaryExample] } },
  params: z.object({}),
  query: z.object({ start_date: date.optional(), end_date: date.optional(), game_id: id.optional() }),
  response: z.object({ summaries: z.array(summaryRecord.extend({ history })) }),
  handle: async ({ caller, query, operations }) => {
    const { account } = caller
    const wanted = { start: query.start_date, end: query.end_date }
    const ofOne = async (gameId: number) => {
      operations.summarizeGames.checkOne(wanted)
      return operations.summarizeGames.one(account, await operations.findGame.byNumber(account, gameId), wanted)
    }
    const found =
      query.game_id === undefined ? await operations.summarizeGames.all(account, wanted) : [await ofOne(query.game_id)]
    return { summaries: found.map((one) => ({ ...summaryJson(one), ...historyJson(one) })) }
  },
})
