// GET /games/stats: how all games of the account are doing now (API-49).
import { z } from 'zod'
import { minuteOf } from '../../../domain/clock.js'
import { EVENT_KINDS } from '../../../domain/events/event-facts.js'
import { descriptionOf, exampleOf, type Measure } from '../../../domain/measures.js'
import { MARKET_SOURCES } from '../../../domain/ports/market.js'
import { gameNowJson } from '../../../files/game-now-json.js'
import { MARKET_REASONS, marketJson } from '../../../files/market-json.js'
import { mapInTurns } from '../../../services/reading/in-turns.js'
import { RECORD_BATCH_SIZE } from '../../json-parts.js'
import { comparison, comparisonExample } from '../comparison.js'
import { endpoint } from '../define.js'
import { eventCause, eventEnd } from '../events/schema.js'
import { count, field, gameId, gameName, moment, universeId } from '../fields.js'

const sampled = (name: Measure) =>
  field(`Latest known ${descriptionOf(name)}; null until it is known`, count.nullable())

const market = z
  .strictObject({
    change: field('Share of players above the usual: -0.1 is 10 % fewer', z.number().nullable()),
    players: field('Players of the counted games', count.nullable()),
    expected: field('Players that are usual for them at this time', z.number().nullable()),
    low: field('Lower end of the band that holds 8 of 10 values', z.number().nullable()),
    high: field('Upper end of that band', z.number().nullable()),
    games: field('Counted games with players', count.nullable()),
    source: field('The games of the public charts, or the tracked ones', z.enum(MARKET_SOURCES).nullable()),
    time: field('When they were counted (UTC)', moment.nullable()),
    reason: field('Why it is not known; null where it is', z.enum(MARKET_REASONS).nullable()),
    known_from: field('The time from which it is known, if that is foreseeable (UTC)', moment.nullable()),
  })
  .meta({ id: 'MarketNow', description: 'How Roblox as a whole is doing; values are null where it is not known' })

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
          playing: field(`Latest ${descriptionOf('ccu')}`, count),
        })
        .nullable(),
    ),
    rank: field('By players, among the active games; null while paused', z.int().positive().nullable()),
    previous_rank: field('The rank 24 hours before', z.int().positive().nullable()),
    ...comparison,
    last_event: field(
      'What began last in the last 90 days, to the game or to Roblox; null without one. `/events` has its details',
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
  ...comparisonExample,
  last_event: {
    id: 482,
    type: 'update',
    cause: null,
    time: '2026-01-31T09:00:00.000Z',
    end: '2026-01-31T09:00:00.000Z',
  },
  freshness: { lastUpdated: '2026-01-31T12:00:00.000Z', age_minutes: 0, interval_minutes: 1, stale: false },
}

const marketExample = {
  change: -0.0213,
  players: 2_412_860,
  expected: 2_465_372.25,
  low: 2_350_000,
  high: 2_570_000,
  games: 96,
  source: 'charts',
  time: '2026-01-31T12:00:00.000Z',
  reason: null,
  known_from: null,
}

export const gamesStats = endpoint({
  path: '/games/stats',
  tag: 'Now',
  summary: 'All games now: values, usual, changes, rank, last event and freshness',
  access: 'basic',
  example: { call: '/games/stats', answer: { games: [example], market: marketExample } },
  params: z.object({}),
  query: z.object({}),
  response: z.object({
    games: field('In the order in which they were added', z.array(gameNow)),
    market,
  }),
  isPrepared: () => true,
  hasMarket: true,
  handle: async ({ caller, services }) => {
    const now = minuteOf(services.clock.now())
    const found = await services.gamesNow(caller.account, { isDetailed: true })
    return {
      games: await mapInTurns(found, RECORD_BATCH_SIZE, (one) => gameNowJson(one, now)),
      market: marketJson(await services.market.now()),
    }
  },
})
