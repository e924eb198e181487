// GET /games/stats: how all games of the account are doing now (API-49).
import { z } from 'zod'
import { minuteOf } from '../../../domain/clock.js'
import { EVENT_KINDS } from '../../../domain/events/event-facts.js'
import { aboutOf, exampleOf, type Measure } from '../../../domain/measures.js'
import { gameNowJson } from '../../../files/game-now-json.js'
import { mapInTurns } from '../../../services/reading/in-turns.js'
import { RECORDS_A_TURN } from '../../json-parts.js'
import { endpoint } from '../define.js'
import { eventCause, eventEnd } from '../events/schema.js'
import { count, field, gameId, gameName, moment, universeId, whole } from '../fields.js'

const sampled = (name: Measure) => field(`Latest known ${aboutOf(name)}; null until it is known`, count.nullable())

const change = z
  .strictObject({
    playing: field('Players more, or fewer', whole),
    playing_share: field('Share of players: 0.1 is 10 % more; null where nobody played', z.number().nullable()),
    visits: field('Visits since then; null if one of both is not known', whole.nullable()),
  })
  .meta({ id: 'PlayerChange', description: 'Change since an earlier sample' })

const usual = z
  .strictObject({
    expected: field('Players that are usual at this time', z.number()),
    low: field('Lower end of the band that holds 8 of 10 values', z.number()),
    high: field('Upper end of that band', z.number()),
    position: field('Where the latest players lie', z.enum(['above', 'within', 'below'])),
  })
  .meta({ id: 'UsualNow', description: 'What is usual for the game, computed from its last weeks' })

const gameNow = z
  .strictObject({
    id: gameId,
    name: gameName,
    universe_id: universeId,
    is_active: field('Whether samples are taken; false while the game is paused', z.boolean()),
    stats: field(
      'The latest values; null before the first sample',
      z
        .strictObject({
          visits: sampled('visits'),
          likes: sampled('likes'),
          dislikes: sampled('dislikes'),
          favorites: sampled('favorites'),
          playing: field(`Latest ${aboutOf('ccu')}`, count),
        })
        .nullable(),
    ),
    rank: field('By players, among the active games; null while paused', z.int().positive().nullable()),
    previous_rank: field('The rank 24 hours before', z.int().positive().nullable()),
    usual: field('The usual of players; null while that is not known', usual.nullable()),
    change_24h: field('Against the sample a day before now, at most an hour away', change.nullable()),
    change_7d: field('Against the sample a week before now, at most an hour away', change.nullable()),
    last_event: field(
      'What began last in the last 90 days, to the game or to Roblox; null without one. `/events` tells its details',
      z
        .strictObject({
          id: field('Number of the event', z.int().positive()),
          type: field('What happened', z.enum(EVENT_KINDS)),
          cause: eventCause,
          time: field('When it began (UTC)', moment),
          end: eventEnd,
        })
        .nullable(),
    ),
    freshness: z
      .strictObject({
        lastUpdated: field('Time of the latest sample (UTC); null before the first', moment.nullable()),
        age_minutes: field('Minutes since then', count.nullable()),
        interval_minutes: field('Minutes between samples as the account reads them', count),
        stale: field('The last sample is older than three intervals, or there is none', z.boolean()),
      })
      .meta({ description: 'How fresh the values are' }),
  })
  .meta({ id: 'GameNow', description: 'How one of the account’s games is doing now' })

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
  last_event: {
    id: 482,
    type: 'update',
    cause: null,
    time: '2026-01-31T09:00:00.000Z',
    end: '2026-01-31T09:00:00.000Z',
  },
  freshness: { lastUpdated: '2026-01-31T12:00:00.000Z', age_minutes: 0, interval_minutes: 1, stale: false },
}

export const gamesStats = endpoint({
  path: '/games/stats',
  tag: 'Now',
  summary: 'All games now: values, usual, changes, rank, last event and freshness',
  access: 'basic',
  example: { call: '/games/stats', answer: { games: [example] } },
  params: z.object({}),
  query: z.object({}),
  response: z.object({ games: field('In the order in which they were added', z.array(gameNow)) }),
  isPrepared: () => true,
  handle: async ({ caller, services }) => {
    const now = minuteOf(services.clock.now())
    const found = await services.gamesNow(caller.account)
    return { games: await mapInTurns(found, RECORDS_A_TURN, (one) => gameNowJson(one, now)) }
  },
})
