// One-time links that sign in without Discord, valid for 15 minutes (WEB-2).
import type { Account, Role } from '../../domain/account.js'
import { LOGIN_LINK_LIFETIME_MS, type LoginLink, type Membership } from '../../domain/auth/session.js'
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfAccount } from '../audit/notes.js'
import { hashOf, newSecret } from './manage-sessions.js'

export interface LinkMembership extends Membership {
  readonly isOperator: boolean
}

export function createLoginLinks({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  const membershipOf = async (link: LoginLink | undefined): Promise<LinkMembership | undefined> => {
    const account = link && link.expiresAt > clock.now() ? await store.accounts.byId(link.accountId) : undefined
    return link && account && { account, role: link.role, isOperator: link.isOperator }
  }

  return {
    create: async (
      account: Account,
      role: Role,
      isOperator = false,
    ): Promise<{ secret: string; expiresAt: number }> => {
      const secret = newSecret()
      const expiresAt = clock.now() + LOGIN_LINK_LIFETIME_MS
      const link = { hash: hashOf(secret), accountId: account.id, role, expiresAt, isOperator }
      await audit.commit(noteOfAccount('sign-in link created', account, role), () => store.sessions.createLink(link))
      return { secret, expiresAt }
    },

    /** Returns the membership that the link gives without using it; undefined if the link is no longer valid. */
    look: async (secret: string): Promise<LinkMembership | undefined> =>
      membershipOf(await store.sessions.linkByHash(hashOf(secret))),

    use: async (secret: string): Promise<LinkMembership> => {
      const membership = await membershipOf(await store.sessions.useLink(hashOf(secret), clock.now()))
      if (!membership) throw rejection('NOT_FOUND', { name: 'link used up', facts: {} })
      return membership
    },
  }
}
