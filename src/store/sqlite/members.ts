// Who may act for an account.
import { and, eq, sql } from 'drizzle-orm'
import type { MemberStore } from '../../domain/account.js'
import type { Changes } from './changes.js'
import type { Connection } from './connection.js'
import { member } from './schema.js'

export function memberStore({ orm, write }: Connection, changes: Changes): MemberStore {
  const ofAccount = orm
    .select()
    .from(member)
    .where(eq(member.accountId, sql.placeholder('accountId')))
    .orderBy(member.createdAt, member.discordUserId)
    .prepare()
  const ofUser = orm
    .select()
    .from(member)
    .where(eq(member.discordUserId, sql.placeholder('discordUserId')))
    .orderBy(member.createdAt, member.accountId)
    .prepare()

  return {
    set: async ({ accountId, discordUserId, role, createdAt }) =>
      write(() => {
        orm
          .insert(member)
          .values({ accountId, discordUserId, role, createdAt })
          // Who is given another role has been a member since before.
          .onConflictDoUpdate({ target: [member.accountId, member.discordUserId], set: { role } })
          .run()
        changes.bump('members')
      }),
    remove: async (accountId, discordUserId) =>
      write(() => {
        const which = and(eq(member.accountId, accountId), eq(member.discordUserId, discordUserId))
        const removed = orm.delete(member).where(which).returning().get()
        if (removed !== undefined) changes.bump('members')
        return removed
      }),
    list: async (accountId) => ofAccount.all({ accountId }),
    ofUser: async (discordUserId) => ofUser.all({ discordUserId }),
  }
}
