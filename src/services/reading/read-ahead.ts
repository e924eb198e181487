// After a start, reads what accounts with a key will ask first, so that their first requests find it in memory and the code
// compiled: without it, the first answer of 500 games decodes four weeks of each. Each part yields to requests.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../domain/account.js'
import { isUsable } from '../../domain/api-key.js'
import { type Clock, DAY_MINUTES, dayOf, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import type { DateRange } from '../../domain/rules/date-range.js'
import { apiAccess } from '../../domain/rules/entitlement.js'
import type { SampleExport } from '../../domain/sample-file.js'
import type { GameSeriesQuery } from './series/read-series.js'

/** As many as hours are remembered of (series-cache.ts). */
const MAX_READ_AHEAD_UNIVERSES = 5_000
/** Each takes milliseconds, also where several accounts have the same universe and read it at different intervals. */
const MAX_READ_AHEAD_GAMES = 10_000

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly gamesNow: (account: Account, options: { readonly isDetailed: boolean }) => Promise<unknown>
  readonly summarizeGames: { all(account: Account, query: object): Promise<unknown> }
  readonly readSeries: { read(account: Account, games: readonly Game[], query: GameSeriesQuery): Promise<unknown> }
  readonly exportSamples: (account: Account, game: Game, range: DateRange) => Promise<SampleExport>
}

/** Makes a file of an export, in pieces. */
export type ExportEncoder = (exported: SampleExport) => AsyncIterable<unknown>

/** Makes the answers about the games of an account, whose data was read. */
export type AnswerAccount = (account: Account, games: readonly Game[], stop: AbortSignal) => Promise<void>

export interface ReadAheadOptions {
  /** Of the files that programs ask for. */
  readonly encoders?: readonly ExportEncoder[]
  readonly answer?: AnswerAccount
}

interface KeyOwner {
  readonly account: Account
  readonly lastUsedAt: number
}

/**
 * Reads series of one game only, to have their code compiled: that takes tens of milliseconds, and their data only one.
 */
const SERIES: readonly GameSeriesQuery[] = (
  [
    { interval: '1m', timeZone: 'UTC' },
    { interval: '1h', timeZone: 'UTC' },
    { interval: '1d', timeZone: 'UTC' },
    { interval: '1d', timeZone: 'Europe/Berlin' },
  ] as const
).map((grid) => ({ grid, range: { last: DAY_MINUTES }, metrics: ['ccu', 'visits'], compare: undefined }))

export function createReadAhead({ store, clock, plans, gamesNow, summarizeGames, readSeries, exportSamples }: Deps) {
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

  /** Also for an account with too many games to read them all: its first requests would compile the same code. */
  const compile = async (account: Account, game: Game, encoders: readonly ExportEncoder[]): Promise<void> => {
    for (const query of SERIES) {
      await readSeries.read(account, [game], query)
      await yieldToEventLoop()
    }
    const day = dayOf(minuteOf(clock.now())) - 1
    try {
      for (const encode of encoders) {
        const exported = await exportSamples(account, game, { start: day, end: day })
        for await (const _ of encode(exported)) await yieldToEventLoop()
      }
    } catch {
      // The request for a damaged day reports it; all other data is read ahead nevertheless.
    }
  }

  return async function readAhead(stop: AbortSignal, { encoders = [], answer }: ReadAheadOptions = {}): Promise<void> {
    const read = new Set<number>()
    let gameCount = 0
    let isCompiled = false
    for (const account of await keyOwners()) {
      const games = await store.games.ofAccount(account.id)
      const [first] = games
      if (stop.aborted) return
      if (first === undefined) continue
      if (!isCompiled) await compile(account, first, encoders)
      isCompiled = true
      for (const { universeId } of games) read.add(universeId)
      gameCount += games.length
      if (stop.aborted || read.size > MAX_READ_AHEAD_UNIVERSES || gameCount > MAX_READ_AHEAD_GAMES) return
      await summarizeGames.all(account, {})
      if (stop.aborted) return
      await gamesNow(account, { isDetailed: true })
      if (stop.aborted) return
      await answer?.(account, games, stop)
    }
  }
}
