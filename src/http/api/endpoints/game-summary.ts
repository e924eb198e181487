// GET /games/{id}/summary: one game over a range of days.
import { z } from 'zod'
import { endpoint } from '../define.js'
import { firstDay, id, lastDay } from '../parameters.js'
import {
  hasDates,
  history,
  historyExample,
  historyJson,
  summaryExample,
  summaryJson,
  summaryRecord,
  summaryTag,
} from './summary-schema.js'

export const gameSummary = endpoint({
  path: '/games/:id/summary',
  tag: 'History',
  summary: 'One game over a range of days, with a record a day where a date is given',
  access: 'full',
  isSpecified: true,
  example: {
    call: '/games/1/summary?start_date=2026-01-31&end_date=2026-01-31',
    answer: { summary: summaryExample, history: historyExample },
  },
  params: z.object({ id }),
  query: z.object({ start_date: firstDay, end_date: lastDay }),
  response: z.object({ summary: summaryRecord, history }),
  isPrepared: () => true,
  tagOf: async ({ summary }, { query, ...reader }) => (hasDates(query) ? undefined : summaryTag([summary], reader)),
  handle: async ({ caller, params, query, services }) => {
    const range = { start: query.start_date, end: query.end_date }
    services.summarizeGames.checkOne(range)
    const game = await services.findGame.byNumber(caller.account, params.id)
    const found = await services.summarizeGames.one(caller.account, game, range)
    return { summary: summaryJson(found), ...historyJson(found) }
  },
})
