// The table of the numbers that are computed once an hour of each game; ../schema.ts holds the main tables. `npm run migration`
// writes a migration from a change here.
import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * A copy: at most one row for each game and kind, of about a hundred bytes. What rewrites the samples deletes the row. It is WITHOUT
 * ROWID, which drizzle-kit cannot express.
 */
export const hourlyNumbers = sqliteTable(
  'hourly_numbers',
  {
    universeId: integer('universe_id').notNull(),
    gameId: integer('game_id').notNull(),
    /** The position in HOURLY_KINDS. */
    kind: integer('kind').notNull(),
    hour: integer('hour').notNull(),
    basis: text('basis').notNull(),
    data: blob('data', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.gameId, table.kind] })],
)
