// The table of the links that sign in once; ../schema.ts holds the main tables. `npm run migration` writes a migration
// from a change here.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Role } from '../../../domain/account.js'
import { account } from '../schema.js'

export const loginLink = sqliteTable('login_link', {
  hash: text('hash').primaryKey(),
  accountId: integer('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' }),
  role: text('role').$type<Role>().notNull(),
  expiresAt: integer('expires_at').notNull(),
  isOperator: integer('is_operator', { mode: 'boolean' }).notNull().default(false),
})
