// GET /usage: how much of the plan's limits is used.
import { z } from 'zod'
import { isoOfDay, isoOfMs } from '../../../domain/clock.js'
import { WINDOW_SECONDS } from '../../rate-limit.js'
import { endpoint } from '../define.js'
import { calendarDay, count, field, moment } from '../fields.js'

const requests = field('Number of requests, those of /usage not counted', count)

const usageRecord = z
  .strictObject({
    games: z
      .strictObject({ count: field('Active games', count), max: field('Games that the plan allows', count) })
      .meta({ description: 'Games of the account' }),
    rate_limit: z
      .strictObject({
        limit: field('Requests in a window', count),
        remaining: field('Requests left in this window', count),
        reset: field('Unix time in seconds at which the window ends', count),
        window_seconds: field('Length of a window in seconds', count),
      })
      .meta({ description: 'The limit of requests, which all keys share' }),
    requests: z
      .strictObject({
        today: field('Requests since 00:00 UTC, those of /usage not counted', count),
        last_30_days: field('Requests of the last 30 UTC days, those of /usage not counted', count),
      })
      .meta({ description: 'Requests of all keys' }),
    days: z
      .array(
        z.strictObject({
          date: field('The day (UTC)', calendarDay),
          requests,
          keys: z
            .array(z.strictObject({ id: field('Number of the key', z.int()), requests }))
            .meta({ description: 'Keys that made requests on that day, also revoked ones' }),
        }),
      )
      .meta({ description: 'The last 30 UTC days, oldest first, also those without requests' }),
    api_keys: z
      .array(
        z.strictObject({
          id: field('Number of the key', z.int()),
          name: field('Name that the account gave it', z.string()),
          prefix: field('First characters of the key', z.string()),
          created_at: field('When it was made (UTC)', moment),
          last_used_at: field('When it was used last, to the minute (UTC); null if never', moment.nullable()),
          expires_at: field('When it ends (UTC); null if it does not', moment.nullable()),
        }),
      )
      .meta({ description: 'The keys that work now' }),
  })
  .meta({ id: 'Usage', description: 'Limits of the account and what of them is used' })

export const usage = endpoint({
  path: '/usage',
  tag: 'Account',
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
    usage: usageRecord,
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
