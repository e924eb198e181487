// After a start, reads what accounts with a key will ask first, so that their first requests find it in memory and the code
// compiled: without it, the first answer of 500 games decodes four weeks of each. What is asked most and read fastest comes
// first, of all accounts, and the usual of each game last, because it takes most of the time. Each part yields to requests.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../domain/account.js'
import { isUsable } from '../../domain/api-key.js'
import type { Clock } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { apiAccess } from '../../domain/rules/entitlement.js'

/** As many as hours are remembered of (series-cache.ts). */
const MAX_READ_AHEAD_UNIVERSES = 5_000
/** Each takes milliseconds, also where several accounts have the same universe and read it at different intervals. */
const MAX_READ_AHEAD_GAMES = 10_000

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly rankGames: (account: Account, by: 'ccu' | 'change') => Promise<unknown>
  readonly gamesNow: (account: Account, options: { readonly isDetailed: boolean }) => Promise<unknown>
  readonly summarizeGames: { all(account: Account, query: object): Promise<unknown> }
}

export interface AccountGames {
  readonly account: Account
  readonly games: readonly Game[]
}

/** Makes answers, of accounts with games. Each part that takes `stop` ends early where it is aborted. */
export interface AnswerMaker {
  /** A few times, all that is made for each request, of one game, because its code is slow at first. */
  compile(of: AccountGames, stop: AbortSignal): Promise<void>
  /** Rankings, summaries, and what the account requested before the service was stopped. */
  prepareLists(of: AccountGames, stop: AbortSignal): Promise<void>
  /** As `compile`, so often that the code is as fast as it will be. */
  optimize(of: AccountGames, stop: AbortSignal): Promise<void>
  /** The games now, whose usual was read. */
  prepareGames(of: AccountGames, stop: AbortSignal): Promise<void>
  /** Makes the OpenAPI document and the page /docs, once. Later, it would take turns beside the first requests. */
  describe(): Promise<void>
  /** Once more what may have changed or been forgotten since. */
  repeat(of: AccountGames, stop: AbortSignal): Promise<void>
  close(): Promise<void>
}

interface KeyOwner {
  readonly account: Account
  readonly lastUsedAt: number
}

type ReadAheadPart = (of: AccountGames) => Promise<unknown>

export function createReadAhead({ store, clock, plans, rankGames, gamesNow, summarizeGames }: Deps) {
  /** Accounts in the order of the last use of their keys, newest first. */
  const keyOwners = async (): Promise<readonly Account[]> => {
    const found: KeyOwner[] = []
    for (const account of await store.accounts.list()) {
      await yieldToEventLoop()
      if (apiAccess(account, plans, clock.now()) === 'none') continue
      const keys = (await store.keys.ofAccount(account.id)).filter((key) => isUsable(key, clock.now()))
      const uses = keys.map(({ lastUsedAt }) => lastUsedAt ?? 0)
      if (uses.length > 0) found.push({ account, lastUsedAt: Math.max(...uses) })
    }
    return found.sort((a, b) => b.lastUsedAt - a.lastUsedAt).map(({ account }) => account)
  }

  const ownersWithGames = async (stop: AbortSignal): Promise<readonly AccountGames[]> => {
    const found: AccountGames[] = []
    for (const account of await keyOwners()) {
      if (stop.aborted) break
      const games = await store.games.ofAccount(account.id)
      if (games.length > 0) found.push({ account, games })
    }
    return found
  }

  return async function readAhead(stop: AbortSignal, answers?: AnswerMaker): Promise<void> {
    const owners = await ownersWithGames(stop)
    const [first] = owners
    if (first === undefined) return
    const bounded = withinLimits(owners)
    const lists: readonly ReadAheadPart[] = [
      ({ account }) => rankGames(account, 'ccu'),
      ({ account }) => rankGames(account, 'change'),
      ({ account }) => summarizeGames.all(account, {}),
      async (of) => answers?.prepareLists(of, stop),
    ]
    const games: readonly ReadAheadPart[] = [
      ({ account }) => gamesNow(account, { isDetailed: true }),
      async (of) => answers?.prepareGames(of, stop),
    ]
    try {
      // Also for an account with too many games to read them all: its first requests would compile the same code.
      await answers?.compile(first, stop)
      await runParts(lists, bounded, stop)
      await answers?.optimize(first, stop)
      await runParts(games, bounded, stop)
      if (!stop.aborted) await answers?.describe()
      await answers?.repeat(first, stop)
    } finally {
      await answers?.close()
    }
  }
}

async function runParts(
  parts: readonly ReadAheadPart[],
  owners: readonly AccountGames[],
  stop: AbortSignal,
): Promise<void> {
  for (const of of owners)
    for (const part of parts) {
      if (stop.aborted) return
      await part(of)
    }
}

/** Those before the first account whose games are too many. */
function withinLimits(owners: readonly AccountGames[]): readonly AccountGames[] {
  const universes = new Set<number>()
  let gameCount = 0
  const end = owners.findIndex(({ games }) => {
    for (const { universeId } of games) universes.add(universeId)
    gameCount += games.length
    return universes.size > MAX_READ_AHEAD_UNIVERSES || gameCount > MAX_READ_AHEAD_GAMES
  })
  return end < 0 ? owners : owners.slice(0, end)
}
