// Stores games. A removed game keeps its row and is hidden from all reads.

import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { minuteOf } from '../../domain/clock.js'
import type { AddedGame, Game, GameDraft, GameStore, GameUpdate, ResumedGames } from '../../domain/game.js'
import type { NoteRead } from '../../domain/ports/activity.js'
import { gamesAbove, gamesToResume } from '../../domain/rules/plan-room.js'
import type { Changes, ReadCache } from './cached-reads.js'
import type { Connection } from './connection.js'
import { gameLists, type PageQuery } from './game-lists.js'
import { game, universe } from './schema.js'
import { universeWriter } from './universes.js'

const COLUMNS = {
  id: game.id,
  accountId: game.accountId,
  universeId: game.universeId,
  name: universe.name,
  channelId: game.channelId,
  isActive: game.isActive,
  isPausedByPlan: game.isPausedByPlan,
  isPublic: game.isPublic,
  createdAt: game.createdAt,
}

export function gameStore(
  connection: Connection,
  changes: Changes,
  readCache: ReadCache,
  onListRead: NoteRead,
): GameStore {
  const { orm, write } = connection
  const find = findGames(connection)
  const pausing = gamePausing(connection, changes)
  const putUniverse = universeWriter(connection)

  const pages = {
    ofAccount: (query: PageQuery & { readonly accountId: number }) => find.page.all({ ...query }),
    active: (query: PageQuery) => find.activePage.all({ ...query }),
  }
  const lists = gameLists(connection, pages, onListRead)
  // After a change, a request for one game does not read all of them.
  const one = readCache.untilTrackingChanges((key: string) => {
    const [accountId = 0, id = 0] = key.split(' ').map(Number)
    const byId = find.byId.get({ id })
    return byId?.accountId === accountId ? byId : find.ofUniverse.get({ accountId, universeId: id })
  })

  function add({ accountId, universe: facts, channelId, createdAt, maxGames }: GameDraft): AddedGame {
    const known = find.ofUniverse.get({ accountId, universeId: facts.id })
    const games = find.count.get({ accountId })?.count ?? 0
    if (known === undefined && games >= maxGames) return { outcome: 'full', count: games }
    // The tick of this minute may have been evaluated already, so the event is stored for the next one.
    putUniverse(facts, minuteOf(createdAt) + 1)
    changes.bump('games')
    const drafted = { accountId, universeId: facts.id, channelId, isActive: true, createdAt }
    const { id } = known ?? orm.insert(game).values(drafted).returning({ id: game.id }).get()
    const added = find.byId.get({ id })
    if (added === undefined) throw new Error(`Game ${id} is not there after it was added.`)
    return { outcome: known === undefined ? 'added' : 'known', game: added }
  }

  function update({ id, channelId, isActive, isPublic }: GameUpdate, maxActive = Number.POSITIVE_INFINITY): boolean {
    const before = find.byId.get({ id })
    if (before === undefined) return true
    if (isActive === true && !before.isActive) {
      const { count: active = 0 } = find.countActive.get({ accountId: before.accountId }) ?? {}
      if (active >= maxActive) return false
    }
    const isPausedByPlan = isActive === undefined ? undefined : false
    const columns = { channelId, isActive, isPublic, isPausedByPlan }
    if (Object.values(columns).some((value) => value !== undefined)) {
      orm.update(game).set(columns).where(eq(game.id, id)).run()
      changes.bump('games')
    }
    return true
  }

  return {
    add: async (draft) => write(() => add(draft)),
    byId: async (id) => find.byId.get({ id }),
    active: () => lists.active(),
    ofAccount: async (accountId) => [...(await lists.of(accountId)).list],
    find: async (accountId, id) => {
      const cachedGames = lists.known(accountId)
      return cachedGames === undefined
        ? one(`${accountId} ${id}`)
        : (cachedGames.byId.get(id) ?? cachedGames.byUniverse.get(id))
    },
    byChannel: async (accountId, channelId) => find.byChannel.get({ accountId, channelId }),
    published: async () => find.published.all(),
    update: async (change, maxActive) => write(() => update(change, maxActive)),
    resumeAll: async (accountId, maxActive) => write(() => pausing.resume(accountId, maxActive, () => true)),
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

/** Must be called inside a transaction. */
export function gamePausing(connection: Connection, changes: Changes) {
  const { ofAccount } = findGames(connection)

  const set = (games: readonly Game[], state: Pick<Game, 'isActive' | 'isPausedByPlan'>): Game[] => {
    if (games.length === 0) return []
    // One statement, because an account may have thousands of games and all of them change in one turn.
    const ids = JSON.stringify(games.map(({ id }) => id))
    connection.orm.update(game).set(state).where(sql`${game.id} IN (SELECT value FROM json_each(${ids}))`).run()
    changes.bump('games')
    return games.map((one) => ({ ...one, ...state }))
  }

  return {
    pauseAbove: (accountId: number, maxActive: number): readonly Game[] =>
      set(gamesAbove(ofAccount.all({ accountId }), maxActive), { isActive: false, isPausedByPlan: true }),
    resume: (accountId: number, maxActive: number, mayResume: (paused: Game) => boolean): ResumedGames => {
      const { resumed, left } = gamesToResume(ofAccount.all({ accountId }), maxActive, mayResume)
      return { resumed: set(resumed, { isActive: true, isPausedByPlan: false }), left }
    },
  }
}

const present = (...conditions: ReturnType<typeof eq>[]) => and(...conditions, isNull(game.removedAt))

function findGames({ orm }: Connection) {
  const select = () => orm.select(COLUMNS).from(game).innerJoin(universe, eq(universe.id, game.universeId)).$dynamic()
  const isOfAccount = eq(game.accountId, sql.placeholder('accountId'))
  const where = (...conditions: ReturnType<typeof eq>[]) =>
    select()
      .where(present(...conditions))
      .orderBy(game.id)
      .prepare()
  const countWhere = (...conditions: ReturnType<typeof eq>[]) =>
    orm
      .select({ count: count() })
      .from(game)
      .where(present(isOfAccount, ...conditions))
      .prepare()
  return {
    /** Adding or resuming a game does not read the others. */
    count: countWhere(),
    countActive: countWhere(eq(game.isActive, true)),
    byId: where(eq(game.id, sql.placeholder('id'))),
    ofAccount: where(isOfAccount),
    page: select()
      .where(and(present(isOfAccount), gt(game.id, sql.placeholder('after'))))
      .orderBy(game.id)
      .limit(sql.placeholder('limit'))
      .prepare(),
    activePage: select()
      .where(and(present(eq(game.isActive, true)), gt(game.id, sql.placeholder('after'))))
      .orderBy(game.id)
      .limit(sql.placeholder('limit'))
      .prepare(),
    ofUniverse: where(isOfAccount, eq(game.universeId, sql.placeholder('universeId'))),
    published: where(eq(game.isPublic, true)),
    byChannel: where(isOfAccount, eq(game.channelId, sql.placeholder('channelId'))),
  }
}
