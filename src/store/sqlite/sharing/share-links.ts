// Stores the unlisted links of games.
import { and, count, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { ShareLinkStore } from '../../../domain/sharing/share-link.js'
import type { Connection } from '../connection.js'
import { game } from '../schema.js'
import { shareLink } from './schema.js'

export function shareLinkStore({ orm, write }: Connection): ShareLinkStore {
  const bySecret = orm
    .select(getTableColumns(shareLink))
    .from(shareLink)
    .innerJoin(game, eq(game.id, shareLink.gameId))
    .where(and(eq(shareLink.secret, sql.placeholder('secret')), isNull(game.removedAt)))
    .prepare()

  return {
    create: async (draft, maxLinks) =>
      write(() => {
        const known = orm.select({ links: count() }).from(shareLink).where(eq(shareLink.gameId, draft.gameId)).get()
        if ((known?.links ?? 0) >= maxLinks) return undefined
        return orm.insert(shareLink).values(draft).returning().get()
      }),
    ofGame: async (gameId) =>
      orm.select().from(shareLink).where(eq(shareLink.gameId, gameId)).orderBy(desc(shareLink.id)).all(),
    bySecret: async (secret) => bySecret.get({ secret }),
    remove: async (gameId, id) =>
      write(
        () =>
          orm
            .delete(shareLink)
            .where(and(eq(shareLink.gameId, gameId), eq(shareLink.id, id)))
            .run().changes > 0,
      ),
  }
}
