// GET /games/{id}/events: what happened to one game, and to Roblox as a whole.
import { z } from 'zod'
import { endpoint } from '../define.js'
import { eventsPage, eventsQuery, eventsResponse } from '../events/list.js'
import { eventExample } from '../events/schema.js'
import { id } from '../parameters.js'

export const gameEvents = endpoint({
  path: '/games/:id/events',
  tag: 'Events',
  summary: 'What happened to one game, and to Roblox',
  access: 'full',
  example: {
    call: '/games/1/events?types=update&from=2026-01-01',
    answer: { events: [eventExample], next_cursor: null, has_more: false, changes_cursor: 'after-520' },
  },
  params: z.object({ id }),
  query: eventsQuery,
  response: eventsResponse,
  handle: async ({ caller: { account }, params, query, services }) => {
    const game = await services.findGame.byNumber(account, params.id)
    return eventsPage(services, { account, game, isOwn: true }, query)
  },
})
