// Stores accounts. Removing one also removes its games, keys, members and guild links; samples belong to no account and
// stay.
import { eq, sql } from 'drizzle-orm'
import type { Account, AccountDraft, AccountStore } from '../../domain/account.js'
import { type Clock, msOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { PlanChangeStore } from '../../domain/rules/plan-room.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import { accountActivity } from './auth/account-activity.js'
import type { Changes, ReadCache } from './cached-reads.js'
import type { Connection } from './connection.js'
import { gamePausing } from './games.js'
import { account, tickCursor } from './schema.js'
import { formerReaders } from './series/retention/former-readers.js'

type AccountRecord = typeof account.$inferSelect

export interface AccountRules {
  readonly clock: Clock
  readonly clockState: () => ClockState
  readonly plans: Plans
  readonly readCache: ReadCache
}

export function accountStore(
  connection: Connection,
  changes: Changes,
  rules: AccountRules,
): AccountStore & PlanChangeStore {
  const { clock, clockState, plans, readCache } = rules
  const { orm, write } = connection
  const activity = accountActivity(connection)
  const former = formerReaders(connection)
  const pausing = gamePausing(connection, changes)
  const lastTick = orm.select({ minute: tickCursor.minute }).from(tickCursor).prepare()
  const withId = orm
    .select()
    .from(account)
    .where(eq(account.id, sql.placeholder('id')))
    .prepare()
  const withName = orm
    .select()
    .from(account)
    .where(eq(account.name, sql.placeholder('name')))
    .prepare()
  const all = orm.select().from(account).orderBy(account.id).prepare()

  const byId = readCache.untilTrackingChanges((id: number) => optional(withId.get({ id })))

  const rejectTaken = (name: string, id?: number): void => {
    const other = withName.get({ name })
    if (other !== undefined && other.id !== id)
      throw rejection('INVALID_PARAMETERS', { name: 'account name taken', facts: { name } })
  }

  const update = (changed: Account): void => {
    rejectTaken(changed.name, changed.id)
    orm.update(account).set(toRow(changed)).where(eq(account.id, changed.id)).run()
    changes.bump('accounts')
  }

  const create = (draft: AccountDraft): Account => {
    rejectTaken(draft.name)
    changes.bump('accounts')
    return toAccount(orm.insert(account).values(toRow(draft)).returning().get())
  }

  return {
    create: async (draft) => write(() => create(draft)),
    createFirst: async (draft) =>
      write(() => {
        if (all.all().length > 0) throw rejection('NOT_FOUND', { name: 'setup code used up', facts: {} })
        return create(draft)
      }),
    byId: async (id) => byId(id),
    byName: async (name) => optional(withName.get({ name })),
    list: async () => all.all().map(toAccount),
    activity: async (ids) => activity(ids),
    update: async (changed) => write(() => update(changed)),
    changePlan: async (changed, { pauseAbove, resumeUpTo }) =>
      write(() => {
        update(changed)
        const paused = pauseAbove === null ? [] : pausing.pauseAbove(changed.id, pauseAbove)
        const wasPaused = ({ id, isPausedByPlan }: Game) => isPausedByPlan && !paused.some((game) => game.id === id)
        if (resumeUpTo === null) return { paused, resumed: [], left: [] }
        return { paused, ...pausing.resume(changed.id, resumeUpTo, wasPaused) }
      }),
    remove: async (id) =>
      write(() => {
        // The last tick is a lower bound of the time: with a clock that is behind, the grace period might end before it
        // began.
        const now = Math.max(clock.now(), msOf(lastTick.get()?.minute ?? 0))
        if (clockState() === 'correct') former.prune(now)
        const removed = optional(withId.get({ id }))
        if (removed !== undefined) former.keep({ id, plan: readingPlan(removed, plans, now).name }, now)
        orm.delete(account).where(eq(account.id, id)).run()
        changes.bump('accounts')
      }),
  }
}

const optional = (row: AccountRecord | undefined): Account | undefined =>
  row === undefined ? undefined : toAccount(row)

const toAccount = ({ keptPlan, keptUntil, ...row }: AccountRecord): Account => ({
  ...row,
  formerPlan: keptPlan === null || keptUntil === null ? null : { plan: keptPlan, until: keptUntil },
})

const toRow = ({
  name,
  plan,
  status,
  trialEndsAt,
  formerPlan,
  createdAt,
}: AccountDraft): Omit<AccountRecord, 'id'> => ({
  name,
  plan,
  status,
  trialEndsAt,
  keptPlan: formerPlan?.plan ?? null,
  keptUntil: formerPlan?.until ?? null,
  createdAt,
})
