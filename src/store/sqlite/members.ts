// Stores the members of accounts.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Member, MemberStore } from '../../domain/account.js'
import { discordPerson } from '../../domain/game-marks.js'
import type { Changes } from './cached-reads.js'
import type { Connection } from './connection.js'
import { favorite } from './marks/schema.js'
import { game, member } from './schema.js'

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

  const put = ({ accountId, discordUserId, role, createdAt }: Member): void => {
    orm
      .insert(member)
      .values({ accountId, discordUserId, role, createdAt })
      // A member who is given another role keeps the time of joining.
      .onConflictDoUpdate({ target: [member.accountId, member.discordUserId], set: { role } })
      .run()
    changes.bump('members')
  }
  const take = (accountId: number, discordUserId: string): Member | undefined => {
    const which = and(eq(member.accountId, accountId), eq(member.discordUserId, discordUserId))
    const removed = orm.delete(member).where(which).returning().get()
    if (removed === undefined) return undefined
    forgetFavorites(accountId, discordUserId)
    changes.bump('members')
    return removed
  }
  const forgetFavorites = (accountId: number, discordUserId: string): void => {
    const games = orm.select({ id: game.id }).from(game).where(eq(game.accountId, accountId))
    const person = eq(favorite.person, discordPerson(discordUserId))
    orm
      .delete(favorite)
      .where(and(person, inArray(favorite.gameId, games)))
      .run()
  }
  const isLastOwner = (accountId: number, discordUserId: string): boolean => {
    const owners = ofAccount.all({ accountId }).filter(({ role }) => role === 'owner')
    return owners.length === 1 && owners[0]?.discordUserId === discordUserId
  }

  return {
    set: async (newMember) => write(() => put(newMember)),
    remove: async (accountId, discordUserId) => write(() => take(accountId, discordUserId)),
    setKeepingOwner: async (newMember) =>
      write(() => {
        if (newMember.role !== 'owner' && isLastOwner(newMember.accountId, newMember.discordUserId)) return false
        put(newMember)
        return true
      }),
    removeKeepingOwner: async (accountId, discordUserId) =>
      write(() => {
        if (isLastOwner(accountId, discordUserId)) return false
        take(accountId, discordUserId)
        return true
      }),
    list: async (accountId) => ofAccount.all({ accountId }),
    ofUser: async (discordUserId) => ofUser.all({ discordUserId }),
  }
}
