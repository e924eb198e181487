// Stores the guilds that are linked to accounts, and the one-time codes that link them.
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Clock } from '../../../domain/clock.js'
import type { GuildLink, GuildStore } from '../../../domain/guild.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import type { Changes } from '../cached-reads.js'
import type { Connection } from '../connection.js'
import { guild, guildCode } from '../schema.js'

export interface GuildClock {
  readonly clock: Clock
  readonly clockState: () => ClockState
}

export function guildStore({ orm, write }: Connection, changes: Changes, guildClock: GuildClock): GuildStore {
  const { clock, clockState } = guildClock
  const byId = orm
    .select()
    .from(guild)
    .where(eq(guild.guildId, sql.placeholder('guildId')))
    .prepare()
  const ofAccount = orm
    .select()
    .from(guild)
    .where(eq(guild.accountId, sql.placeholder('accountId')))
    .orderBy(guild.linkedAt, guild.guildId)
    .prepare()

  const put = ({ guildId, ...link }: GuildLink): void => {
    orm
      .insert(guild)
      .values({ guildId, ...link })
      .onConflictDoUpdate({ target: guild.guildId, set: link })
      .run()
    changes.bump('guilds')
  }

  return {
    link: async (link) => write(() => put(link)),
    unlink: async (guildId) =>
      write(() => {
        const { changes: removed } = orm.delete(guild).where(eq(guild.guildId, guildId)).run()
        if (removed > 0) changes.bump('guilds')
        return removed > 0
      }),
    byId: async (guildId) => byId.get({ guildId }),
    ofAccount: async (accountId) => ofAccount.all({ accountId }),
    createCode: async ({ hash, accountId, expiresAt }) =>
      write(() => {
        // Deletes codes that were never used, which would otherwise stay forever. A clock that runs ahead would make
        // all of them look expired.
        if (clockState() === 'correct') orm.delete(guildCode).where(lte(guildCode.expiresAt, clock.now())).run()
        orm.insert(guildCode).values({ hash, accountId, expiresAt }).run()
      }),
    useCode: async (hash, guildId, now) =>
      write(() => {
        const isGood = and(eq(guildCode.hash, hash), gt(guildCode.expiresAt, now))
        const code = orm.delete(guildCode).where(isGood).returning().get()
        if (code === undefined) return undefined
        const link = { guildId, accountId: code.accountId, linkedAt: now }
        put(link)
        return link
      }),
  }
}
