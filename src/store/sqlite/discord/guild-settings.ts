// Stores the settings of a guild, the location of its linked channels, and when the bot left it.
import { eq, inArray, lte, ne, sql } from 'drizzle-orm'
import { type GuildSettingsStore, NO_GUILD_SETTINGS } from '../../../domain/guild.js'
import type { Changes } from '../cached-reads.js'
import type { Connection } from '../connection.js'
import { notificationPause, notificationRoute, scheduledPost } from '../notifications/schema.js'
import { personAlert } from '../person-alerts/schema.js'
import { game, guild, guildChannel, guildDeparture, guildSetting } from '../schema.js'
import { liveCounter, livePanel } from './schema.js'

/** All tables with rows of a guild. */
const GUILD_TABLES = [guildChannel, guildSetting, livePanel, liveCounter, scheduledPost, personAlert, guild]

export function guildSettingsStore(connection: Connection, changes: Changes): GuildSettingsStore {
  const { orm, write } = connection
  const byId = orm
    .select({
      timeZone: guildSetting.timeZone,
      language: guildSetting.language,
      newsChannelId: guildSetting.newsChannelId,
      quietFrom: guildSetting.quietFrom,
      quietUntil: guildSetting.quietUntil,
      letsUrgent: guildSetting.letsUrgent,
    })
    .from(guildSetting)
    .where(eq(guildSetting.guildId, sql.placeholder('guildId')))
    .prepare()

  return {
    of: async (guildId) => {
      const row = byId.get({ guildId })
      if (row === undefined) return NO_GUILD_SETTINGS
      const { quietFrom: from, quietUntil: until, letsUrgent, ...settings } = row
      const quietHours = from === null || until === null ? {} : { quietHours: { from, until } }
      return { ...settings, ...quietHours, ...(letsUrgent ? { letsUrgent } : {}) }
    },
    put: async (guildId, { timeZone, language, newsChannelId, quietHours, letsUrgent = false }) =>
      write(() => {
        const quiet = { quietFrom: quietHours?.from ?? null, quietUntil: quietHours?.until ?? null, letsUrgent }
        const chosen = { timeZone, language, newsChannelId, ...quiet }
        orm
          .insert(guildSetting)
          .values({ guildId, ...chosen })
          .onConflictDoUpdate({ target: guildSetting.guildId, set: chosen })
          .run()
        changes.bump('guilds')
      }),
    noteChannel: async (channelId, guildId) =>
      write(() => {
        const { changes: changed } = orm
          .insert(guildChannel)
          .values({ channelId, guildId })
          .onConflictDoUpdate({
            target: guildChannel.channelId,
            set: { guildId },
            setWhere: ne(guildChannel.guildId, guildId),
          })
          .run()
        // An evaluation reads which channel is in which guild.
        if (changed > 0) changes.bump('guilds')
      }),
    channels: async () =>
      new Map(
        orm
          .select()
          .from(guildChannel)
          .all()
          .map((row) => [row.channelId, row.guildId]),
      ),
    known: async () => [
      ...new Set(
        GUILD_TABLES.flatMap((table) => orm.select({ id: table.guildId }).from(table).all()).flatMap(
          ({ id }) => id ?? [],
        ),
      ),
    ],
    left: async (guildId, leftAt) =>
      write(() => {
        orm.insert(guildDeparture).values({ guildId, leftAt }).onConflictDoNothing().run()
      }),
    stayed: async (guildId) =>
      write(() => {
        orm.delete(guildDeparture).where(eq(guildDeparture.guildId, guildId)).run()
      }),
    forgetLeft: async (until) => write(() => forgetLeft(connection, changes, until)),
  }
}

function forgetLeft({ orm }: Connection, changes: Changes, until: number): string[] {
  const gone = orm.delete(guildDeparture).where(lte(guildDeparture.leftAt, until)).returning().all()
  for (const { guildId } of gone) {
    const channels = orm
      .select({ id: guildChannel.channelId })
      .from(guildChannel)
      .where(eq(guildChannel.guildId, guildId))
    orm.update(game).set({ channelId: null }).where(inArray(game.channelId, channels)).run()
    orm.delete(notificationRoute).where(inArray(notificationRoute.channelId, channels)).run()
    orm.delete(notificationPause).where(inArray(notificationPause.channelId, channels)).run()
    for (const table of GUILD_TABLES) orm.delete(table).where(eq(table.guildId, guildId)).run()
  }
  if (gone.length > 0) {
    changes.bump('guilds')
    changes.bump('games')
  }
  return gone.map(({ guildId }) => guildId)
}
