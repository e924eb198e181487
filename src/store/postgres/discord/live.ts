// Stores panels and counters, which are kept up to date in guilds.
import { and, eq, getTableColumns, gt, isNull, lte, or } from 'drizzle-orm'
import { type ChannelCounterStore, RENAME_INTERVAL_MS } from '../../../domain/live-updates/counter.js'
import type { PanelStore } from '../../../domain/live-updates/panel.js'
import { byBytes, first, only } from '../columns.js'
import type { Connection } from '../connection.js'
import { lockName } from '../locks.js'
import { liveCounter, livePanel } from './schema.js'

export const panelStore = ({ read, write }: Connection): PanelStore => ({
  put: ({ guildId, channelId, gameId, messageId, postedAt }) =>
    write(async (transaction) => {
      const { orm } = transaction
      // To an index, the panel of all games has another key than those of one, so no single conflict covers both.
      await lockName(transaction, 'panel', channelId)
      const isSame = gameId === null ? isNull(livePanel.gameId) : eq(livePanel.gameId, gameId)
      const posted = { guildId, messageId, postedAt, stopped: null }
      const place = and(eq(livePanel.channelId, channelId), isSame)
      const known = first(await orm.update(livePanel).set(posted).where(place).returning())
      return (
        known ??
        only(
          await orm
            .insert(livePanel)
            .values({ ...posted, channelId, gameId })
            .returning(),
        )
      )
    }),
  running: () => read((orm) => orm.select().from(livePanel).where(isNull(livePanel.stopped)).orderBy(livePanel.id)),
  ofGuild: (guildId) =>
    read((orm) => orm.select().from(livePanel).where(eq(livePanel.guildId, guildId)).orderBy(livePanel.id)),
  reposted: (id, { messageId, postedAt }) =>
    write(
      async ({ orm }) => void (await orm.update(livePanel).set({ messageId, postedAt }).where(eq(livePanel.id, id))),
    ),
  stop: (id, reason) =>
    write(async ({ orm }) => {
      const isRunning = and(eq(livePanel.id, id), isNull(livePanel.stopped))
      const { rowCount } = await orm.update(livePanel).set({ stopped: reason }).where(isRunning)
      return rowCount !== 0
    }),
  remove: (id) => write(async ({ orm }) => void (await orm.delete(livePanel).where(eq(livePanel.id, id)))),
})

const { isRemoved, ...SHOWN } = getTableColumns(liveCounter)
const { channelId: inChannel, guildId: inGuild, renamedAt, stopped } = SHOWN

export function counterStore({ read, write }: Connection): ChannelCounterStore {
  const isPresent = eq(isRemoved, false)
  return {
    put: ({ channelId, ...chosen }) =>
      write(async ({ orm }) => {
        // The name is forgotten, because people may have renamed the channel in the meantime.
        const set = { ...chosen, name: null, stopped: null, isRemoved: false }
        const written = orm.insert(liveCounter).values({ channelId, ...set })
        return only(await written.onConflictDoUpdate({ target: inChannel, set }).returning(SHOWN))
      }),
    running: () =>
      read((orm) =>
        orm
          .select(SHOWN)
          .from(liveCounter)
          .where(and(isPresent, isNull(stopped)))
          .orderBy(byBytes(inChannel)),
      ),
    ofGuild: (guildId) =>
      read((orm) =>
        orm
          .select(SHOWN)
          .from(liveCounter)
          .where(and(isPresent, eq(inGuild, guildId)))
          .orderBy(byBytes(inChannel)),
      ),
    takeRename: (channelId, at) =>
      write(async ({ orm }) => {
        // A time in the future was written by a clock that ran ahead and was corrected since.
        const mayRename = or(isNull(renamedAt), lte(renamedAt, at - RENAME_INTERVAL_MS), gt(renamedAt, at))
        const due = and(isPresent, eq(inChannel, channelId), mayRename)
        const { rowCount } = await orm.update(liveCounter).set({ renamedAt: at }).where(due)
        return rowCount !== 0
      }),
    renamed: (channelId, name) =>
      write(async ({ orm }) => void (await orm.update(liveCounter).set({ name }).where(eq(inChannel, channelId)))),
    stop: (channelId, reason) =>
      write(async ({ orm }) => {
        const isRunning = and(isPresent, eq(inChannel, channelId), isNull(stopped))
        const { rowCount } = await orm.update(liveCounter).set({ stopped: reason }).where(isRunning)
        return rowCount !== 0
      }),
    remove: (channelId) =>
      write(async ({ orm }) => {
        const which = and(isPresent, eq(inChannel, channelId))
        const { rowCount } = await orm.update(liveCounter).set({ isRemoved: true }).where(which)
        return rowCount !== 0
      }),
  }
}
