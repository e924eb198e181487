// Finds the plans that read a universe's history now: those of its games' accounts, also during their grace period
// (PLANS-13), and those of accounts that were removed (PLANS-14).
import { type Account, GRACE_PERIOD_MS } from '../../../../domain/account.js'
import type { Plan, Plans } from '../../../../domain/plan.js'
import { readingPlan } from '../../../../domain/rules/entitlement.js'
import type { ReaderPlans } from '../../../../series/retention/retention.js'
import type { Statements } from '../../connection.js'

type ReaderRow = Omit<Account, 'formerPlan'> & {
  readonly universeId: number
  readonly isPresent: boolean
  readonly keptPlan: Plan['name'] | null
  readonly keptUntil: number | null
}

// A removed game can be added again: for thirty days its history stays as it was.
const READERS = `
  SELECT DISTINCT g.universe_id::float8 AS "universeId", g.removed_at IS NULL AS "isPresent", a.id::float8 AS id, a.name,
    a.plan, a.status, a.trial_ends_at::float8 AS "trialEndsAt", a.kept_plan AS "keptPlan",
    a.kept_until::float8 AS "keptUntil", a.created_at::float8 AS "createdAt"
  FROM game g JOIN account a ON a.id = g.account_id
  WHERE g.removed_at IS NULL OR g.removed_at > $1`

/** A universe without a reader for longer is kept as for the free plan, because an account may still add it. */
export async function readReaderPlans(run: Statements, plans: Plans, now: number): Promise<ReaderPlans> {
  const [readers, present] = [new Map<number, Set<Plan>>(), new Set<number>()]
  const add = (universeId: number, plan: Plan): void => {
    readers.set(universeId, (readers.get(universeId) ?? new Set<Plan>()).add(plan))
  }
  const rows = await run<ReaderRow>(READERS, [now - GRACE_PERIOD_MS])
  for (const { universeId, isPresent, keptPlan, keptUntil, ...account } of rows) {
    const formerPlan = keptPlan === null || keptUntil === null ? null : { plan: keptPlan, until: keptUntil }
    add(universeId, readingPlan({ ...account, formerPlan }, plans, now))
    if (isPresent) present.add(universeId)
  }
  const former = await run<{ universeId: number; plan: Plan['name'] }>(
    'SELECT universe_id::float8 AS "universeId", plan FROM former_reader WHERE until > $1',
    [now],
  )
  for (const { universeId, plan } of former) add(universeId, plans[plan])
  return (universeId) => {
    const reading = readers.get(universeId)
    if (reading === undefined) return [plans.free]
    return present.has(universeId) ? [...reading] : undefined
  }
}
