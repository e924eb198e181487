// Stores the guilds that are linked to accounts, and the one-time codes that link them.
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Clock } from '../../../domain/clock.js'
import type { GuildLink, GuildStore } from '../../../domain/guild.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import { byBytes, first } from '../columns.js'
import type { Connection, Transaction } from '../connection.js'
import { guild, guildCode } from '../schema.js'

interface GuildClock {
  readonly clock: Clock
  readonly clockState: () => ClockState
}

export function guildStore({ read, write }: Connection, { clock, clockState }: GuildClock): GuildStore {
  const put = async ({ orm, changed }: Transaction, { guildId, ...link }: GuildLink): Promise<void> => {
    await orm
      .insert(guild)
      .values({ guildId, ...link })
      .onConflictDoUpdate({ target: guild.guildId, set: link })
    changed('guilds')
  }

  return {
    link: (link) => write((transaction) => put(transaction, link)),
    unlink: (guildId) =>
      write(async ({ orm, changed }) => {
        const { rowCount } = await orm.delete(guild).where(eq(guild.guildId, guildId))
        if (rowCount === 0) return false
        changed('guilds')
        return true
      }),
    byId: async (guildId) => first(await read((orm) => orm.select().from(guild).where(eq(guild.guildId, guildId)))),
    ofAccount: (accountId) =>
      read((orm) =>
        orm.select().from(guild).where(eq(guild.accountId, accountId)).orderBy(guild.linkedAt, byBytes(guild.guildId)),
      ),
    createCode: ({ hash, accountId, expiresAt }) =>
      write(async ({ orm }) => {
        // Deletes codes that were never used, which would otherwise stay forever. A clock that runs ahead would make
        // all of them look expired.
        if (clockState() === 'correct') await orm.delete(guildCode).where(lte(guildCode.expiresAt, clock.now()))
        await orm.insert(guildCode).values({ hash, accountId, expiresAt })
      }),
    useCode: (hash, guildId, now) =>
      write(async (transaction) => {
        const isGood = and(eq(guildCode.hash, hash), gt(guildCode.expiresAt, now))
        const code = first(await transaction.orm.delete(guildCode).where(isGood).returning())
        if (code === undefined) return undefined
        const link = { guildId, accountId: code.accountId, linkedAt: now }
        await put(transaction, link)
        return link
      }),
  }
}
