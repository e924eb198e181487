// GET /user: the account and its subscription.
import { z } from 'zod'
import { STATUSES, statusAt } from '../../../domain/account.js'
import { isoOfMs } from '../../../domain/clock.js'
import { PLAN_NAMES } from '../../../domain/plan.js'
import { planInForce } from '../../../domain/rules/entitlement.js'
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
    }),
  }),
  handle: async ({ caller: { account }, services }) => {
    const now = services.clock.now()
    const status = statusAt(account, now)
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
      },
    }
  },
})
