// GET /games/{id}/stats: a single current snapshot of a tracked game.
import { z } from 'zod'
import { isoOfMinute } from '../../../domain/clock.js'
import { ADDED_MEASURES, byMeasure, exampleOf } from '../../../domain/measures.js'
import { endpoint } from '../define.js'
import { id } from '../parameters.js'

const count = z.int().nonnegative()
/** The value is null until it is known. */
const nullable = count.nullable()

const stats = z.strictObject({
  visits: nullable,
  likes: nullable,
  dislikes: nullable,
  favorites: nullable,
  playing: count,
  ...byMeasure(ADDED_MEASURES, () => nullable),
})

export const gameStats = endpoint({
  path: '/games/:id/stats',
  summary: 'Current snapshot of one game',
  access: 'basic',
  isSpecified: true,
  example: {
    call: '/games/1/stats',
    answer: {
      game: {
        id: 1,
        name: 'Crossroads',
        stats: {
          visits: exampleOf('visits'),
          likes: exampleOf('likes'),
          dislikes: exampleOf('dislikes'),
          favorites: exampleOf('favorites'),
          playing: exampleOf('ccu'),
          ...byMeasure(ADDED_MEASURES, exampleOf),
        },
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
      stats,
      lastUpdated: z.iso.datetime({ precision: 3 }),
    }),
  }),
  isPrepared: () => true,
  handle: async ({ caller, params, services }) => {
    const { game, latest } = await services.currentStats(await services.findGame.byNumber(caller.account, params.id))
    const { visits, likes, dislikes, favorites, ccu: playing } = latest
    return {
      game: {
        id: game.id,
        name: game.name,
        stats: { visits, likes, dislikes, favorites, playing, ...byMeasure(ADDED_MEASURES, (name) => latest[name]) },
        lastUpdated: isoOfMinute(latest.minute),
      },
    }
  },
})
