// The first run of an empty installation: the person with the one-time code of this start names the operator, who owns the
// first account.
import { timingSafeEqual } from 'node:crypto'
import type { Account } from '../../domain/account.js'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import { hashOf, newSecret } from '../auth/manage-sessions.js'
import type { AccountTerms } from '../management/manage-accounts.js'

interface Deps {
  readonly store: Store
  readonly createAccount: (
    terms: AccountTerms & { readonly name: string; readonly plan: 'enterprise' },
  ) => Promise<Account>
}

export function createFirstRun({ store, createAccount }: Deps) {
  let code: string | undefined = newSecret()

  const isEmpty = async (): Promise<boolean> => (await store.accounts.list()).length === 0
  /** Hashes have one length, and comparing them takes the same time wherever they differ. */
  const matches = (text: string): boolean =>
    code !== undefined && timingSafeEqual(Buffer.from(hashOf(text)), Buffer.from(hashOf(code)))

  return {
    /** The code of this start; undefined if it was used, or if there is an account. */
    code: async (): Promise<string | undefined> => ((await isEmpty()) ? code : undefined),
    accepts: async (text: string): Promise<boolean> => matches(text) && (await isEmpty()),

    /** Uses the code once, even if it is sent several times at once. A rejected name leaves it valid. */
    claim: async (text: string, name: string): Promise<Account> => {
      if (!matches(text)) throw usedUp()
      const used = code
      code = undefined
      try {
        if (!(await isEmpty())) throw usedUp()
        return await createAccount({ name, plan: 'enterprise' })
      } catch (error) {
        code = used
        throw error
      }
    },
  }
}

const usedUp = (): HeadcountError => rejection('NOT_FOUND', { name: 'setup code used up', facts: {} })
