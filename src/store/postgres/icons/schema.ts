// The table of the icons of games; ../schema.ts says how a change becomes a migration.
import { pgTable } from 'drizzle-orm/pg-core'
import { bytes, text, whole } from '../columns.js'

/** At most one row for each universe, of some tens of kilobytes. All but the id and the due time are null without an icon. */
export const gameIcon = pgTable('game_icon', {
  universeId: whole('universe_id').primaryKey(),
  /** The URL from which the picture was downloaded. */
  address: text('address'),
  fileName: text('file_name').unique(),
  dueAt: whole('due_at').notNull(),
  /** WebP, 64 and 256 pixels wide. */
  small: bytes('small'),
  large: bytes('large'),
})
