// The tables of the market; ../schema.ts says how a change becomes a migration.
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { MarketSource } from '../../../domain/ports/market.js'
import { bytes, text, whole } from '../columns.js'

/** One row for each counted minute: the change since the counted minute before, over the members of both. */
export const marketMinute = pgTable(
  'market_minute',
  {
    source: text('source').$type<MarketSource>().notNull(),
    minute: whole('minute').notNull(),
    since: whole('since'),
    playersBefore: whole('players_before').notNull(),
    playersNow: whole('players_now').notNull(),
    members: whole('members').notNull(),
    players: whole('players').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.minute] })],
)

/** The counts of one member in one hour since 1970: 60 unsigned 32-bit numbers, little-endian, 2^32 − 1 for unknown. */
export const marketCount = pgTable(
  'market_count',
  {
    source: text('source').$type<MarketSource>().notNull(),
    universeId: whole('universe_id').notNull(),
    hour: whole('hour').notNull(),
    data: bytes('data').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.universeId, table.hour] }),
    index('market_count_by_hour').on(table.hour),
  ],
)
