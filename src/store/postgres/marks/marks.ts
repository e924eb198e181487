// Stores the tags of games and the favorites of people.
import { and, eq } from 'drizzle-orm'
import type { GameMarkStore } from '../../../domain/game-marks.js'
import type { Connection } from '../connection.js'
import { lockGame } from '../locks.js'
import { game } from '../schema.js'
import { favorite, gameTag } from './schema.js'

export const gameMarkStore = ({ read, write }: Connection): GameMarkStore => ({
  tags: async (accountId) => {
    const rows = await read((orm) =>
      orm
        .select({ gameId: gameTag.gameId, tag: gameTag.tag })
        .from(gameTag)
        .innerJoin(game, eq(game.id, gameTag.gameId))
        .where(eq(game.accountId, accountId))
        .orderBy(gameTag.gameId, gameTag.place),
    )
    return grouped(rows)
  },
  setTags: (gameId, tags) =>
    write(async (transaction) => {
      const { orm, changed } = transaction
      await lockGame(transaction, gameId)
      await orm.delete(gameTag).where(eq(gameTag.gameId, gameId))
      if (tags.length > 0) await orm.insert(gameTag).values(tags.map((tag, place) => ({ gameId, place, tag })))
      changed('games')
    }),
  favorites: async (person) => {
    const rows = await read((orm) =>
      orm.select({ gameId: favorite.gameId }).from(favorite).where(eq(favorite.person, person)),
    )
    return new Set(rows.map(({ gameId }) => gameId))
  },
  setFavorite: ({ person, sessionId }, gameId, isFavorite) =>
    write(async ({ orm }) => {
      const which = and(eq(favorite.person, person), eq(favorite.gameId, gameId))
      if (isFavorite) await orm.insert(favorite).values({ person, sessionId, gameId }).onConflictDoNothing()
      else await orm.delete(favorite).where(which)
    }),
})

function grouped(rows: readonly { readonly gameId: number; readonly tag: string }[]): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const { gameId, tag } of rows) found.set(gameId, [...(found.get(gameId) ?? []), tag])
  return found
}
