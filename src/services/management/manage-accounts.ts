// Creates, changes and closes accounts for the operator.
import { type Account, GRACE_PERIOD_MS, type Status, statusAt } from '../../domain/account.js'
import { type Clock, DAY_MINUTES, MINUTE_MS, msOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { PlanName, Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce } from '../../domain/rules/entitlement.js'
import { AccountConflict, type PlanChange } from '../../domain/rules/plan-room.js'
import type { AuditLog } from '../audit/audit-log.js'
import { changedFields, noteOfAccount } from '../audit/notes.js'
import { endSetupCodes } from '../operator/setup-codes.js'

export interface AccountTerms {
  readonly name?: string | undefined
  readonly plan?: PlanName | undefined
  readonly status?: Status | undefined
  readonly trialDays?: number | undefined
}

export interface NewAccountTerms extends AccountTerms {
  readonly name: string
  readonly plan: PlanName
  /** Rejects with NOT_FOUND where there is an account already. */
  readonly isFirst?: true
}

export interface ChangedAccount extends PlanChange {
  readonly account: Account
  /** The number of games that the plan in force allows. */
  readonly maxGames: number
}

const DEFAULT_TRIAL_DAYS = 14
const MAX_CHANGE_ATTEMPTS = 3
const MAX_NAME_LENGTH = 100

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly audit: AuditLog
}

export function createManageAccounts({ store, clock, plans, audit }: Deps) {
  /**
   * The account with its stored status: an ended trial still has the status `trial`, from which its grace is computed.
   */
  const stored = async (idOrName: string): Promise<Account> => {
    const byId = /^\d{1,15}$/.test(idOrName) ? await store.accounts.byId(Number(idOrName)) : undefined
    const account = byId ?? (await store.accounts.byName(idOrName))
    if (!account) throw rejection('NOT_FOUND', { name: 'no such account', facts: { idOrName } })
    return account
  }

  const require = async (idOrName: string): Promise<Account> => {
    const account = await stored(idOrName)
    return { ...account, status: statusAt(account, clock.now()) }
  }

  const create = async (terms: NewAccountTerms): Promise<Account> => {
    const now = clock.now()
    const name = checkName(terms.name)
    if (await store.accounts.byName(name))
      throw rejection('INVALID_PARAMETERS', { name: 'account name taken', facts: { name } })
    const status = terms.status ?? (terms.trialDays === undefined ? 'active' : 'trial')
    const draft = { name, plan: terms.plan, status, formerPlan: null, createdAt: now }
    const trialEndsAt = trialEnd({ ...terms, status }, null, now)
    const account = await audit.commit(
      (created) => noteOfAccount('account created', created, `${name}: plan=${created.plan}`),
      () => store.accounts[terms.isFirst ? 'createFirst' : 'create']({ ...draft, trialEndsAt }),
    )
    await endSetupCodes(store.settings)
    return account
  }

  /** Changes the terms, and pauses or resumes games according to the plan's limits. */
  const change = async (idOrName: string, terms: AccountTerms): Promise<ChangedAccount> => {
    for (let attempt = 1; ; attempt++)
      try {
        return await changeOnce(idOrName, terms)
      } catch (error) {
        if (attempt === MAX_CHANGE_ATTEMPTS || !(error instanceof AccountConflict)) throw error
      }
  }

  const changeOnce = async (idOrName: string, terms: AccountTerms): Promise<ChangedAccount> => {
    const now = clock.now()
    const before = await stored(idOrName)
    const name = terms.name === undefined ? before.name : checkName(terms.name)
    const namesake = await store.accounts.byName(name)
    if (namesake && namesake.id !== before.id)
      throw rejection('INVALID_PARAMETERS', { name: 'account name taken', facts: { name } })
    const plan = terms.plan ?? before.plan
    const status = terms.status ?? (terms.trialDays === undefined ? before.status : 'trial')
    const isNewTrial = terms.status === 'trial' || terms.trialDays !== undefined
    const trialEndsAt = isNewTrial ? trialEnd({ ...terms, plan, status }, before.trialEndsAt, now) : before.trialEndsAt
    if (plan === 'free' && status === 'trial')
      throw rejection('INVALID_PARAMETERS', { name: 'trial of the free plan', facts: {} })
    const formerPlan = formerPlanAfter(before, { plan, status }, await graceStart({ store, clock }))
    const account = { ...before, name, plan, status, trialEndsAt, formerPlan }
    const { maxGames } = planInForce(account, plans, now)
    const isOfPlan = (terms.plan ?? terms.status ?? terms.trialDays) !== undefined
    const note = noteOfAccount('account changed', account, `${name}: ${changedFields(terms)}`)
    const limits = {
      // The games of an expired account continue (PLANS-5), so this compares the named plan, not the plan in force.
      pauseAbove: plan === before.plan ? null : plans[plan].maxGames,
      resumeUpTo: isOfPlan ? maxGames : null,
    }
    const games = await audit.commit(note, () => store.accounts.changePlan(account, limits, before))
    return { account: { ...account, status: statusAt(account, now) }, ...games, maxGames }
  }

  const formerPlanAfter = (
    before: Account,
    next: Pick<Account, 'plan' | 'status'>,
    start: number,
  ): Account['formerPlan'] => {
    const planBefore = planInForce(before, plans, clock.now())
    const planAfter = planInForce({ ...next, trialEndsAt: null }, plans, clock.now())
    if (planAfter.intervalMinutes > planBefore.intervalMinutes)
      return { plan: planBefore.name, until: start + GRACE_PERIOD_MS }
    return before.formerPlan
  }

  return {
    require,
    /** As it is stored. */
    byId: (id: number) => store.accounts.byId(id),
    create,
    change,
    list: async (): Promise<Account[]> =>
      (await store.accounts.list()).map((account) => ({ ...account, status: statusAt(account, clock.now()) })),
    remove: async (idOrName: string): Promise<Account> => {
      const account = await require(idOrName)
      await audit.commit(noteOfAccount('account removed', account), () => store.accounts.remove(account.id))
      return account
    },
  }
}

function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed.length < 1 || trimmed.length > MAX_NAME_LENGTH)
    throw rejection('INVALID_PARAMETERS', { name: 'account name length', facts: { most: MAX_NAME_LENGTH } })
  if (/^\d+$/.test(trimmed)) throw rejection('INVALID_PARAMETERS', { name: 'account name is a number', facts: {} })
  return trimmed
}

/** PLANS-3: a trial is of a paid plan and ends at `trial_ends_at`. */
function trialEnd(terms: AccountTerms, before: number | null, now: number): number | null {
  if (terms.trialDays !== undefined && terms.status !== 'trial')
    throw rejection('INVALID_PARAMETERS', { name: 'trial days without trial', facts: {} })
  if (terms.status !== 'trial') return before
  if (terms.plan === 'free') throw rejection('INVALID_PARAMETERS', { name: 'trial of the free plan', facts: {} })
  if (terms.trialDays === undefined && before !== null && before > now) return before
  return now + (terms.trialDays ?? DEFAULT_TRIAL_DAYS) * DAY_MINUTES * MINUTE_MS
}

/**
 * Determines when the thirty days of grace begin (PLANS-13), in milliseconds. The time of the last tick is a lower bound,
 * because with a clock that is behind, the grace could end before it began.
 */
export async function graceStart({ store, clock }: { store: Pick<Store, 'series'>; clock: Clock }): Promise<number> {
  const cursor = await store.series.cursor()
  return Math.max(clock.now(), cursor === undefined ? 0 : msOf(cursor.minute))
}
