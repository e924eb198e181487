// The table of the icons of games; ../schema.ts holds the main tables. `npm run migration` writes a migration from a
// change here.
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** At most one row for each universe, of some tens of kilobytes. All but the id and the due time are null without an icon. */
export const gameIcon = sqliteTable('game_icon', {
  universeId: integer('universe_id').primaryKey(),
  /** The URL from which the picture was downloaded. */
  address: text('address'),
  fileName: text('file_name').unique(),
  dueAt: integer('due_at').notNull(),
  /** WebP, 64 and 256 pixels wide. */
  small: blob('small', { mode: 'buffer' }),
  large: blob('large', { mode: 'buffer' }),
})
