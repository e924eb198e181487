// Stores panels and counters, which are kept up to date in guilds.
import { and, eq, getTableColumns, gt, isNull, lte, or } from 'drizzle-orm'
import { type ChannelCounterStore, RENAME_INTERVAL_MS } from '../../../domain/live-updates/counter.js'
import type { PanelStore } from '../../../domain/live-updates/panel.js'
import type { Connection } from '../connection.js'
import { liveCounter, livePanel } from './schema.js'

export function panelStore({ orm, write }: Connection): PanelStore {
  return {
    put: async (draft) =>
      write(() => {
        const { guildId, channelId, gameId, messageId, postedAt } = draft
        const isSame = gameId === null ? isNull(livePanel.gameId) : eq(livePanel.gameId, gameId)
        const posted = { guildId, messageId, postedAt, stopped: null }
        const place = and(eq(livePanel.channelId, channelId), isSame)
        const known = orm.update(livePanel).set(posted).where(place).returning().get()
        return (
          known ??
          orm
            .insert(livePanel)
            .values({ ...posted, channelId, gameId })
            .returning()
            .get()
        )
      }),
    running: async () => orm.select().from(livePanel).where(isNull(livePanel.stopped)).orderBy(livePanel.id).all(),
    ofGuild: async (guildId) =>
      orm.select().from(livePanel).where(eq(livePanel.guildId, guildId)).orderBy(livePanel.id).all(),
    reposted: async (id, { messageId, postedAt }) =>
      write(() => {
        orm.update(livePanel).set({ messageId, postedAt }).where(eq(livePanel.id, id)).run()
      }),
    stop: async (id, reason) =>
      write(() => {
        const running = and(eq(livePanel.id, id), isNull(livePanel.stopped))
        return orm.update(livePanel).set({ stopped: reason }).where(running).run().changes > 0
      }),
    remove: async (id) =>
      write(() => {
        orm.delete(livePanel).where(eq(livePanel.id, id)).run()
      }),
  }
}

const { isRemoved, ...SHOWN } = getTableColumns(liveCounter)
const { channelId: inChannel, guildId: inGuild, renamedAt, stopped } = SHOWN

export function counterStore({ orm, write }: Connection): ChannelCounterStore {
  const isPresent = eq(isRemoved, false)
  return {
    put: async ({ channelId, ...chosen }) =>
      write(() => {
        // The name is forgotten, because people may have renamed the channel in the meantime.
        const set = { ...chosen, name: null, stopped: null, isRemoved: false }
        return orm
          .insert(liveCounter)
          .values({ channelId, ...set })
          .onConflictDoUpdate({ target: inChannel, set })
          .returning(SHOWN)
          .get()
      }),
    running: async () =>
      orm
        .select(SHOWN)
        .from(liveCounter)
        .where(and(isPresent, isNull(stopped)))
        .orderBy(inChannel)
        .all(),
    ofGuild: async (guildId) =>
      orm
        .select(SHOWN)
        .from(liveCounter)
        .where(and(isPresent, eq(inGuild, guildId)))
        .orderBy(inChannel)
        .all(),
    takeRename: async (channelId, at) =>
      write(() => {
        // A time in the future was written by a clock that ran ahead and was corrected since.
        const may = or(isNull(renamedAt), lte(renamedAt, at - RENAME_INTERVAL_MS), gt(renamedAt, at))
        const due = and(isPresent, eq(inChannel, channelId), may)
        return orm.update(liveCounter).set({ renamedAt: at }).where(due).run().changes > 0
      }),
    renamed: async (channelId, name) =>
      write(() => {
        orm.update(liveCounter).set({ name }).where(eq(inChannel, channelId)).run()
      }),
    stop: async (channelId, reason) =>
      write(() => {
        const running = and(isPresent, eq(inChannel, channelId), isNull(stopped))
        return orm.update(liveCounter).set({ stopped: reason }).where(running).run().changes > 0
      }),
    remove: async (channelId) =>
      write(() => {
        const present = and(isPresent, eq(inChannel, channelId))
        return orm.update(liveCounter).set({ isRemoved: true }).where(present).run().changes > 0
      }),
  }
}
