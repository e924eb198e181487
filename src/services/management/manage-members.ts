// Manages who may sign in and act for an account, by Discord user id (WEB-5).
import type { Account, Member, Role } from '../../domain/account.js'
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'

export function createManageMembers({ store, clock }: { store: Store; clock: Clock }) {
  const find = async (account: Account, userId: string): Promise<Member> => {
    const member = (await store.members.list(account.id)).find(({ discordUserId }) => discordUserId === userId)
    if (!member) throw rejection('NOT_FOUND', { name: 'no such member', facts: { userId, account: account.name } })
    return member
  }

  return {
    /** An existing member gets the role and keeps the original date of joining. */
    add: async (account: Account, userId: string, role: Role): Promise<Member> => {
      checkUser(userId)
      await store.members.set({ accountId: account.id, discordUserId: userId, role, createdAt: clock.now() })
      return find(account, userId)
    },

    remove: async (account: Account, userId: string): Promise<Member> => {
      checkUser(userId)
      const member = await find(account, userId)
      await store.members.remove(account.id, userId)
      return member
    },

    /** Like `add`, for a change by an owner on the web: an account that has an owner keeps one. */
    give: async (account: Account, userId: string, role: Role): Promise<Member> => {
      checkUser(userId)
      const member = { accountId: account.id, discordUserId: userId, role, createdAt: clock.now() }
      if (!(await store.members.setKeepingOwner(member)))
        throw rejection('INVALID_PARAMETERS', { name: 'last owner', facts: {} })
      return find(account, userId)
    },

    removeMember: async (account: Account, userId: string): Promise<void> => {
      await find(account, userId)
      if (!(await store.members.removeKeepingOwner(account.id, userId)))
        throw rejection('INVALID_PARAMETERS', { name: 'last owner', facts: {} })
    },

    find,
    list: (account: Account): Promise<Member[]> => store.members.list(account.id),
  }
}

function checkUser(userId: string): void {
  if (!/^\d{5,20}$/.test(userId)) throw rejection('INVALID_PARAMETERS', { name: 'not a user id', facts: {} })
}
