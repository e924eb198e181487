// Finds the plans that read a universe's history now: those of its games' accounts, also during their grace period
// (PLANS-13).
import { type Account, GRACE_PERIOD_MS } from '../../../../domain/account.js'
import { type Plan, type Plans, planNamed } from '../../../../domain/plan.js'
import { readingPlan } from '../../../../domain/rules/entitlement.js'
import type { ReaderPlans } from '../../../../series/retention/retention.js'
import type { Connection } from '../../connection.js'
import { formerReaders } from './former-readers.js'

type ReaderRow = Omit<Account, 'kept'> & {
  readonly isPresent: number
  readonly keptPlan: Plan['name'] | null
  readonly keptUntil: number | null
}

// A removed game can be added again: for thirty days its history stays as it was.
const READERS = `
  SELECT DISTINCT g.removed_at IS NULL AS isPresent, a.id, a.name, a.plan, a.status,
    a.trial_ends_at AS trialEndsAt, a.kept_plan AS keptPlan, a.kept_until AS keptUntil, a.created_at AS createdAt
  FROM game g JOIN account a ON a.id = g.account_id
  WHERE g.universe_id = ? AND (g.removed_at IS NULL OR g.removed_at > ?)`

/**
 * A universe without a reader for longer is kept as for the free plan, because an account may still add it. The readers of a
 * universe are read when they are asked for: those of thousands at once would stop all requests for a tenth of a second.
 */
export function planReader(connection: Connection, plans: Plans): (now: number) => ReaderPlans {
  const select = connection.raw.prepare<[number, number], ReaderRow>(READERS)
  const former = formerReaders(connection)
  return (now) => (universeId) => {
    const reading = new Set<Plan>()
    let isPresent = false
    for (const { isPresent: isItsGame, keptPlan, keptUntil, ...account } of select.all(
      universeId,
      now - GRACE_PERIOD_MS,
    )) {
      const formerPlan = keptPlan === null || keptUntil === null ? null : { plan: keptPlan, until: keptUntil }
      reading.add(readingPlan({ ...account, formerPlan }, plans, now))
      isPresent ||= isItsGame === 1
    }
    for (const plan of former.of(universeId, now)) reading.add(planNamed(plans, plan))
    if (reading.size === 0) return [plans.free]
    return isPresent ? [...reading] : undefined
  }
}
