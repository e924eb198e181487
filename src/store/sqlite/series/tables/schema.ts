// The table of the cadences of imports. It is WITHOUT ROWID, which drizzle-kit cannot express.
import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'

/** The spacing of imported samples, for minutes `from_minute` ≤ m < `until_minute`. Rows never overlap. */
export const importCadence = sqliteTable(
  'import_cadence',
  {
    universeId: integer('universe_id').notNull(),
    fromMinute: integer('from_minute').notNull(),
    untilMinute: integer('until_minute').notNull(),
    /** Minutes, at least 2. */
    interval: integer('interval').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.fromMinute] })],
)
