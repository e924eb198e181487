// Discord servers linked to accounts, and the one-time codes that link them.
import { eq, lte, sql } from 'drizzle-orm'
import type { Clock } from '../../../domain/clock.js'
import type { GuildStore } from '../../../domain/guild.js'
import type { Changes } from '../changes.js'
import type { Connection } from '../connection.js'
import { guild, guildCode } from '../schema.js'

export function guildStore({ orm, write }: Connection, changes: Changes, clock: Clock): GuildStore {
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

  return {
    link: async ({ guildId, accountId, linkedAt }) =>
      write(() => {
        const link = { accountId, linkedAt }
        orm
          .insert(guild)
          .values({ guildId, ...link })
          .onConflictDoUpdate({ target: guild.guildId, set: link })
          .run()
        changes.bump('guilds')
      }),
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
        // Codes that nobody used would stay forever.
        orm.delete(guildCode).where(lte(guildCode.expiresAt, clock.now())).run()
        orm.insert(guildCode).values({ hash, accountId, expiresAt }).run()
      }),
    useCode: async (hash, now) =>
      write(() => {
        const code = orm.delete(guildCode).where(eq(guildCode.hash, hash)).returning().get()
        return code !== undefined && code.expiresAt > now ? code.accountId : undefined
      }),
  }
}
