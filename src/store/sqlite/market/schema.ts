// The tables of the market; ../schema.ts holds the main tables. `npm run migration` writes a migration from a change
// here.
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { MarketSource } from '../../../domain/ports/market.js'

/** One row for each counted minute: the change since the counted minute before, over the members of both. */
export const marketMinute = sqliteTable(
  'market_minute',
  {
    source: text('source').$type<MarketSource>().notNull(),
    minute: integer('minute').notNull(),
    since: integer('since'),
    playersBefore: integer('players_before').notNull(),
    playersNow: integer('players_now').notNull(),
    members: integer('members').notNull(),
    players: integer('players').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.minute] })],
)

/** The counts of one member in one hour since 1970: 60 unsigned 32-bit numbers, little-endian, 2^32 − 1 for unknown. */
export const marketCount = sqliteTable(
  'market_count',
  {
    source: text('source').$type<MarketSource>().notNull(),
    universeId: integer('universe_id').notNull(),
    hour: integer('hour').notNull(),
    data: blob('data', { mode: 'buffer' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.universeId, table.hour] }),
    index('market_count_by_hour').on(table.hour),
  ],
)
