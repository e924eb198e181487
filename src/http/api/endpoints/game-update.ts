// GET /games/{id}/updates/{event_id}: what one update did to the players.
import { z } from 'zod'
import { endpoint } from '../define.js'
import { eventId, id } from '../parameters.js'
import { updateReport } from '../updates/schema.js'
import { updateJson } from '../updates/write.js'

export const gameUpdate = endpoint({
  path: '/games/:id/updates/:event_id',
  tag: 'Events',
  summary: 'What one update of a game did: outcome, effect, uncertainty, market and windows',
  access: 'full',
  example: {
    call: '/games/1/updates/482',
    answer: {
      update: {
        event_id: 482,
        time: '2026-01-31T09:00:00.000Z',
        found_at: '2026-01-31T09:01:00.000Z',
        earlier_updates: [],
        game: { id: 1, name: 'Crossroads', universe_id: 13058 },
        stages: [
          {
            length: '1h',
            due_at: '2026-01-31T10:00:00.000Z',
            outcome: 'more',
            reason: null,
            effect: { change: 0.12, low: 0.05, high: 0.19, confidence: 0.9 },
            observed_change: 0.1312,
            market_change: 0.01,
            began_before: false,
            windows: {
              before: { from: '2026-01-24T09:00:00.000Z', until: '2026-01-31T09:00:00.000Z', coverage: 1 },
              after: { from: '2026-01-31T09:00:00.000Z', until: '2026-01-31T10:00:00.000Z', coverage: 1 },
            },
            players: { expected: 380.5, actual: 430.4 },
            likes_per_thousand_visits: { before: 4.1, after: 4.6 },
            favorites_per_thousand_visits: { before: 9.3, after: null },
            newer_updates: [],
            expected_line: {
              from: '2026-01-31T09:30:00.000Z',
              step_minutes: 60,
              expected: [380.5],
              low: [350],
              high: [410],
            },
          },
        ],
      },
    },
  },
  params: z.object({ id, event_id: eventId }),
  query: z.object({}),
  response: z.object({ update: updateReport }),
  handle: async ({ caller: { account }, params, services }) => {
    const game = await services.findGame.byNumber(account, params.id)
    return { update: updateJson(game, await services.updateReports.one(account, game, params.event_id)) }
  },
})
