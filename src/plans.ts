// Reads the operator's own plans: data/plans.json changes the values that it names and keeps the others (PLANS-1).
import { z } from 'zod'
import { DEFAULT_PLANS, type Plan, type PlanName, type Plans } from './domain/plan.js'

const wholeNumber = z.int().min(1).max(1_000_000)

/** Slots are aligned to the UTC hour, so an interval must divide 60 minutes. */
const interval = z.int().refine((minutes) => minutes >= 1 && 60 % minutes === 0, 'takes minutes that divide 60')

const override = z
  .strictObject({
    requestsPerMinute: wholeNumber.nullable(),
    maxGames: z.int().min(0).max(100_000),
    intervalMinutes: interval,
    fullDays: wholeNumber,
    hourlyDays: z.union([wholeNumber, z.literal('forever')]),
  })
  .partial()

export const plansSchema = z
  .strictObject({ free: override, premium: override, enterprise: override })
  .partial()
  .transform((input): Plans => {
    const plan = (name: PlanName): Plan => ({ ...DEFAULT_PLANS[name], ...withoutUndefined(input[name] ?? {}) })
    return { free: plan('free'), premium: plan('premium'), enterprise: plan('enterprise') }
  })

function withoutUndefined<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
