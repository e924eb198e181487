// Finds the plans that read a universe's history now: those of its games' accounts, also during their grace period
// (PLANS-13).
import { type Account, GRACE_PERIOD_MS } from '../../../../domain/account.js'
import { type Plan, type Plans, planNamed } from '../../../../domain/plan.js'
import { readingPlan } from '../../../../domain/rules/entitlement.js'
import type { ReaderPlans } from '../../../../series/retention/retention.js'
import type { Connection } from '../../connection.js'
import { formerReaders } from './former-readers.js'

type ReaderRow = Omit<Account, 'kept'> & {
  readonly universeId: number
  readonly isPresent: number
  readonly keptPlan: Plan['name'] | null
  readonly keptUntil: number | null
}

// A removed game can be added again: for thirty days its history stays as it was.
const READERS = `
  SELECT DISTINCT g.universe_id AS universeId, g.removed_at IS NULL AS isPresent, a.id, a.name, a.plan, a.status,
    a.trial_ends_at AS trialEndsAt, a.kept_plan AS keptPlan, a.kept_until AS keptUntil, a.created_at AS createdAt
  FROM game g JOIN account a ON a.id = g.account_id
  WHERE g.removed_at IS NULL OR g.removed_at > ?`

/** A universe without a reader for longer is kept as for the free plan, because an account may still add it. */
export function planReader(connection: Connection, plans: Plans): (now: number) => ReaderPlans {
  const select = connection.raw.prepare<[number], ReaderRow>(READERS)
  const former = formerReaders(connection)
  return (now) => {
    const [readers, present] = [new Map<number, Set<Plan>>(), new Set<number>()]
    const add = (universeId: number, plan: Plan): void => {
      readers.set(universeId, (readers.get(universeId) ?? new Set<Plan>()).add(plan))
    }
    for (const { universeId, isPresent, keptPlan, keptUntil, ...account } of select.all(now - GRACE_PERIOD_MS)) {
      const formerPlan = keptPlan === null || keptUntil === null ? null : { plan: keptPlan, until: keptUntil }
      add(universeId, readingPlan({ ...account, formerPlan }, plans, now))
      if (isPresent === 1) present.add(universeId)
    }
    for (const { universeId, plan } of former.at(now)) add(universeId, planNamed(plans, plan))
    return (universeId) => {
      const reading = readers.get(universeId)
      if (reading === undefined) return [plans.free]
      return present.has(universeId) ? [...reading] : undefined
    }
  }
}
