// The table of encrypted secrets; ../schema.ts says how a change becomes a migration.
import { pgTable } from 'drizzle-orm/pg-core'
import type { SecretName } from '../../../domain/ports/secrets.js'
import { bytes, text, whole } from '../columns.js'

/** What must be readable again, such as a bot token: at most one row for each name, of some hundred bytes. */
export const secret = pgTable('secret', {
  name: text('name').$type<SecretName>().primaryKey(),
  /** The id of the key that encrypted the value. */
  keyId: text('key_id').notNull(),
  /** Nonce, authentication tag and ciphertext. */
  sealed: bytes('sealed').notNull(),
  /** Milliseconds. */
  changedAt: whole('changed_at').notNull(),
})
