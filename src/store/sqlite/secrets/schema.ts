// The table of encrypted secrets; ../schema.ts holds the main tables. `npm run migration` writes a migration from a
// change here.
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SecretName } from '../../../domain/ports/secrets.js'

/** What must be readable again, such as a bot token: at most one row for each name, of some hundred bytes. */
export const secret = sqliteTable('secret', {
  name: text('name').$type<SecretName>().primaryKey(),
  /** The id of the key that encrypted the value. */
  keyId: text('key_id').notNull(),
  /** Nonce, authentication tag and ciphertext. */
  sealed: blob('sealed', { mode: 'buffer' }).notNull(),
  /** Milliseconds. */
  changedAt: integer('changed_at').notNull(),
})
