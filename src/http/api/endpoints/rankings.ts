// GET /rankings: the account's active games by players or by visits (API-36).
import { z } from 'zod'
import { isoOfMs } from '../../../domain/clock.js'
import { RANKINGS } from '../../../domain/rules/ranking.js'
import { endpoint } from '../define.js'

const BY = 'must be ccu or visits, given once'
const LIMIT = 'must be a whole number from 1 to 100, given once'
const count = z.int().nonnegative()

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
    by: z.enum(RANKINGS, { error: BY }).default('ccu'),
    limit: z
      .string({ error: LIMIT })
      .regex(/^([1-9]\d?|100)$/, LIMIT)
      .default('100')
      .transform(Number)
      .meta({ override: { type: 'integer', minimum: 1, maximum: 100, default: 100 } }),
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
        popularity: z
          .strictObject({ rank: z.int().positive(), score: z.number(), read_at: z.iso.datetime({ precision: 3 }) })
          .optional(),
      }),
    ),
  }),
  handle: async ({ caller, query, services }) => {
    const { ranked, popularity } = await services.rankGames(caller.account, query.by)
    return {
      rankings: ranked.slice(0, query.limit).map((entry) => {
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
          ...(popularity && place ? { popularity: { ...place, read_at: isoOfMs(popularity.readAt) } } : {}),
        }
      }),
    }
  },
})
