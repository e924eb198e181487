// GET /games/stats: how all games of the account are doing now (API-49).
import { z } from 'zod'
import { minuteOf } from '../../../domain/clock.js'
import { exampleOf } from '../../../domain/measures.js'
import { gameNowJson } from '../../../files/game-now-json.js'
import { endpoint } from '../define.js'

const count = z.int().nonnegative()
const moment = z.iso.datetime({ precision: 3 })
const change = z.strictObject({
  playing: z.int().meta({ description: 'Players more, or fewer' }),
  playing_share: z.number().nullable().meta({ description: '0.1 is 10 % more; null where nobody played' }),
  visits: z.int().nullable(),
})

const gameNow = z.strictObject({
  id: z.int(),
  name: z.string(),
  universe_id: z.int(),
  is_active: z.boolean(),
  stats: z
    .strictObject({
      visits: count.nullable(),
      likes: count.nullable(),
      dislikes: count.nullable(),
      favorites: count.nullable(),
      playing: count,
    })
    .nullable()
    .meta({ description: 'Null before the first sample' }),
  rank: z.int().positive().nullable().meta({ description: 'By players, among the active games' }),
  previous_rank: z.int().positive().nullable().meta({ description: '24 hours before' }),
  usual: z
    .strictObject({
      expected: z.number(),
      low: z.number(),
      high: z.number(),
      position: z.enum(['above', 'within', 'below']),
    })
    .nullable()
    .meta({ description: 'Players that are usual at this time; null while that is not known' }),
  change_24h: change.nullable().meta({ description: 'Against the sample a day before now, at most an hour away' }),
  change_7d: change.nullable().meta({ description: 'Against the sample a week before now, at most an hour away' }),
  last_event: z
    .strictObject({ type: z.enum(['update', 'shown', 'hidden', 'gone']), time: moment })
    .nullable()
    .meta({ description: 'Of the last 90 days: an update, or whether the game is shown' }),
  freshness: z.strictObject({
    lastUpdated: moment.nullable(),
    age_minutes: count.nullable(),
    interval_minutes: count,
    stale: z.boolean().meta({ description: 'The last sample is older than three intervals, or there is none' }),
  }),
})

const example = {
  id: 1,
  name: 'Crossroads',
  universe_id: 13058,
  is_active: true,
  stats: {
    visits: exampleOf('visits'),
    likes: exampleOf('likes'),
    dislikes: exampleOf('dislikes'),
    favorites: exampleOf('favorites'),
    playing: exampleOf('ccu'),
  },
  rank: 1,
  previous_rank: 2,
  usual: { expected: 380.5, low: 350, high: 410, position: 'above' },
  change_24h: { playing: 41, playing_share: 0.110215, visits: 14_206 },
  change_7d: null,
  last_event: { type: 'update', time: '2026-01-31T09:00:00.000Z' },
  freshness: { lastUpdated: '2026-01-31T12:00:00.000Z', age_minutes: 0, interval_minutes: 1, stale: false },
}

export const gamesStats = endpoint({
  path: '/games/stats',
  summary: 'All games now: values, usual, changes, rank, last event and freshness',
  access: 'basic',
  example: { call: '/games/stats', answer: { games: [example] } },
  params: z.object({}),
  query: z.object({}),
  response: z.object({ games: z.array(gameNow) }),
  handle: async ({ caller, services }) => {
    const now = minuteOf(services.clock.now())
    return { games: (await services.gamesNow(caller.account)).map((found) => gameNowJson(found, now)) }
  },
})
