// Stores the settings of a guild, the location of its linked channels, and when the bot left it.
import { eq, inArray, lte, ne } from 'drizzle-orm'
import { type GuildSettingsStore, NO_GUILD_SETTINGS } from '../../../domain/guild.js'
import { byBytes, first } from '../columns.js'
import type { Connection, Orm, Transaction } from '../connection.js'
import { notificationPause, notificationRoute, scheduledPost } from '../notifications/schema.js'
import { personAlert } from '../person-alerts/schema.js'
import { game, guild, guildChannel, guildDeparture, guildSetting } from '../schema.js'
import { liveCounter, livePanel } from './schema.js'

/** All tables with rows of a guild. */
const GUILD_TABLES = [guildChannel, guildSetting, livePanel, liveCounter, scheduledPost, personAlert, guild]

export const guildSettingsStore = ({ read, write }: Connection): GuildSettingsStore => ({
  of: async (guildId) => {
    const found = await read((orm) => orm.select().from(guildSetting).where(eq(guildSetting.guildId, guildId)))
    const row = first(found)
    if (row === undefined) return NO_GUILD_SETTINGS
    const { guildId: _, quietFrom: from, quietUntil: until, letsUrgent, ...settings } = row
    const quietHours = from === null || until === null ? {} : { quietHours: { from, until } }
    return { ...settings, ...quietHours, ...(letsUrgent ? { letsUrgent } : {}) }
  },
  put: (guildId, { timeZone, language, newsChannelId, quietHours, letsUrgent = false }) =>
    write(async ({ orm, changed }) => {
      const quiet = { quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null, letsUrgent }
      const chosen = { timeZone, language, newsChannelId, ...quiet }
      await orm
        .insert(guildSetting)
        .values({ guildId, ...chosen })
        .onConflictDoUpdate({ target: guildSetting.guildId, set: chosen })
      changed('guilds')
    }),
  noteChannel: (channelId, guildId) =>
    write(async ({ orm, changed }) => {
      const { rowCount } = await orm
        .insert(guildChannel)
        .values({ channelId, guildId })
        .onConflictDoUpdate({
          target: guildChannel.channelId,
          set: { guildId },
          setWhere: ne(guildChannel.guildId, guildId),
        })
      // An evaluation reads which channel is in which guild.
      if (rowCount !== 0) changed('guilds')
    }),
  channels: async () => {
    const rows = await read((orm) => orm.select().from(guildChannel).orderBy(byBytes(guildChannel.channelId)))
    return new Map(rows.map(({ channelId, guildId }) => [channelId, guildId]))
  },
  known: () => read(readKnown),
  left: (guildId, leftAt) =>
    write(async ({ orm }) => void (await orm.insert(guildDeparture).values({ guildId, leftAt }).onConflictDoNothing())),
  stayed: (guildId) =>
    write(async ({ orm }) => void (await orm.delete(guildDeparture).where(eq(guildDeparture.guildId, guildId)))),
  forgetLeft: (until) => write((transaction) => forgetLeft(transaction, until)),
})

async function readKnown(orm: Orm): Promise<string[]> {
  const ids = new Set<string>()
  for (const table of GUILD_TABLES)
    for (const { id } of await orm.selectDistinct({ id: table.guildId }).from(table)) if (id !== null) ids.add(id)
  return [...ids]
}

async function forgetLeft({ orm, changed }: Transaction, until: number): Promise<string[]> {
  const gone = await orm.delete(guildDeparture).where(lte(guildDeparture.leftAt, until)).returning()
  for (const { guildId } of gone) {
    const channels = orm
      .select({ id: guildChannel.channelId })
      .from(guildChannel)
      .where(eq(guildChannel.guildId, guildId))
    await orm.update(game).set({ channelId: null }).where(inArray(game.channelId, channels))
    await orm.delete(notificationRoute).where(inArray(notificationRoute.channelId, channels))
    await orm.delete(notificationPause).where(inArray(notificationPause.channelId, channels))
    for (const table of GUILD_TABLES) await orm.delete(table).where(eq(table.guildId, guildId))
  }
  if (gone.length > 0) {
    changed('guilds')
    changed('games')
  }
  return gone.map(({ guildId }) => guildId)
}
