// GET /user: the account and its subscription.
import { z } from 'zod'
import { STATUSES, statusAt } from '../../../domain/account.js'
import { isoOfMs } from '../../../domain/clock.js'
import { PLAN_NAMES } from '../../../domain/plan.js'
import { MAX_RANGE_DAYS } from '../../../domain/rules/date-range.js'
import { planInForce, readingPlan } from '../../../domain/rules/entitlement.js'
import { API_FORMATS } from '../../../files/formats.js'
import { MAX_DAYS_FOR_ALL_GAMES } from '../../../services/reading/summarize-games.js'
import { endpoint } from '../define.js'

const timestamp = z.iso.datetime({ precision: 3 })

export const user = endpoint({
  path: '/user',
  summary: 'The account and its subscription',
  access: 'basic',
  isSpecified: true,
  example: {
    call: '/user',
    answer: {
      user: {
        id: 1,
        name: 'My studio',
        plan: 'premium',
        status: 'active',
        max_games: 25,
        trial: { active: false, ends_at: null },
        created_at: '2026-01-01T12:00:00.000Z',
        sampling_interval_minutes: 5,
        retention: { full_days: 90, hourly_days: 730, daily_days: null },
        longest_range_days: { export: 732, summary: 732, series: 732, summary_of_all_games: 92 },
        formats: ['json', 'csv'],
      },
    },
  },
  params: z.object({}),
  query: z.object({}),
  response: z.object({
    user: z.strictObject({
      id: z.int(),
      name: z.string(),
      plan: z.enum(PLAN_NAMES),
      status: z.enum(STATUSES),
      max_games: z.int(),
      trial: z.strictObject({ active: z.boolean(), ends_at: timestamp.nullable() }),
      created_at: timestamp,
      sampling_interval_minutes: z
        .int()
        .positive()
        .meta({ description: 'Minutes between samples as the account reads them' }),
      retention: z
        .strictObject({
          full_days: z.int(),
          hourly_days: z.int().nullable(),
          daily_days: z.null(),
        })
        .meta({
          description: 'For so many days each sample can be read, then one an hour, then one a day; null: forever',
        }),
      longest_range_days: z.strictObject({
        export: z.int(),
        summary: z.int(),
        series: z.int(),
        summary_of_all_games: z.int(),
      }),
      formats: z.array(z.enum(API_FORMATS)),
    }),
  }),
  handle: async ({ caller: { account }, services }) => {
    const now = services.clock.now()
    const status = statusAt(account, now)
    const reading = readingPlan(account, services.plans, now)
    return {
      user: {
        id: account.id,
        name: account.name,
        plan: account.plan,
        status,
        max_games: planInForce(account, services.plans, now).maxGames,
        trial: {
          active: status === 'trial',
          ends_at: account.trialEndsAt === null ? null : isoOfMs(account.trialEndsAt),
        },
        created_at: isoOfMs(account.createdAt),
        sampling_interval_minutes: reading.intervalMinutes,
        retention: {
          full_days: reading.fullDays,
          hourly_days: reading.hourlyDays === 'forever' ? null : reading.hourlyDays,
          daily_days: null,
        },
        longest_range_days: {
          export: MAX_RANGE_DAYS,
          summary: MAX_RANGE_DAYS,
          series: MAX_RANGE_DAYS,
          summary_of_all_games: MAX_DAYS_FOR_ALL_GAMES,
        },
        formats: [...API_FORMATS],
      },
    }
  },
})
