// GET /games/{id}/updates: the updates of one game, and what each of them did.
import { z } from 'zod'
import { endpoint } from '../define.js'
import { checkOrder, cursor, cursorText, limit, updatesFrom, updatesTo } from '../events/parameters.js'
import { id } from '../parameters.js'
import { listedUpdate } from '../updates/schema.js'
import { listedJson } from '../updates/write.js'

/** A report reads seven weeks of samples the first time. */
const MAX_UPDATES = 50
const DEFAULT_UPDATES = 20

export const gameUpdates = endpoint({
  path: '/games/:id/updates',
  tag: 'Events',
  summary: 'The updates of one game, and what each of them did',
  access: 'full',
  example: {
    call: '/games/1/updates?from=2026-01-01',
    answer: {
      updates: [
        {
          event_id: 482,
          time: '2026-01-31T09:00:00.000Z',
          found_at: '2026-01-31T09:01:00.000Z',
          earlier_updates: [],
          report: {
            length: '24h',
            outcome: 'more',
            reason: null,
            effect: { change: 0.12, low: 0.05, high: 0.19, confidence: 0.9 },
            market_change: 0.01,
          },
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
  params: z.object({ id }),
  query: z.object({
    from: updatesFrom,
    to: updatesTo,
    cursor: cursor({ before: 2 }),
    limit: limit(MAX_UPDATES, DEFAULT_UPDATES),
  }),
  response: z.object({
    updates: z.array(listedUpdate).meta({ description: 'Newest first' }),
    next_cursor: z.string().nullable().meta({ description: 'Continues this list; null at its end' }),
    has_more: z.boolean().meta({ description: 'There are older updates' }),
  }),
  handle: async ({ caller: { account }, params, query, services }) => {
    checkOrder(query)
    const game = await services.findGame.byNumber(account, params.id)
    const [start, event] = query.cursor?.numbers ?? []
    const after = start === undefined || event === undefined ? undefined : { start, id: event }
    const filter = { from: query.from, until: query.to, limit: query.limit }
    const { updates, next } = await services.updateReports.list(account, game, filter, after)
    return {
      updates: updates.map(listedJson),
      next_cursor: next === undefined ? null : cursorText('before', next.start, next.id),
      has_more: next !== undefined,
    }
  },
})
