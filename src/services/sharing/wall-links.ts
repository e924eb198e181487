// Makes, lists and revokes the unlisted links to the wall display of an account, and finds the account of one (WEB-57).
import type { Account } from '../../domain/account.js'
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import { MAX_WALL_LINKS, type WallLink } from '../../domain/sharing/wall-link.js'
import { newSecret } from '../auth/manage-sessions.js'

export interface WallLinkInput {
  /** How the screen shows the games; empty or beginning with a question mark. */
  readonly query: string
  /** The name of the person; null for somebody who signed in with a link. */
  readonly createdBy: string | null
}

export function createWallLinks({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** Throws INVALID_PARAMETERS where the account has as many links as it may. */
    create: async ({ id }: Account, { query, createdBy }: WallLinkInput): Promise<WallLink> => {
      const draft = { accountId: id, secret: newSecret(), query, createdAt: clock.now(), createdBy }
      const created = await store.wallLinks.create(draft, MAX_WALL_LINKS)
      if (created) return created
      throw rejection('INVALID_PARAMETERS', { name: 'too many wall links', facts: { most: MAX_WALL_LINKS } })
    },

    /** Newest first. */
    ofAccount: ({ id }: Account): Promise<WallLink[]> => store.wallLinks.ofAccount(id),

    /** Throws NOT_FOUND where the account has no such link. */
    revoke: async ({ id: accountId }: Account, id: number): Promise<void> => {
      const isRemoved = await store.wallLinks.remove(accountId, id)
      if (!isRemoved) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
    },

    /** The account that the link shows. Throws the same error for a link that was revoked and for one that never was. */
    open: async (secret: string): Promise<Account> => {
      const link = await store.wallLinks.bySecret(secret)
      const account = link && (await store.accounts.byId(link.accountId))
      if (!account) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
      return account
    },
  }
}
