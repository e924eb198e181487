// The tables of tags and favorites; ../schema.ts says how a change becomes a migration.
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { text, whole } from '../columns.js'
import { game, session } from '../schema.js'

const gameId = () =>
  whole('game_id')
    .notNull()
    .references(() => game.id, { onDelete: 'cascade' })

export const gameTag = pgTable(
  'game_tag',
  { gameId: gameId(), place: whole('place').notNull(), tag: text('tag').notNull() },
  (table) => [primaryKey({ columns: [table.gameId, table.place] })],
)

export const favorite = pgTable(
  'favorite',
  {
    person: text('person').notNull(),
    gameId: gameId(),
    sessionId: whole('session_id').references(() => session.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.person, table.gameId] }),
    index('favorite_by_game').on(table.gameId),
    index('favorite_by_session').on(table.sessionId),
  ],
)
