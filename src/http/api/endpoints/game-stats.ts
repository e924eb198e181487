// GET /games/{id}/stats: a single current snapshot of a tracked game.
import { z } from 'zod'
import { isoOfMinute } from '../../../domain/clock.js'
import { endpoint } from '../define.js'
import { id } from '../parameters.js'

const count = z.int().nonnegative()
/** null: the platform has not shown any votes yet. */
const votes = count.nullable()

export const gameStats = endpoint({
  path: '/games/:id/stats',
  summary: 'Current snapshot of one game',
  access: 'basic',
  example: {
    call: '/games/1/stats',
    answer: {
      game: {
        id: 1,
        name: 'Crossroads',
        stats: { visits: 39206917, likes: 120514, dislikes: 9632, favorites: 316809, playing: 413 },
        lastUpdated: '2026-01-31T12:00:00.000Z',
      },
    },
  },
  params: z.object({ id }),
  query: z.object({}),
  response: z.object({
    game: z.strictObject({
      id: z.int(),
      name: z.string(),
      stats: z.strictObject({ visits: count, likes: votes, dislikes: votes, favorites: count, playing: count }),
      lastUpdated: z.iso.datetime({ precision: 3 }),
    }),
  }),
  handle: async ({ caller, params, operations }) => {
    const { game, latest } = await operations.currentStats(
      await operations.findGame.byNumber(caller.account, params.id),
    )
    const { visits, likes, dislikes, favorites, ccu: playing } = latest
    return {
      game: {
        id: game.id,
        name: game.name,
        stats: { visits, likes, dislikes, favorites, playing },
        lastUpdated: isoOfMinute(latest.minute),
      },
    }
  },
})
