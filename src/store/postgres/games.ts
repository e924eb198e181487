// Stores games. A removed game keeps its row and is hidden from all reads.
import { and, count, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { minuteOf } from '../../domain/clock.js'
import type { AddedGame, Game, GameDraft, GameStore, GameUpdate, ResumedGames } from '../../domain/game.js'
import { gamesAbove, gamesToResume } from '../../domain/rules/plan-room.js'
import { first, only } from './columns.js'
import type { Connection, Orm, Transaction } from './connection.js'
import { lockAccount } from './locks.js'
import { game, universe } from './schema.js'
import { putUniverses } from './universes.js'

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

export function gameStore({ read, write }: Connection): GameStore {
  const list = (...conditions: SQL[]): Promise<Game[]> => read((orm) => present(orm, ...conditions))
  const one = async (...conditions: SQL[]): Promise<Game | undefined> => first(await list(...conditions))

  return {
    add: (draft) => write((transaction) => add(transaction, draft)),
    byId: (id) => one(eq(game.id, id)),
    active: () => list(eq(game.isActive, true)),
    ofAccount: (accountId) => list(eq(game.accountId, accountId)),
    find: async (accountId, id) => {
      const byId = await one(eq(game.accountId, accountId), eq(game.id, id))
      return byId ?? one(eq(game.accountId, accountId), eq(game.universeId, id))
    },
    byChannel: (accountId, channelId) => one(eq(game.accountId, accountId), eq(game.channelId, channelId)),
    published: () => list(eq(game.isPublic, true)),
    update: (change, maxActive) => write((transaction) => update(transaction, change, maxActive)),
    resumeAll: (accountId, maxActive) =>
      write(async (transaction) => {
        await lockAccount(transaction, accountId)
        return resumeGames(transaction, accountId, maxActive, () => true)
      }),
    remove: (id, removedAt) =>
      write(async ({ orm, changed }) => {
        await orm
          .update(game)
          .set({ removedAt })
          .where(and(eq(game.id, id), isNull(game.removedAt)))
        changed('games')
      }),
  }
}

const present = (orm: Orm, ...conditions: SQL[]): Promise<Game[]> =>
  orm
    .select(COLUMNS)
    .from(game)
    .innerJoin(universe, eq(universe.id, game.universeId))
    .where(and(...conditions, isNull(game.removedAt)))
    .orderBy(game.id)

async function countPresent(orm: Orm, ...conditions: SQL[]): Promise<number> {
  const found = await orm
    .select({ count: count() })
    .from(game)
    .where(and(...conditions, isNull(game.removedAt)))
  return only(found).count
}

async function add(transaction: Transaction, draft: GameDraft): Promise<AddedGame> {
  const { accountId, universe: facts, channelId, createdAt, maxGames } = draft
  const { orm, changed } = transaction
  await lockAccount(transaction, accountId)
  const isOfAccount = eq(game.accountId, accountId)
  const known = first(await present(orm, isOfAccount, eq(game.universeId, facts.id)))
  const games = await countPresent(orm, isOfAccount)
  if (known === undefined && games >= maxGames) return { outcome: 'full', count: games }
  // The tick of this minute may have been evaluated already, so the event is stored for the next one.
  await putUniverses(transaction, [facts], minuteOf(createdAt) + 1)
  changed('games')
  const drafted = { accountId, universeId: facts.id, channelId, isActive: true, createdAt }
  const { id } = known ?? only(await orm.insert(game).values(drafted).returning({ id: game.id }))
  const added = first(await present(orm, eq(game.id, id)))
  if (added === undefined) throw new Error(`Game ${id} is not there after it was added.`)
  return { outcome: known === undefined ? 'added' : 'known', game: added }
}

async function update(
  transaction: Transaction,
  { id, channelId, isActive, isPublic }: GameUpdate,
  maxActive = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const { orm, changed } = transaction
  const found = first(await present(orm, eq(game.id, id)))
  if (found === undefined) return true
  // Another transaction may change the game until the lock is held.
  await lockAccount(transaction, found.accountId)
  const before = first(await present(orm, eq(game.id, id)))
  if (before === undefined) return true
  if (isActive === true && !before.isActive) {
    const active = await countPresent(orm, eq(game.accountId, before.accountId), eq(game.isActive, true))
    if (active >= maxActive) return false
  }
  const isPausedByPlan = isActive === undefined ? undefined : false
  const columns = { channelId, isActive, isPublic, isPausedByPlan }
  if (Object.values(columns).some((value) => value !== undefined)) {
    await orm.update(game).set(columns).where(eq(game.id, id))
    changed('games')
  }
  return true
}

async function set(
  { orm, changed }: Transaction,
  games: readonly Game[],
  state: Pick<Game, 'isActive' | 'isPausedByPlan'>,
): Promise<Game[]> {
  if (games.length === 0) return []
  const ids = games.map(({ id }) => id)
  await orm.update(game).set(state).where(inArray(game.id, ids))
  changed('games')
  return games.map((one) => ({ ...one, ...state }))
}

/** The transaction must hold the lock of the account. */
export const pauseAbove = async (
  transaction: Transaction,
  accountId: number,
  maxActive: number,
): Promise<readonly Game[]> => {
  const games = await present(transaction.orm, eq(game.accountId, accountId))
  return set(transaction, gamesAbove(games, maxActive), { isActive: false, isPausedByPlan: true })
}

/** The transaction must hold the lock of the account. */
export async function resumeGames(
  transaction: Transaction,
  accountId: number,
  maxActive: number,
  mayResume: (paused: Game) => boolean,
): Promise<ResumedGames> {
  const games = await present(transaction.orm, eq(game.accountId, accountId))
  const { resumed, left } = gamesToResume(games, maxActive, mayResume)
  return { resumed: await set(transaction, resumed, { isActive: true, isPausedByPlan: false }), left }
}
