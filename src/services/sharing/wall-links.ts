// Makes, lists and revokes the unlisted links to the wall display of an account, and finds the account of one (WEB-57).
import type { Account } from '../../domain/account.js'
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import { MAX_WALL_LINKS, type WallLink } from '../../domain/sharing/wall-link.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfAccount } from '../audit/notes.js'
import { newSecret } from '../auth/manage-sessions.js'

export interface WallLinkInput {
  /** How the screen shows the games; empty or beginning with a question mark. */
  readonly query: string
  /** The name of the person; null for somebody who signed in with a link. */
  readonly createdBy: string | null
}

export function createWallLinks({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  return {
    /** Throws INVALID_PARAMETERS where the account has as many links as it may. */
    create: async (account: Account, { query, createdBy }: WallLinkInput): Promise<WallLink> => {
      const draft = { accountId: account.id, secret: newSecret(), query, createdAt: clock.now(), createdBy }
      const created = await audit.commit(
        (link: WallLink | undefined) => link && noteOfAccount('wall link created', account),
        () => store.wallLinks.create(draft, MAX_WALL_LINKS),
      )
      if (created) return created
      throw rejection('INVALID_PARAMETERS', { name: 'too many wall links', facts: { most: MAX_WALL_LINKS } })
    },

    /** Newest first. */
    ofAccount: ({ id }: Account): Promise<WallLink[]> => store.wallLinks.ofAccount(id),

    /** Throws NOT_FOUND where the account has no such link. */
    revoke: async (account: Account, id: number): Promise<void> => {
      const isDone = await audit.commit(
        (isRemoved: boolean) => (isRemoved ? noteOfAccount('wall link revoked', account) : undefined),
        () => store.wallLinks.remove(account.id, id),
      )
      if (!isDone) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
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
