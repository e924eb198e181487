// GET /rankings: the account's active games by one of their measures, now or at a past minute (API-36).
import { z } from 'zod'
import { isoOfMs, type Minute, minuteOf } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { shareOrNull } from '../../../domain/rounding.js'
import { MEASURE_RANKINGS, type MeasureRanking, rankedValue } from '../../../domain/rules/ranking.js'
import type { RankedGame } from '../../../services/reading/ranking/rank-games.js'
import { parseEnd } from '../../../services/reading/series/range-text.js'
import { endpoint } from '../define.js'
import { takesOneOf } from '../query-names.js'

const LIMIT = 'must be a whole number from 1 to 100, given once'
const PAGE = 'must be a whole number from 1 to 10000, given once'
const AT = 'must be a time that is not in the future, for example 2026-01-31T19:30Z, given once'
const count = z.int().nonnegative()

const number = (error: string, pattern: RegExp, maximum: number) =>
  z
    .string({ error })
    .regex(pattern, error)
    .transform(Number)
    .meta({ override: { type: 'integer', minimum: 1, maximum } })

const at = z
  .string({ error: AT })
  .transform((text, context): Minute => {
    const end = parseEnd(text)
    if (end?.kind === 'time') return end.minute
    context.addIssue({ code: 'custom', message: AT })
    return z.NEVER
  })
  .meta({ description: 'A past minute; now if it is left out', override: { type: 'string', format: 'date-time' } })

/** The value by which the ranking was made, unless every entry has it. */
function measured(by: MeasureRanking, { latest, before }: RankedGame) {
  if (by === 'favorites') return { favorites: latest?.favorites ?? null }
  if (by === 'like_ratio' || by === 'change') return { [by]: shareOrNull(rankedValue(by, latest, before)) }
  return {}
}

export const rankings = endpoint({
  path: '/rankings',
  summary: 'The account’s active games in order, with their place a day ago',
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
    at: at.optional(),
  }),
  response: z.object({
    rankings: z.array(
      z.strictObject({
        rank: z.int().positive(),
        previous_rank: z.int().positive().nullable(),
        id: z.int(),
        name: z.string(),
        universe_id: z.int(),
        ccu: count.nullable(),
        visits: count.nullable(),
        stale: z.boolean(),
        favorites: count.nullable().optional().meta({ description: 'With by=favorites' }),
        like_ratio: z.number().min(0).max(1).nullable().optional().meta({ description: 'With by=like_ratio' }),
        change: z
          .number()
          .min(-1)
          .nullable()
          .optional()
          .meta({ description: 'With by=change: 0.1 is 10 % more players than 24 hours before' }),
        popularity: z
          .strictObject({ rank: z.int().positive(), score: z.number(), read_at: z.iso.datetime({ precision: 3 }) })
          .optional(),
      }),
    ),
    pagination: z
      .strictObject({ page: count, per_page: count, pages: count, total: count })
      .optional()
      .meta({ description: 'With page or per_page' }),
  }),
  handle: async ({ caller, query, services }) => {
    const { by, limit = 100, page, per_page: perPage = limit, at: minute } = query
    if (minute !== undefined && minute > minuteOf(services.clock.now()))
      throw rejection('INVALID_PARAMETERS', { name: 'bad parameter', facts: { parameter: 'at', problem: AT } })
    const { ranked, popularity } = await services.rankGames(caller.account, by, minute)
    const start = ((page ?? 1) - 1) * perPage
    const isPaged = page !== undefined || query.per_page !== undefined
    const pages = Math.max(1, Math.ceil(ranked.length / perPage))
    return {
      rankings: ranked.slice(start, start + perPage).map((entry) => {
        const place = popularity?.places.get(entry.game.universeId)
        return {
          rank: entry.rank,
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
