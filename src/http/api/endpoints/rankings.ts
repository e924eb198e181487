// GET /rankings: the account's active games by one of their measures, now or at a past minute (API-36).
import { z } from 'zod'
import { isoOfMs, type Minute, minuteOf } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { descriptionOf } from '../../../domain/measures.js'
import { shareOrNull } from '../../../domain/rounding.js'
import { parseDay } from '../../../domain/rules/date-range.js'
import { MEASURE_RANKINGS, type MeasureRanking, rankedValue } from '../../../domain/rules/ranking.js'
import type { RankedGame } from '../../../services/reading/ranking/rank-games.js'
import { parseEnd } from '../../../services/reading/series/range-text.js'
import { endpoint } from '../define.js'
import { count, field, gameId, gameName, moment, universeId } from '../fields.js'
import { takesOneOf } from '../query-names.js'

const LIMIT = 'must be a whole number from 1 to 100, given once'
const PAGE = 'must be a whole number from 1 to 10000, given once'
const AT_FORMAT =
  'must be a past time with its offset, for example 2026-01-31T19:30Z or 2026-01-31T20:30+01:00, given once'
const AT_DATE = 'is a date alone: it takes a time too, for example 2026-01-31T00:00Z'
const AT_NO_DATE = 'names a day that does not exist: it takes a past time, for example 2026-01-31T19:30Z'
const AT_FUTURE = 'must not lie in the future: it takes a past time, for example 2026-01-31T19:30Z'

const number = (error: string, pattern: RegExp, maximum: number) =>
  z
    .string({ error })
    .regex(pattern, error)
    .transform(Number)
    .meta({ override: { type: 'integer', minimum: 1, maximum } })

/** A text that only looks like a time has a day or a time of day that does not exist. */
function timeProblem(text: string): string {
  const [, date] = /^(\d{4}-\d{2}-\d{2})(T|$)/.exec(text) ?? []
  return date !== undefined && parseDay(date) === undefined ? AT_NO_DATE : AT_FORMAT
}

const at = z
  .string({ error: AT_FORMAT })
  .transform((text, context): Minute => {
    const end = parseEnd(text)
    if (end?.kind === 'time') return end.minute
    context.addIssue({ code: 'custom', message: end?.kind === 'day' ? AT_DATE : timeProblem(text) })
    return z.NEVER
  })
  .meta({ override: { type: 'string', format: 'date-time' } })

const rankedGame = z
  .strictObject({
    rank: field(
      'Rank among the active games, from 1; those whose value is not known come last, by name',
      z.int().positive(),
    ),
    previous_rank: field('Rank 24 hours before; null if it is not known', z.int().positive().nullable()),
    id: gameId,
    name: gameName,
    universe_id: universeId,
    ccu: field(`Latest ${descriptionOf('ccu')}; null without a sample`, count.nullable()),
    visits: field(`Latest known ${descriptionOf('visits')}; null until it is known`, count.nullable()),
    stale: field(
      'There is no sample or, by ccu and change, the latest one is older than three intervals; the game comes last',
      z.boolean(),
    ),
    favorites: field(`With by=favorites: latest known ${descriptionOf('favorites')}`, count.nullable().optional()),
    like_ratio: field(
      'With by=like_ratio: likes divided by all votes, to 6 digits',
      z.number().min(0).max(1).nullable().optional(),
    ),
    change: field(
      'With by=change: share of players since 24 hours before; 0.1 is 10 % more',
      z.number().min(-1).nullable().optional(),
    ),
    popularity: z
      .strictObject({
        rank: field('Rank in the operator’s second source', z.int().positive()),
        score: field('Score in the operator’s second source, in its unit', z.number()),
        read_at: field('When it was read (UTC)', moment),
      })
      .optional()
      .meta({ description: 'Rank and score in a second source that the operator chose; missing without one' }),
  })
  .meta({ id: 'RankedGame', description: 'A game in the order of a ranking' })

/** The value by which the ranking was made, unless every entry has it. */
function measured(by: MeasureRanking, { latest, before }: RankedGame) {
  if (by === 'favorites') return { favorites: latest?.favorites ?? null }
  if (by === 'like_ratio' || by === 'change') return { [by]: shareOrNull(rankedValue(by, latest, before)) }
  return {}
}

export const rankings = endpoint({
  path: '/rankings',
  tag: 'Now',
  summary: 'The account’s active games in order, with their rank a day ago',
  access: 'full',
  example: {
    call: '/rankings?by=ccu&limit=10',
    answer: {
      rankings: [
        {
          rank: 1,
          previous_rank: 2,
          id: 1,
          name: 'Crossroads',
          universe_id: 13058,
          ccu: 413,
          visits: 39206917,
          stale: false,
          popularity: { rank: 12, score: 413, read_at: '2026-01-31T12:00:00.000Z' },
        },
      ],
    },
  },
  params: z.object({}),
  query: z.object({
    by: z
      .enum(MEASURE_RANKINGS, { error: takesOneOf(MEASURE_RANKINGS) })
      .default('ccu')
      .meta({ description: 'change: how much players changed within 24 hours' }),
    limit: number(LIMIT, /^([1-9]\d?|100)$/, 100)
      .optional()
      .meta({ description: 'Games in the answer; 100 if left out' }),
    page: number(PAGE, /^([1-9]\d{0,3}|10000)$/, 10_000)
      .optional()
      .meta({ description: 'Which page, from 1' }),
    per_page: number(LIMIT, /^([1-9]\d?|100)$/, 100)
      .optional()
      .meta({ description: 'Games on a page; limit if left out' }),
    at: at.optional().meta({ description: 'A past minute; now if it is left out', example: '2026-01-31T19:30:00Z' }),
  }),
  response: z.object({
    rankings: field('The first rank first', z.array(rankedGame)),
    pagination: z
      .strictObject({
        page: field('Number of this page, from 1', count),
        per_page: field('Games on a page', count),
        pages: field('Number of pages', count),
        total: field('Games in the ranking', count),
      })
      .optional()
      .meta({ description: 'With page or per_page' }),
  }),
  isPrepared: ({ hasPopularity }) => !hasPopularity,
  handle: async ({ caller, query, services }) => {
    const { by, limit = 100, page, per_page: perPage = limit, at: minute } = query
    if (minute !== undefined && minute > minuteOf(services.clock.now()))
      throw rejection('INVALID_PARAMETERS', { name: 'bad parameter', facts: { parameter: 'at', problem: AT_FUTURE } })
    const { ranked, popularity } = await services.rankGames(caller.account, by, minute)
    const start = ((page ?? 1) - 1) * perPage
    const isPaged = page !== undefined || query.per_page !== undefined
    const pages = Math.max(1, Math.ceil(ranked.length / perPage))
    return {
      rankings: ranked.slice(start, start + perPage).map((entry, index) => {
        const place = popularity?.places.get(entry.game.universeId)
        return {
          // The contract has a number here for every game, so those without a value are counted on.
          rank: start + index + 1,
          previous_rank: entry.previousRank,
          id: entry.game.id,
          name: entry.game.name,
          universe_id: entry.game.universeId,
          ccu: entry.latest?.ccu ?? null,
          visits: entry.latest?.visits ?? null,
          stale: entry.stale,
          ...measured(by, entry),
          ...(popularity && place ? { popularity: { ...place, read_at: isoOfMs(popularity.readAt) } } : {}),
        }
      }),
      ...(isPaged && { pagination: { page: page ?? 1, per_page: perPage, pages, total: ranked.length } }),
    }
  },
})
