// Which plan applies: sampling and limits follow the plan in force, reading has a grace period (PLANS-5, PLANS-13).
import { type Account, GRACE_PERIOD_MS, type Subscription, statusAt } from '../account.js'
import { type Plan, type Plans, planNamed } from '../plan.js'

/** API-4: an account without an API plan still gets a response (a rejection) 30 times a minute. */
const MIN_REQUESTS_PER_MINUTE = 30

/** The plan whose sampling and limits are in force: an expired account continues with the free plan. */
export const planInForce = (subscription: Subscription, plans: Plans, now: number): Plan =>
  statusAt(subscription, now) === 'expired' ? plans.free : planNamed(plans, subscription.plan)

/** The plan whose history the account may read: that of the former plan stays readable until 30 days after a lapse. */
export function readingPlan(account: Account, plans: Plans, now: number): Plan {
  const inForce = planInForce(account, plans, now)
  const formerPlan = account.formerPlan ?? trialGrace(account, now)
  if (formerPlan === null || formerPlan.until <= now) return inForce
  return finer(planNamed(plans, formerPlan.plan), inForce)
}

const trialGrace = (account: Account, now: number): Account['formerPlan'] =>
  account.status === 'trial' && account.trialEndsAt !== null && account.trialEndsAt <= now
    ? { plan: account.plan, until: account.trialEndsAt + GRACE_PERIOD_MS }
    : null

const finer = (a: Plan, b: Plan): Plan =>
  a.intervalMinutes < b.intervalMinutes || (a.intervalMinutes === b.intervalMinutes && a.fullDays > b.fullDays) ? a : b

/** `basic`: the endpoints that a trial may call; `full`: also those marked "Premium or Enterprise only". */
export type ApiAccess = 'none' | 'basic' | 'full'

export function apiAccess(subscription: Subscription, plans: Plans, now: number): ApiAccess {
  const status = statusAt(subscription, now)
  if (status === 'expired' || planNamed(plans, subscription.plan).requestsPerMinute === null) return 'none'
  return status === 'trial' ? 'basic' : 'full'
}

/** Requests per minute, per account and not per key (API-4). */
export const requestLimit = (subscription: Subscription, plans: Plans, now: number): number =>
  planInForce(subscription, plans, now).requestsPerMinute ?? MIN_REQUESTS_PER_MINUTE
