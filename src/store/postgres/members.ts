// Stores the members of accounts.
import { and, eq, inArray } from 'drizzle-orm'
import type { Member, MemberStore } from '../../domain/account.js'
import { discordPerson } from '../../domain/game-marks.js'
import { byBytes, first } from './columns.js'
import type { Connection, Orm, Transaction } from './connection.js'
import { lockAccount } from './locks.js'
import { favorite } from './marks/schema.js'
import { game, member } from './schema.js'

export function memberStore({ read, write }: Connection): MemberStore {
  return {
    set: (newMember) => write((transaction) => put(transaction, newMember)),
    remove: (accountId, discordUserId) => write((transaction) => take(transaction, accountId, discordUserId)),
    setKeepingOwner: (newMember) =>
      write(async (transaction) => {
        const { accountId, discordUserId, role } = newMember
        await lockAccount(transaction, accountId)
        if (role !== 'owner' && (await isLastOwner(transaction.orm, accountId, discordUserId))) return false
        await put(transaction, newMember)
        return true
      }),
    removeKeepingOwner: (accountId, discordUserId) =>
      write(async (transaction) => {
        await lockAccount(transaction, accountId)
        if (await isLastOwner(transaction.orm, accountId, discordUserId)) return false
        await take(transaction, accountId, discordUserId)
        return true
      }),
    list: (accountId) =>
      read((orm) =>
        orm
          .select()
          .from(member)
          .where(eq(member.accountId, accountId))
          .orderBy(member.createdAt, byBytes(member.discordUserId)),
      ),
    ofUser: (discordUserId) =>
      read((orm) =>
        orm
          .select()
          .from(member)
          .where(eq(member.discordUserId, discordUserId))
          .orderBy(member.createdAt, member.accountId),
      ),
  }
}

async function put({ orm, changed }: Transaction, newMember: Member): Promise<void> {
  const { accountId, discordUserId, role, createdAt } = newMember
  await orm
    .insert(member)
    .values({ accountId, discordUserId, role, createdAt })
    // A member who is given another role keeps the time of joining.
    .onConflictDoUpdate({ target: [member.accountId, member.discordUserId], set: { role } })
  changed('members')
}

async function take(
  { orm, changed }: Transaction,
  accountId: number,
  discordUserId: string,
): Promise<Member | undefined> {
  const which = and(eq(member.accountId, accountId), eq(member.discordUserId, discordUserId))
  const removed = first(await orm.delete(member).where(which).returning())
  if (removed === undefined) return undefined
  const games = orm.select({ id: game.id }).from(game).where(eq(game.accountId, accountId))
  const isOwn = eq(favorite.person, discordPerson(discordUserId))
  await orm.delete(favorite).where(and(isOwn, inArray(favorite.gameId, games)))
  changed('members')
  return removed
}

async function isLastOwner(orm: Orm, accountId: number, discordUserId: string): Promise<boolean> {
  const owners = await orm
    .select({ discordUserId: member.discordUserId })
    .from(member)
    .where(and(eq(member.accountId, accountId), eq(member.role, 'owner')))
  return owners.length === 1 && owners[0]?.discordUserId === discordUserId
}
