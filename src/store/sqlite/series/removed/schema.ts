// The tables of what retention removed (removed-segments.ts), of the time by which it expires (correct-time.ts), and of the
// weeks that were restored (restored-weeks.ts).
import { blob, index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'

/** What a universe's week held before it was thinned out. The bytes are a segment (series/codec/FORMAT.md). */
export const removedSegment = sqliteTable(
  'removed_segment',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    universeId: integer('universe_id').notNull(),
    week: integer('week').notNull(),
    /** Minutes of the slots that the week was thinned out to when this was removed; 1 where every sample was there. */
    slot: integer('slot').notNull(),
    /** How many samples come back with it. */
    samples: integer('samples').notNull(),
    /** The value of `correct_time` at that moment. */
    removedAt: integer('removed_at').notNull(),
    bytes: integer('bytes').notNull(),
    data: blob('data').notNull(),
  },
  (table) => [
    index('removed_segment_by_week').on(table.universeId, table.week),
    // Answers what is used of the budget, and what has expired, without a look at the rows, which are long.
    index('removed_segment_by_age').on(table.removedAt, table.bytes, table.samples),
  ],
)

/** One row: the milliseconds during which a service ran with a clock known to be correct. */
export const correctTime = sqliteTable('correct_time', {
  id: integer('id').primaryKey(),
  ms: integer('ms').notNull(),
})

/** Weeks that were restored lately, which retention leaves alone. */
export const restoredWeek = sqliteTable(
  'restored_week',
  {
    universeId: integer('universe_id').notNull(),
    week: integer('week').notNull(),
    /** The value of `correct_time` at that moment. */
    restoredAt: integer('restored_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.week] })],
)
