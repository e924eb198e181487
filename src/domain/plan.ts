// What a subscription buys: PLANS-1. An operator's data/plans.json may say otherwise.

export const PLAN_NAMES = ['free', 'premium', 'enterprise'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

export interface Plan {
  readonly name: PlanName
  /** Requests a minute to `/api/v1`; null where the plan has no API. */
  readonly requestsPerMinute: number | null
  readonly maxGames: number
  /** Minutes between samples; divides 60, for slots are aligned to the UTC hour. */
  readonly intervalMinutes: number
  /** Days for which every sample is kept; then one an hour for `hourlyDays`, then one a day forever. */
  readonly fullDays: number
  readonly hourlyDays: number | 'forever'
}

export type Plans = Readonly<Record<PlanName, Plan>>

export const DEFAULT_PLANS: Plans = {
  free: { name: 'free', requestsPerMinute: null, maxGames: 3, intervalMinutes: 10, fullDays: 7, hourlyDays: 30 },
  premium: {
    name: 'premium',
    requestsPerMinute: 100,
    maxGames: 25,
    intervalMinutes: 5,
    fullDays: 90,
    hourlyDays: 730,
  },
  enterprise: {
    name: 'enterprise',
    requestsPerMinute: 500,
    maxGames: 500,
    intervalMinutes: 1,
    fullDays: 730,
    hourlyDays: 'forever',
  },
}
