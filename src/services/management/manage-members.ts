// Manages who may sign in and act for an account, by Discord user id (WEB-5).
import type { Account, Member, Role } from '../../domain/account.js'
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfAccount } from '../audit/notes.js'

export function createManageMembers({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  const find = async (account: Account, userId: string): Promise<Member> => {
    const member = (await store.members.list(account.id)).find(({ discordUserId }) => discordUserId === userId)
    if (!member) throw rejection('NOT_FOUND', { name: 'no such member', facts: { userId, account: account.name } })
    return member
  }

  return {
    /** An existing member gets the role and keeps the original date of joining. */
    add: async (account: Account, userId: string, role: Role): Promise<Member> => {
      checkUser(userId)
      const member = { accountId: account.id, discordUserId: userId, role, createdAt: clock.now() }
      await audit.commit(setNote(account, userId, role), () => store.members.set(member))
      return find(account, userId)
    },

    remove: async (account: Account, userId: string): Promise<Member> => {
      checkUser(userId)
      const member = await find(account, userId)
      await audit.commit(removalNote(account, userId), () => store.members.remove(account.id, userId))
      return member
    },

    /** Like `add`, for a change by an owner on the web: an account that has an owner keeps one. */
    give: async (account: Account, userId: string, role: Role): Promise<Member> => {
      checkUser(userId)
      const member = { accountId: account.id, discordUserId: userId, role, createdAt: clock.now() }
      const isDone = await audit.commit(
        (isSet: boolean) => (isSet ? setNote(account, userId, role) : undefined),
        () => store.members.setKeepingOwner(member),
      )
      if (!isDone) throw rejection('INVALID_PARAMETERS', { name: 'last owner', facts: {} })
      return find(account, userId)
    },

    removeMember: async (account: Account, userId: string): Promise<void> => {
      await find(account, userId)
      const isDone = await audit.commit(
        (isRemoved: boolean) => (isRemoved ? removalNote(account, userId) : undefined),
        () => store.members.removeKeepingOwner(account.id, userId),
      )
      if (!isDone) throw rejection('INVALID_PARAMETERS', { name: 'last owner', facts: {} })
    },

    find,
    list: (account: Account): Promise<Member[]> => store.members.list(account.id),
  }
}

const setNote = (account: Account, userId: string, role: Role) =>
  noteOfAccount('member set', account, `${userId}: ${role}`)

const removalNote = (account: Account, userId: string) => noteOfAccount('member removed', account, userId)

function checkUser(userId: string): void {
  if (!/^\d{5,20}$/.test(userId)) throw rejection('INVALID_PARAMETERS', { name: 'not a user id', facts: {} })
}
