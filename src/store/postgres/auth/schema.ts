// The table of the links that sign in once; ../schema.ts says how a change becomes a migration.
import { boolean, pgTable } from 'drizzle-orm/pg-core'
import type { Role } from '../../../domain/account.js'
import { text, whole } from '../columns.js'
import { account } from '../schema.js'

export const loginLink = pgTable('login_link', {
  hash: text('hash').primaryKey(),
  accountId: whole('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' }),
  role: text('role').$type<Role>().notNull(),
  expiresAt: whole('expires_at').notNull(),
  isOperator: boolean('is_operator').notNull().default(false),
})
