// The table of events; ../schema.ts holds the main tables. `npm run migration` writes a migration from a change here.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { EventCause } from '../../../domain/events/event.js'
import type { EventKind } from '../../../domain/events/event-facts.js'
import { account } from '../schema.js'

export const event = sqliteTable(
  'event',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    universeId: integer('universe_id'),
    accountId: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<EventKind>().notNull(),
    subject: text('subject').notNull(),
    start: integer('start_minute').notNull(),
    end: integer('end_minute'),
    cause: text('cause').$type<EventCause>(),
    /** JSON. */
    facts: text('facts').notNull(),
    uncertainty: integer('uncertainty'),
    change: integer('change').notNull(),
    /** True if it turned out not to have happened, for example a gap that an import filled. */
    isWithdrawn: integer('is_withdrawn', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    // Unique, so that finding an event again writes no second one.
    uniqueIndex('event_once').on(table.kind, table.subject),
    uniqueIndex('event_by_change').on(table.change),
    index('event_by_universe').on(table.universeId, table.start),
    index('event_by_account').on(table.accountId),
    index('event_open_gap').on(table.universeId).where(sql`kind = 'gap' AND end_minute IS NULL`),
  ],
)

/** One row, with the number of the last change: it is not used again, even if that event was deleted. */
export const eventChange = sqliteTable('event_change', {
  id: integer('id').primaryKey(),
  change: integer('change').notNull(),
})
