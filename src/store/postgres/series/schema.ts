// The tables of the series; README.md beside it says what they hold. Each has `universe_id` in its primary key, so that
// the rows of a universe can be on a server of their own.
import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { GapReason } from '../../../domain/gap.js'
import { bytes, text, whole } from '../columns.js'

/** The universes that have segments, and the range of these. The number is part of the checksum of a segment. */
export const series = pgTable('series', {
  universeId: whole('universe_id').primaryKey(),
  number: whole('number').notNull(),
  firstMinute: integer('first_minute').notNull(),
  lastMinute: integer('last_minute').notNull(),
})

/** The samples of a universe's week. For the bytes see series/codec/FORMAT.md. */
export const segment = pgTable(
  'segment',
  { universeId: whole('universe_id').notNull(), week: integer('week').notNull(), data: bytes('data').notNull() },
  (table) => [primaryKey({ columns: [table.universeId, table.week] })],
)

export const rollup = pgTable(
  'rollup',
  {
    universeId: whole('universe_id').notNull(),
    week: integer('week').notNull(),
    /** The number of samples in the segment. */
    samples: integer('samples').notNull(),
    /** The slot in minutes to which the week was thinned; 1 where it was not. */
    slot: integer('slot').notNull(),
    /** Null where the sums must be computed again. */
    data: bytes('data'),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.week] })],
)

/**
 * Has another version, a random number, after each change of the weeks of a universe, so that a process knows whether the rows that
 * it remembers are still true. Unlogged: after a crash of the server the versions are gone, and nothing that is remembered has one.
 */
export const seriesVersion = pgTable('series_version', {
  universeId: whole('universe_id').primaryKey(),
  version: whole('version').notNull(),
})

/**
 * The newest samples, one row each, in partitions by time. drizzle-kit cannot express that: the migration says it by hand, and
 * writing/partitions.ts makes each partition.
 */
export const headRow = pgTable(
  'head_row',
  { universeId: whole('universe_id').notNull(), minute: integer('minute').notNull(), data: bytes('data').notNull() },
  (table) => [primaryKey({ columns: [table.minute, table.universeId] })],
)

export const hourSamples = pgTable('hour_samples', {
  universeId: whole('universe_id').primaryKey(),
  since: integer('since').notNull(),
  data: bytes('data').notNull(),
})

export const importCadence = pgTable(
  'import_cadence',
  {
    universeId: whole('universe_id').notNull(),
    fromMinute: integer('from_minute').notNull(),
    untilMinute: integer('until_minute').notNull(),
    interval: integer('interval').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.fromMinute] })],
)

export const gap = pgTable(
  'gap',
  {
    universeId: whole('universe_id').notNull(),
    fromMinute: integer('from_minute').notNull(),
    untilMinute: integer('until_minute').notNull(),
    reason: text('reason').$type<GapReason>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.universeId, table.fromMinute] }),
    index('gap_by_until').on(table.untilMinute),
  ],
)

/** The quarantine: segments that were unreadable when their week was written again. */
export const damagedSegment = pgTable(
  'damaged_segment',
  {
    universeId: whole('universe_id').notNull(),
    week: integer('week').notNull(),
    data: bytes('data').notNull(),
    samples: integer('samples'),
    rollup: bytes('rollup'),
    lastMinute: integer('last_minute'),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.week] })],
)

/** What retention removed. `removed_at` in milliseconds of correct time. */
export const removedSegment = pgTable(
  'removed_segment',
  {
    universeId: whole('universe_id').notNull(),
    id: whole('id').notNull().generatedByDefaultAsIdentity(),
    week: integer('week').notNull(),
    slot: integer('slot').notNull(),
    samples: integer('samples').notNull(),
    removedAt: whole('removed_at').notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.universeId, table.id] }),
    index('removed_segment_by_age').on(table.removedAt),
  ],
)

export const restoredWeek = pgTable(
  'restored_week',
  {
    universeId: whole('universe_id').notNull(),
    week: integer('week').notNull(),
    restoredAt: whole('restored_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.week] })],
)

/** One row, with the milliseconds during which a service ran with a clock known to be correct. */
export const correctTime = pgTable('correct_time', { id: whole('id').primaryKey(), ms: whole('ms').notNull() })
