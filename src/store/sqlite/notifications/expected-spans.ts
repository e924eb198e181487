// Stores the spans that managers marked as expected.
import { and, asc, eq } from 'drizzle-orm'
import type { ExpectedSpanStore } from '../../../domain/notifications/expected-span.js'
import type { Changes } from '../cached-reads.js'
import type { Connection } from '../connection.js'
import { expectedSpan } from './schema.js'

export function expectedSpanStore({ orm, write }: Connection, changes: Changes): ExpectedSpanStore {
  const select = () => orm.select().from(expectedSpan).orderBy(asc(expectedSpan.from), asc(expectedSpan.id)).$dynamic()
  return {
    all: async () => select().all(),
    ofGame: async (gameId) => select().where(eq(expectedSpan.gameId, gameId)).all(),
    add: async (draft) =>
      write(() => {
        changes.bump('notifications')
        const target = [expectedSpan.gameId, expectedSpan.from, expectedSpan.until]
        const set = { note: draft.note }
        return orm.insert(expectedSpan).values(draft).onConflictDoUpdate({ target, set }).returning().get()
      }),
    remove: async (gameId, id) =>
      write(() => {
        changes.bump('notifications')
        const found = and(eq(expectedSpan.gameId, gameId), eq(expectedSpan.id, id))
        return orm.delete(expectedSpan).where(found).run().changes > 0
      }),
  }
}
