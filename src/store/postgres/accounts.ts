// Stores accounts. Removing one also removes its games, keys, members and guild links; samples belong to no account and
// stay.
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { Account, AccountDraft, AccountStore } from '../../domain/account.js'
import { type Clock, msOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { AccountConflict, type PlanChangeStore } from '../../domain/rules/plan-room.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import { readActivity } from './auth/account-activity.js'
import { first, only } from './columns.js'
import type { Connection, Transaction } from './connection.js'
import { formerReaders } from './former-readers.js'
import { pauseAbove, resumeGames } from './games.js'
import { lockAccount, lockName } from './locks.js'
import { account, tickCursor } from './schema.js'
import { isDuplicate } from './server/errors.js'

type AccountRecord = typeof account.$inferSelect

interface AccountRules {
  readonly clock: Clock
  readonly clockState: () => ClockState
  readonly plans: Plans
}

export function accountStore(connection: Connection, rules: AccountRules): AccountStore & PlanChangeStore {
  const { read, write } = connection

  const update = async (transaction: Transaction, changed: Account): Promise<void> => {
    transaction.changed('accounts')
    await rejectTaken(changed.name, () =>
      transaction.orm.update(account).set(toRow(changed)).where(eq(account.id, changed.id)),
    )
  }

  const create = async ({ orm, changed }: Transaction, draft: AccountDraft): Promise<Account> => {
    changed('accounts')
    return toAccount(only(await rejectTaken(draft.name, () => orm.insert(account).values(toRow(draft)).returning())))
  }

  return {
    create: (draft) => write((transaction) => create(transaction, draft)),
    createFirst: (draft) =>
      write(async (transaction) => {
        await lockName(transaction, 'account', 'first')
        const present = await transaction.orm.select({ id: account.id }).from(account).limit(1)
        if (present.length > 0) throw rejection('NOT_FOUND', { name: 'setup code used up', facts: {} })
        return create(transaction, draft)
      }),
    byId: async (id) => optional(await read((orm) => orm.select().from(account).where(eq(account.id, id)))),
    byName: async (name) => optional(await read((orm) => orm.select().from(account).where(eq(account.name, name)))),
    list: async () => (await read((orm) => orm.select().from(account).orderBy(account.id))).map(toAccount),
    activity: (ids) => read((orm) => readActivity(orm, ids)),
    update: (changed) => write((transaction) => update(transaction, changed)),
    changePlan: (changed, { pauseAbove: most, resumeUpTo }, before) =>
      write(async (transaction) => {
        await lockAccount(transaction, changed.id)
        if (before !== undefined) await requireUnchanged(transaction, before)
        await update(transaction, changed)
        const paused = most === null ? [] : await pauseAbove(transaction, changed.id, most)
        const wasPaused = ({ id, isPausedByPlan }: Game) => isPausedByPlan && !paused.some((game) => game.id === id)
        if (resumeUpTo === null) return { paused, resumed: [], left: [] }
        return { paused, ...(await resumeGames(transaction, changed.id, resumeUpTo, wasPaused)) }
      }),
    remove: (id) => write((transaction) => remove(transaction, id, rules)),
  }
}

async function requireUnchanged({ orm }: Transaction, before: Account): Promise<void> {
  const found = optional(await orm.select().from(account).where(eq(account.id, before.id)))
  if (!isDeepStrictEqual(found, before)) throw new AccountConflict('The account was changed after it was read.')
}

async function remove(transaction: Transaction, id: number, { clock, clockState, plans }: AccountRules): Promise<void> {
  const { orm, changed } = transaction
  await lockAccount(transaction, id)
  const lastTick = first(await orm.select({ minute: tickCursor.minute }).from(tickCursor))
  // The last tick is a lower bound of the time: with a clock that is behind, the grace period might end before it began.
  const now = Math.max(clock.now(), msOf(lastTick?.minute ?? 0))
  if (clockState() === 'correct') await formerReaders.prune(orm, now)
  const removed = optional(await orm.select().from(account).where(eq(account.id, id)))
  if (removed !== undefined) await formerReaders.keep(orm, { id, plan: readingPlan(removed, plans, now).name }, now)
  await orm.delete(account).where(eq(account.id, id))
  changed('accounts')
}

/** The unique index decides, because another process may take the name at the same time. */
async function rejectTaken<T>(name: string, write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isDuplicate(error, 'account_name_unique')) throw error
    throw rejection('INVALID_PARAMETERS', { name: 'account name taken', facts: { name } })
  }
}

const optional = ([row]: readonly AccountRecord[]): Account | undefined => row && toAccount(row)

const toAccount = ({ keptPlan, keptUntil, ...row }: AccountRecord): Account => ({
  ...row,
  formerPlan: keptPlan === null || keptUntil === null ? null : { plan: keptPlan, until: keptUntil },
})

const toRow = ({ formerPlan, name, plan, status, trialEndsAt, createdAt }: AccountDraft) => ({
  ...{ name, plan, status, trialEndsAt, createdAt },
  keptPlan: formerPlan?.plan ?? null,
  keptUntil: formerPlan?.until ?? null,
})
