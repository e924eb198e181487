// Plans and their limits: PLANS-1. The operator's data/plans.json may override them.

export const PLAN_NAMES = ['free', 'premium', 'enterprise'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

export interface Plan {
  readonly name: PlanName
  /** Requests per minute to `/api/v1`; null if the plan has no API. */
  readonly requestsPerMinute: number | null
  readonly maxGames: number
  /** Minutes between samples; divides 60, because slots are aligned to the UTC hour. */
  readonly intervalMinutes: number
  /**
   * Days for which every sample is kept; after them, one per hour is kept for `hourlyDays`, then one per day forever.
   */
  readonly fullDays: number
  readonly hourlyDays: number | 'forever'
}

export type Plans = Readonly<Record<PlanName, Plan>>

/**
 * DATA-37: a damaged byte of the database can leave a name that no plan has. Until it is mended, the account counts as one of
 * the largest plan: a smaller one would miss samples and remove old ones.
 */
export const planNamed = (plans: Plans, name: PlanName): Plan => plans[name] ?? plans.enterprise

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
