// GET /games/{id}/stats: a single current snapshot of a tracked game, compared with its usual and its past.
import { z } from 'zod'
import { isoOfMinute } from '../../../domain/clock.js'
import { ADDED_MEASURES, byMeasure, descriptionOf, exampleOf, type Measure } from '../../../domain/measures.js'
import { comparisonJson } from '../../../files/game-now-json.js'
import { comparison, comparisonExample } from '../comparison.js'
import { endpoint } from '../define.js'
import { count, field, gameId, gameName, moment } from '../fields.js'
import { id } from '../parameters.js'

const latest = (name: Measure) => field(`Latest known ${descriptionOf(name)}; null until it is known`, count.nullable())

const stats = z
  .strictObject({
    visits: latest('visits'),
    likes: latest('likes'),
    dislikes: latest('dislikes'),
    favorites: latest('favorites'),
    playing: field(`Latest ${descriptionOf('ccu')}`, count),
    ...byMeasure(ADDED_MEASURES, latest),
  })
  .meta({ description: 'The latest values' })

const snapshot = z
  .strictObject({
    id: gameId,
    name: gameName,
    stats,
    lastUpdated: field('Time of the latest sample (UTC)', moment),
    ...comparison,
  })
  .meta({ id: 'Snapshot', description: 'How a game is doing now' })

export const gameStats = endpoint({
  path: '/games/:id/stats',
  tag: 'Now',
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
        ...comparisonExample,
      },
    },
  },
  params: z.object({ id }),
  query: z.object({}),
  response: z.object({
    game: snapshot,
  }),
  isPrepared: () => true,
  hasMarket: true,
  handle: async ({ caller, params, services }) => {
    const { game, latest: found } = await services.currentStats(
      await services.findGame.byNumber(caller.account, params.id),
    )
    const { visits, likes, dislikes, favorites, ccu: playing } = found
    return {
      game: {
        id: game.id,
        name: game.name,
        stats: { visits, likes, dislikes, favorites, playing, ...byMeasure(ADDED_MEASURES, (name) => found[name]) },
        lastUpdated: isoOfMinute(found.minute),
        ...comparisonJson(game, await services.compareNow({ account: caller.account, game }, found)),
      },
    }
  },
})
