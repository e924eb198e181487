// The tables of unlisted links; ../schema.ts holds the main tables. `npm run migration` writes a migration from a change
// here.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { account, game } from '../schema.js'

export const shareLink = sqliteTable(
  'share_link',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    gameId: integer('game_id')
      .notNull()
      .references(() => game.id, { onDelete: 'cascade' }),
    secret: text('secret').notNull().unique(),
    query: text('query').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by'),
  },
  (table) => [index('share_link_by_game').on(table.gameId)],
)

/** The unlisted links to the wall displays of accounts. */
export const wallLink = sqliteTable(
  'wall_link',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    secret: text('secret').notNull().unique(),
    query: text('query').notNull(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by'),
  },
  (table) => [index('wall_link_by_account').on(table.accountId)],
)
