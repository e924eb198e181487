// The table of the alerts that single people asked for; ../schema.ts holds the main tables. `npm run migration` writes a
// migration from a change here.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { PersonAlertEnd } from '../../../domain/person-alerts/person-alert.js'
import { game } from '../schema.js'

export const personAlert = sqliteTable(
  'person_alert',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    gameId: integer('game_id')
      .notNull()
      .references(() => game.id, { onDelete: 'cascade' }),
    guildId: text('guild_id'),
    channelId: text('channel_id'),
    locale: text('locale').notNull(),
    /** JSON. */
    trigger: text('wish').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null while it is open. */
    endedAt: integer('ended_at'),
    endedWhy: text('ended_why').$type<PersonAlertEnd>(),
  },
  (table) => [
    index('person_alert_by_user').on(table.userId),
    index('person_alert_by_guild').on(table.guildId),
    index('person_alert_open').on(table.gameId).where(sql`ended_at IS NULL`),
  ],
)
