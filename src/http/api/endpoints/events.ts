// GET /events: what happened to the games of the account and to Roblox as a whole.
import { z } from 'zod'
import { endpoint } from '../define.js'
import { eventsPage, eventsQuery, eventsResponse } from '../events/list.js'
import { eventExample } from '../events/schema.js'

export const events = endpoint({
  path: '/events',
  tag: 'Events',
  summary: 'What happened to the games of the account and to Roblox',
  access: 'full',
  example: {
    call: '/events?types=update,incident&limit=1',
    answer: {
      events: [eventExample],
      next_cursor: 'before-29497500-482',
      has_more: true,
      changes_cursor: 'after-520',
    },
  },
  params: z.object({}),
  query: eventsQuery,
  response: eventsResponse,
  handle: ({ caller: { account }, query, services }) => eventsPage(services, { account }, query),
})
