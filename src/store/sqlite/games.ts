// Games: an account's registrations of universes. A removed one keeps its row and is seen by nobody.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { minuteOf } from '../../domain/clock.js'
import type { AddedGame, Game, GameDraft, GameStore } from '../../domain/game.js'
import type { Changes } from './changes.js'
import type { Connection } from './connection.js'
import type { KeptReads } from './kept-reads.js'
import { game, universe } from './schema.js'
import { universeWriter } from './universes.js'

const COLUMNS = {
  id: game.id,
  accountId: game.accountId,
  universeId: game.universeId,
  name: universe.name,
  channelId: game.channelId,
  isActive: game.isActive,
  isPublic: game.isPublic,
  createdAt: game.createdAt,
}

export function gameStore(connection: Connection, changes: Changes, kept: KeptReads): GameStore {
  const { orm, write } = connection
  const find = findGames(connection)
  const putUniverse = universeWriter(connection)

  const ofAccount = kept.untilTrackingChanges((accountId: number) => indexed(find.ofAccount.all({ accountId })))

  function add({ accountId, universe: facts, channelId, createdAt, maxGames }: GameDraft): AddedGame {
    const known = find.ofUniverse.get({ accountId, universeId: facts.id })
    const count = find.ofAccount.all({ accountId }).length
    if (known === undefined && count >= maxGames) return { outcome: 'full', count }
    // The tick of this minute may have been evaluated already: what is news stands on the next one.
    putUniverse(facts, minuteOf(createdAt) + 1)
    changes.bump('games')
    const drafted = { accountId, universeId: facts.id, channelId, isActive: true, createdAt }
    const { id } = known ?? orm.insert(game).values(drafted).returning({ id: game.id }).get()
    const added = find.byId.get({ id })
    if (added === undefined) throw new Error(`Game ${id} is not there after it was added.`)
    return { outcome: known === undefined ? 'added' : 'known', game: added }
  }

  return {
    add: async (draft) => write(() => add(draft)),
    byId: async (id) => find.byId.get({ id }),
    active: async () => find.active.all(),
    ofAccount: async (accountId) => [...(ofAccount(accountId)?.list ?? [])],
    find: async (accountId, id) => {
      const own = ofAccount(accountId)
      return own?.byId.get(id) ?? own?.byUniverse.get(id)
    },
    byChannel: async (accountId, channelId) => find.byChannel.get({ accountId, channelId }),
    published: async () => find.published.all(),
    update: async ({ id, channelId, isActive, isPublic }) =>
      write(() => {
        orm
          .update(game)
          .set({ channelId, isActive, isPublic })
          .where(present(eq(game.id, id)))
          .run()
        changes.bump('games')
      }),
    remove: async (id, removedAt) =>
      write(() => {
        orm
          .update(game)
          .set({ removedAt })
          .where(present(eq(game.id, id)))
          .run()
        changes.bump('games')
      }),
  }
}

const indexed = (list: readonly Game[]) => ({
  list,
  byId: new Map(list.map((game) => [game.id, game])),
  byUniverse: new Map(list.map((game) => [game.universeId, game])),
})

const present = (...conditions: ReturnType<typeof eq>[]) => and(...conditions, isNull(game.removedAt))

function findGames({ orm }: Connection) {
  const select = () => orm.select(COLUMNS).from(game).innerJoin(universe, eq(universe.id, game.universeId)).$dynamic()
  const mine = eq(game.accountId, sql.placeholder('accountId'))
  const where = (...conditions: ReturnType<typeof eq>[]) =>
    select()
      .where(present(...conditions))
      .orderBy(game.id)
      .prepare()
  return {
    byId: where(eq(game.id, sql.placeholder('id'))),
    ofAccount: where(mine),
    active: where(eq(game.isActive, true)),
    ofUniverse: where(mine, eq(game.universeId, sql.placeholder('universeId'))),
    published: where(eq(game.isPublic, true)),
    byChannel: where(mine, eq(game.channelId, sql.placeholder('channelId'))),
  }
}
