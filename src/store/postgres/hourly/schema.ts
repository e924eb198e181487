// The table of the numbers that are computed once an hour of each game; ../schema.ts says how a change becomes a migration.
import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bytes, text, whole } from '../columns.js'

/** A copy: at most one row for each game and kind, of about a hundred bytes. What rewrites the samples deletes the row. */
export const hourlyNumbers = pgTable(
  'hourly_numbers',
  {
    universeId: whole('universe_id').notNull(),
    gameId: whole('game_id').notNull(),
    /** The position in HOURLY_KINDS. */
    kind: integer('kind').notNull(),
    hour: integer('hour').notNull(),
    basis: text('basis').notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.gameId, table.kind] })],
)
