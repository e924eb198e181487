// GET /usage: how much of the plan's limits is used.
import { z } from 'zod'
import { isoOfDay, isoOfMs } from '../../../domain/clock.js'
import { WINDOW_SECONDS } from '../../rate-limit.js'
import { endpoint } from '../define.js'

const count = z.int().nonnegative()
const timestamp = z.iso.datetime({ precision: 3 })

export const usage = endpoint({
  path: '/usage',
  summary: 'Limits of the account and what of them is used',
  access: 'basic',
  isSpecified: true,
  example: {
    call: '/usage',
    answer: {
      usage: {
        games: { count: 1, max: 25 },
        rate_limit: { limit: 100, remaining: 99, reset: 1769860860, window_seconds: 60 },
        requests: { today: 12, last_30_days: 340 },
        days: [{ date: '2026-01-31', requests: 12, keys: [{ id: 1, requests: 12 }] }],
        api_keys: [
          {
            id: 1,
            name: 'Our website',
            prefix: 'hc_live_3xQp',
            created_at: '2026-01-01T12:00:00.000Z',
            last_used_at: '2026-01-31T12:00:00.000Z',
            expires_at: null,
          },
        ],
      },
    },
  },
  params: z.object({}),
  query: z.object({}),
  response: z.object({
    usage: z.strictObject({
      games: z.strictObject({ count, max: count }),
      rate_limit: z.strictObject({ limit: count, remaining: count, reset: count, window_seconds: count }),
      requests: z.strictObject({ today: count, last_30_days: count }),
      days: z
        .array(
          z.strictObject({
            date: z.iso.date(),
            requests: count,
            keys: z
              .array(z.strictObject({ id: z.int(), requests: count }))
              .meta({ description: 'Keys that made requests on that day, also revoked ones' }),
          }),
        )
        .meta({ description: 'The last 30 UTC days, oldest first, also those without requests' }),
      api_keys: z.array(
        z.strictObject({
          id: z.int(),
          name: z.string(),
          prefix: z.string(),
          created_at: timestamp,
          last_used_at: timestamp.nullable(),
          expires_at: timestamp.nullable(),
        }),
      ),
    }),
  }),
  handle: async ({ caller, services }) => {
    const { games, requests, keys, days } = await services.reportUsage(caller.account)
    return {
      usage: {
        games,
        rate_limit: { ...caller.window, window_seconds: WINDOW_SECONDS },
        requests: { today: requests.today, last_30_days: requests.last30Days },
        days: days.map((one) => ({
          date: isoOfDay(one.day),
          requests: one.count,
          keys: one.keys.map(({ keyId, count: made }) => ({ id: keyId, requests: made })),
        })),
        api_keys: keys.map((key) => ({
          id: key.id,
          name: key.name,
          prefix: key.prefix,
          created_at: isoOfMs(key.createdAt),
          last_used_at: key.lastUsedAt === null ? null : isoOfMs(key.lastUsedAt),
          expires_at: key.expiresAt === null ? null : isoOfMs(key.expiresAt),
        })),
      },
    }
  },
})
