// The first run of an empty installation: the person with the one-time code of a start names the operator, who owns the
// first account. Of several processes that share a database, each takes the codes of all (PROCESS-25).
import { timingSafeEqual } from 'node:crypto'
import type { Account } from '../../domain/account.js'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import { hashOf, newSecret } from '../auth/manage-sessions.js'
import type { NewAccountTerms } from '../management/manage-accounts.js'
import { isSharedCode, setupPeriod, shareCode } from './setup-codes.js'

interface Deps {
  readonly store: Store
  readonly createAccount: (terms: NewAccountTerms) => Promise<Account>
}

export function createFirstRun({ store, createAccount }: Deps) {
  const own = newSecret()
  /** Of the time in which the code was printed; undefined before. */
  let period: string | undefined
  const hasOtherProcesses = store.openFile === undefined

  const isEmpty = async (): Promise<boolean> => (await store.accounts.list()).length === 0
  /** Hashes have one length, and comparing them takes the same time wherever they differ. */
  const isOwn = (text: string): boolean => timingSafeEqual(Buffer.from(hashOf(text)), Buffer.from(hashOf(own)))
  const isCurrent = async (): Promise<boolean> => period !== undefined && period === (await setupPeriod(store.settings))
  const matches = async (text: string): Promise<boolean> =>
    isOwn(text) ? isCurrent() : hasOtherProcesses && isSharedCode(store.settings, text)

  return {
    /** The code of this start; undefined if it was used, or if there is an account. */
    code: async (): Promise<string | undefined> => {
      if (!(await isEmpty())) return undefined
      period ??= await setupPeriod(store.settings)
      if (!(await isCurrent())) return undefined
      if (hasOtherProcesses) await shareCode(store.settings, own)
      return own
    },
    /** Whether `claim` would take the code now. */
    accepts: async (text: string): Promise<boolean> => (await matches(text)) && (await isEmpty()),

    /** Uses the code once, even if it is sent several times at once. A rejected name leaves it valid. */
    claim: async (text: string, name: string): Promise<Account> => {
      if (!(await matches(text)) || !(await isEmpty())) throw usedUp()
      return createAccount({ name, plan: 'enterprise', isFirst: true })
    },
  }
}

const usedUp = (): HeadcountError => rejection('NOT_FOUND', { name: 'setup code used up', facts: {} })
