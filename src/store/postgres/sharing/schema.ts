// The tables of unlisted links; ../schema.ts says how a change becomes a migration.
import { index, pgTable } from 'drizzle-orm/pg-core'
import { ownId, text, whole } from '../columns.js'
import { account, game } from '../schema.js'

export const shareLink = pgTable(
  'share_link',
  {
    id: ownId(),
    gameId: whole('game_id')
      .notNull()
      .references(() => game.id, { onDelete: 'cascade' }),
    secret: text('secret').notNull().unique(),
    query: text('query').notNull(),
    createdAt: whole('created_at').notNull(),
    createdBy: text('created_by'),
  },
  (table) => [index('share_link_by_game').on(table.gameId)],
)

/** The unlisted links to the wall displays of accounts. */
export const wallLink = pgTable(
  'wall_link',
  {
    id: ownId(),
    accountId: whole('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    secret: text('secret').notNull().unique(),
    query: text('query').notNull(),
    createdAt: whole('created_at').notNull(),
    createdBy: text('created_by'),
  },
  (table) => [index('wall_link_by_account').on(table.accountId)],
)
