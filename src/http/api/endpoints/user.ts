// GET /user: the account and its subscription.
import { z } from 'zod'
import { ROLES, STATUSES, statusAt } from '../../../domain/account.js'
import { isoOfMs } from '../../../domain/clock.js'
import { PLAN_NAMES } from '../../../domain/plan.js'
import { MAX_RANGE_DAYS } from '../../../domain/rules/date-range.js'
import { planInForce, readingPlan } from '../../../domain/rules/entitlement.js'
import { API_FORMATS } from '../../../files/formats.js'
import { MAX_DAYS_FOR_ALL_GAMES } from '../../../services/reading/summarize-games.js'
import { endpoint } from '../define.js'
import { count, field, moment } from '../fields.js'

const MAX_LISTED_MEMBERS = 500

const days = (what: string) => field(`Days that ${what} may span`, z.int().positive())

const userRecord = z
  .strictObject({
    id: field('Number of the account', z.int()),
    name: field('Name of the account', z.string()),
    plan: field('Plan of the account', z.enum(PLAN_NAMES)),
    status: field('State of the subscription', z.enum(STATUSES)),
    max_games: field('Games that the plan in force allows', count),
    trial: z
      .strictObject({
        active: field('Whether the trial goes on', z.boolean()),
        ends_at: field('When the trial ends or ended (UTC); null without one', moment.nullable()),
      })
      .meta({ description: 'The trial of the account' }),
    created_at: field('When the account was made (UTC)', moment),
    sampling_interval_minutes: field('Minutes between samples as the account reads them', z.int().positive()),
    retention: z
      .strictObject({
        full_days: field('Days for which each sample can be read', count),
        hourly_days: field('Days for which one sample an hour can be read; null: forever', count.nullable()),
        daily_days: field('Days for which one sample a day can be read; null: forever', count.nullable()),
      })
      .meta({ description: 'How long samples can be read: each of them, then one an hour, then one a day' }),
    longest_range_days: z
      .strictObject({
        export: days('an export'),
        summary: days('a summary of one game'),
        series: days('a series'),
        summary_of_all_games: days('a summary of all games'),
      })
      .meta({ description: 'Longest ranges of requests, both ends counted' }),
    formats: field('Formats of an export', z.array(z.enum(API_FORMATS))),
    members: field(
      'Who may sign in and act for the account, first those who joined first; at most 500',
      z.array(
        z.strictObject({
          discord_user_id: field('Discord ID of the person', z.string()),
          role: field('What the person may do', z.enum(ROLES)),
          joined_at: field('When the person became a member (UTC)', moment),
        }),
      ),
    ),
  })
  .meta({ id: 'User', description: 'The account and its subscription' })

export const user = endpoint({
  path: '/user',
  tag: 'Account',
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
        members: [{ discord_user_id: '80351110224678912', role: 'owner', joined_at: '2026-01-01T12:00:00.000Z' }],
      },
    },
  },
  params: z.object({}),
  query: z.object({}),
  response: z.object({
    user: userRecord,
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
        members: (await services.members.list(account)).slice(0, MAX_LISTED_MEMBERS).map((member) => ({
          discord_user_id: member.discordUserId,
          role: member.role,
          joined_at: isoOfMs(member.createdAt),
        })),
      },
    }
  },
})
