// The table of the alerts that single people asked for; ../schema.ts says how a change becomes a migration.
import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import type { PersonAlertEnd } from '../../../domain/person-alerts/person-alert.js'
import { ownId, text, whole } from '../columns.js'
import { game } from '../schema.js'

export const personAlert = pgTable(
  'person_alert',
  {
    id: ownId(),
    userId: text('user_id').notNull(),
    gameId: whole('game_id')
      .notNull()
      .references(() => game.id, { onDelete: 'cascade' }),
    guildId: text('guild_id'),
    channelId: text('channel_id'),
    locale: text('locale').notNull(),
    /** JSON. */
    trigger: text('wish').notNull(),
    createdAt: whole('created_at').notNull(),
    /** Null while it is open. */
    endedAt: whole('ended_at'),
    endedWhy: text('ended_why').$type<PersonAlertEnd>(),
  },
  (table) => [
    index('person_alert_by_user').on(table.userId),
    index('person_alert_by_guild').on(table.guildId),
    index('person_alert_open').on(table.gameId).where(sql`ended_at IS NULL`),
  ],
)
