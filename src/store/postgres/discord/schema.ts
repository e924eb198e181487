// The tables of panels and counters; ../schema.ts says how a change becomes a migration.
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CounterMetric } from '../../../domain/live-updates/counter.js'
import type { StopReason } from '../../../domain/live-updates/panel.js'
import { ownId, text, whole } from '../columns.js'
import { game } from '../schema.js'

const gameId = () => whole('game_id').references(() => game.id, { onDelete: 'cascade' })

export const livePanel = pgTable(
  'live_panel',
  {
    id: ownId(),
    guildId: text('guild_id').notNull(),
    channelId: text('channel_id').notNull(),
    // Null for all games of the server.
    gameId: gameId(),
    messageId: text('message_id').notNull(),
    postedAt: whole('posted_at').notNull(),
    stopped: text('stopped').$type<StopReason>(),
  },
  (table) => [
    uniqueIndex('live_panel_once').on(table.channelId, table.gameId),
    // To a unique index, two nulls differ.
    uniqueIndex('live_panel_of_all_once').on(table.channelId).where(sql`game_id IS NULL`),
    index('live_panel_by_guild').on(table.guildId),
  ],
)

export const liveCounter = pgTable(
  'live_counter',
  {
    channelId: text('channel_id').primaryKey(),
    guildId: text('guild_id').notNull(),
    gameId: gameId().notNull(),
    metric: text('metric').$type<CounterMetric>().notNull(),
    // Null where the metric alone makes the name.
    template: text('template'),
    name: text('name'),
    renamedAt: whole('renamed_at'),
    stopped: text('stopped').$type<StopReason>(),
    // The row stays after the removal, because it holds when the channel was last renamed.
    isRemoved: boolean('is_removed').notNull(),
  },
  (table) => [index('live_counter_by_guild').on(table.guildId)],
)
