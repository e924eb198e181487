// The tables of what processes share: the ticks of shards, and the counts of requests in the form that rate-limiter-flexible needs.
// ../schema.ts says how a change becomes a migration.
import { bigint, boolean, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { whole } from '../columns.js'

/** Up to which minute the due time of the universes of a shard is accounted for. */
export const shardCursor = pgTable('shard_cursor', {
  shard: whole('shard').primaryKey(),
  minute: whole('minute').notNull(),
  clockWasWrong: boolean('clock_was_wrong').notNull(),
})

export const RATE_TABLE = 'rate_window'

export const rateWindow = pgTable(RATE_TABLE, {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds. */
  expire: bigint('expire', { mode: 'number' }),
})
