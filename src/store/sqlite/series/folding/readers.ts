// Which plans read a universe's history now: those of its games' accounts, in their grace too (contract §2).
import { type Account, GRACE_MS } from '../../../../domain/account.js'
import type { Plan, Plans } from '../../../../domain/plan.js'
import { readingPlan } from '../../../../domain/rules/entitlement.js'
import type { Connection } from '../../connection.js'

type Row = Omit<Account, 'kept'> & {
  readonly universeId: number
  readonly keptPlan: Plan['name'] | null
  readonly keptUntil: number | null
}

// A removed game can be added again: for thirty days it finds its history as it was.
const READERS = `
  SELECT DISTINCT g.universe_id AS universeId, a.id, a.name, a.plan, a.status, a.trial_ends_at AS trialEndsAt,
    a.kept_plan AS keptPlan, a.kept_until AS keptUntil, a.created_at AS createdAt
  FROM game g JOIN account a ON a.id = g.account_id
  WHERE g.removed_at IS NULL OR g.removed_at > ?`

/** A universe without readers is kept as for the free plan: somebody may come for it. */
export function planReader(
  { raw }: Connection,
  plans: Plans,
): (now: number) => (universeId: number) => readonly Plan[] {
  const select = raw.prepare<[number], Row>(READERS)
  return (now) => {
    const readers = new Map<number, Set<Plan>>()
    for (const { universeId, keptPlan, keptUntil, ...account } of select.all(now - GRACE_MS)) {
      const kept = keptPlan === null || keptUntil === null ? null : { plan: keptPlan, until: keptUntil }
      const known = readers.get(universeId) ?? new Set<Plan>()
      readers.set(universeId, known.add(readingPlan({ ...account, kept }, plans, now)))
    }
    return (universeId) => [...(readers.get(universeId) ?? [plans.free])]
  }
}
