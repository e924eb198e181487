// The tables of ticks, of the cadences of imports, which is WITHOUT ROWID (drizzle-kit cannot express it), and of the
// first samples of hours.
import { blob, index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'

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

/**
 * The first sample of each of the last hours, for each universe with segments, as a segment of its own. Complete from
 * the minute `since` on; a missing row is made again from the segments.
 */
export const hourSamples = sqliteTable('hour_samples', {
  number: integer('number').primaryKey(),
  since: integer('since').notNull(),
  data: blob('data').notNull(),
})

/** The samples of the open hours: one row for each tick, with all its samples of one minute (codec/tick.ts). */
export const tickSamples = sqliteTable(
  'tick_samples',
  {
    id: integer('id').primaryKey(),
    minute: integer('minute').notNull(),
    /** The number of samples in `data`. */
    samples: integer('samples').notNull(),
    data: blob('data').notNull(),
  },
  (table) => [index('tick_samples_by_minute').on(table.minute)],
)
