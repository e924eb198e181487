// The tables of tags and favorites; ../schema.ts holds the main tables. `npm run migration` writes a migration from a
// change here.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { game, session } from '../schema.js'

const gameId = () =>
  integer('game_id')
    .notNull()
    .references(() => game.id, { onDelete: 'cascade' })

export const gameTag = sqliteTable(
  'game_tag',
  { gameId: gameId(), place: integer('place').notNull(), tag: text('tag').notNull() },
  (table) => [primaryKey({ columns: [table.gameId, table.place] })],
)

export const favorite = sqliteTable(
  'favorite',
  {
    person: text('person').notNull(),
    gameId: gameId(),
    sessionId: integer('session_id').references(() => session.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.person, table.gameId] }),
    index('favorite_by_game').on(table.gameId),
    index('favorite_by_session').on(table.sessionId),
  ],
)
