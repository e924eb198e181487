// The table of events; ../schema.ts says how a change becomes a migration.
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { EventCause } from '../../../domain/events/event.js'
import type { EventKind } from '../../../domain/events/event-facts.js'
import { ownId, text, whole } from '../columns.js'
import { account } from '../schema.js'

export const event = pgTable(
  'event',
  {
    id: ownId(),
    universeId: whole('universe_id'),
    accountId: whole('account_id').references(() => account.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<EventKind>().notNull(),
    subject: text('subject').notNull(),
    start: whole('start_minute').notNull(),
    end: whole('end_minute'),
    cause: text('cause').$type<EventCause>(),
    /** JSON. */
    facts: text('facts').notNull(),
    uncertainty: whole('uncertainty'),
    change: whole('change').notNull(),
    /** True if it turned out not to have happened, for example a gap that an import filled. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
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
export const eventChange = pgTable('event_change', {
  id: whole('id').primaryKey(),
  change: whole('change').notNull(),
})
