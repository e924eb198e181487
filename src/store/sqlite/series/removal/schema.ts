// The tables of removed samples (removed-segments.ts), of the time by which they expire (correct-time.ts), and of
// restored weeks (restored-weeks.ts).
import { blob, index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'

/** The segment of a universe's week before it was thinned. For the bytes see series/codec/FORMAT.md. */
export const removedSegment = sqliteTable(
  'removed_segment',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    universeId: integer('universe_id').notNull(),
    week: integer('week').notNull(),
    /** The slot in minutes to which the week had been thinned before this removal; 1 where every sample was there. */
    slot: integer('slot').notNull(),
    /** The number of samples that a restore adds. */
    samples: integer('samples').notNull(),
    /** The value of `correct_time` at the removal, in milliseconds. */
    removedAt: integer('removed_at').notNull(),
    bytes: integer('bytes').notNull(),
    data: blob('data').notNull(),
  },
  (table) => [
    index('removed_segment_by_week').on(table.universeId, table.week),
    // A covering index for the used budget and for expiry, so that the large rows need not be read.
    index('removed_segment_by_age').on(table.removedAt, table.bytes, table.samples),
  ],
)

/** One row, with the milliseconds during which a service ran with a clock known to be correct. */
export const correctTime = sqliteTable('correct_time', {
  id: integer('id').primaryKey(),
  ms: integer('ms').notNull(),
})

/** Recently restored weeks, which retention does not touch. */
export const restoredWeek = sqliteTable(
  'restored_week',
  {
    universeId: integer('universe_id').notNull(),
    week: integer('week').notNull(),
    /** The value of `correct_time` at the restore, in milliseconds. */
    restoredAt: integer('restored_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.week] })],
)
