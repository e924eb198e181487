// The accounts as the operator sees them, with what is in them and when they were last used.
import { type Account, type AccountActivity, type Status, statusAt } from '../../domain/account.js'
import type { Clock } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'

export interface AccountQuery {
  /** A part of the name, in any case; empty for all. */
  readonly find: string
  /** Undefined for all. */
  readonly status: Status | undefined
  /** From 1; a page beyond the last is the last. */
  readonly page: number
}

export interface AccountEntry {
  readonly account: Account
  readonly activity: AccountActivity
}

export interface AccountPage {
  readonly entries: readonly AccountEntry[]
  readonly page: number
  readonly pages: number
  /** The number of all accounts, whatever the query. */
  readonly total: number
}

const PAGE_SIZE = 50

/** Accounts are ordered by their creation, trials by their end. */
export function createListAccounts({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'accounts'>
  readonly clock: Clock
}) {
  return async function listAccounts({ find, status, page }: AccountQuery): Promise<AccountPage> {
    const all = (await store.accounts.list()).map((one) => ({ ...one, status: statusAt(one, clock.now()) }))
    const search = find.trim().toLowerCase()
    const found = all.filter(
      (one) => (status === undefined || one.status === status) && one.name.toLowerCase().includes(search),
    )
    if (status === 'trial') found.sort((a, b) => (a.trialEndsAt ?? 0) - (b.trialEndsAt ?? 0))
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
    const pageNumber = Math.min(page, pages)
    const accounts = found.slice((pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE)
    const activities = await store.accounts.activity(accounts.map(({ id }) => id))
    const entries = accounts.flatMap((account): AccountEntry[] => {
      const activity = activities.get(account.id)
      return activity === undefined ? [] : [{ account, activity }]
    })
    return { entries, page: pageNumber, pages, total: all.length }
  }
}
