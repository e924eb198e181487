// Stores the tags of games and the favorites of people.
import { and, eq, sql } from 'drizzle-orm'
import type { GameMarkStore } from '../../../domain/game-marks.js'
import type { Changes, ReadCache } from '../cached-reads.js'
import type { Connection } from '../connection.js'
import { game } from '../schema.js'
import { favorite, gameTag } from './schema.js'

export function gameMarkStore({ orm, write }: Connection, changes: Changes, readCache: ReadCache): GameMarkStore {
  const tagsOf = orm
    .select({ gameId: gameTag.gameId, tag: gameTag.tag })
    .from(gameTag)
    .innerJoin(game, eq(game.id, gameTag.gameId))
    .where(eq(game.accountId, sql.placeholder('accountId')))
    .orderBy(gameTag.gameId, gameTag.place)
    .prepare()
  const favoritesOf = orm
    .select({ gameId: favorite.gameId })
    .from(favorite)
    .where(eq(favorite.person, sql.placeholder('person')))
    .prepare()
  const tags = readCache.untilTrackingChanges((accountId: number) => grouped(tagsOf.all({ accountId })))

  return {
    tags: async (accountId) => tags(accountId) ?? new Map(),
    setTags: async (gameId, newTags) =>
      write(() => {
        orm.delete(gameTag).where(eq(gameTag.gameId, gameId)).run()
        for (const [place, tag] of newTags.entries()) orm.insert(gameTag).values({ gameId, place, tag }).run()
        changes.bump('games')
      }),
    favorites: async (person) => new Set(favoritesOf.all({ person }).map(({ gameId }) => gameId)),
    setFavorite: async ({ person, sessionId }, gameId, isFavorite) =>
      write(() => {
        const which = and(eq(favorite.person, person), eq(favorite.gameId, gameId))
        if (isFavorite) orm.insert(favorite).values({ person, sessionId, gameId }).onConflictDoNothing().run()
        else orm.delete(favorite).where(which).run()
      }),
  }
}

function grouped(rows: readonly { readonly gameId: number; readonly tag: string }[]): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const { gameId, tag } of rows) found.set(gameId, [...(found.get(gameId) ?? []), tag])
  return found
}
