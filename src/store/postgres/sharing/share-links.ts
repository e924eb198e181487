// Stores the unlisted links of games.
import { and, count, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { ShareLinkStore } from '../../../domain/sharing/share-link.js'
import { first, only } from '../columns.js'
import type { Connection } from '../connection.js'
import { lockGame } from '../locks.js'
import { game } from '../schema.js'
import { shareLink } from './schema.js'

export const shareLinkStore = ({ read, write }: Connection): ShareLinkStore => ({
  create: (draft, maxLinks) =>
    write(async (transaction) => {
      const { orm } = transaction
      await lockGame(transaction, draft.gameId)
      const isOfGame = eq(shareLink.gameId, draft.gameId)
      const { links } = only(await orm.select({ links: count() }).from(shareLink).where(isOfGame))
      return links >= maxLinks ? undefined : only(await orm.insert(shareLink).values(draft).returning())
    }),
  ofGame: (gameId) =>
    read((orm) => orm.select().from(shareLink).where(eq(shareLink.gameId, gameId)).orderBy(desc(shareLink.id))),
  bySecret: async (secret) =>
    first(
      await read((orm) =>
        orm
          .select(getTableColumns(shareLink))
          .from(shareLink)
          .innerJoin(game, eq(game.id, shareLink.gameId))
          .where(and(eq(shareLink.secret, secret), isNull(game.removedAt))),
      ),
    ),
  remove: (gameId, id) =>
    write(async ({ orm }) => {
      const { rowCount } = await orm.delete(shareLink).where(and(eq(shareLink.gameId, gameId), eq(shareLink.id, id)))
      return rowCount !== 0
    }),
})
