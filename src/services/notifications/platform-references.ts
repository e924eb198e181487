// What a change of a game is compared with, to tell one of the whole platform from one of the game: the tracked universes,
// and the games of the charts. These are also presented as the player counts of three universes, so that falls of the
// platform are found where fewer than three are tracked. The counts of tracked universes are cached for the minutes after.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Minute } from '../../domain/clock.js'
import type { IncidentGame } from '../../domain/events/event-facts.js'
import type { Gap } from '../../domain/gap.js'
import type { MarketValues } from '../../domain/insights/market/market-index.js'
import { PLAYERS_PER_UNIT } from '../../domain/insights/market-rise.js'
import type { ChartCounts, PlayerCounts } from '../../domain/notifications/evaluator.js'
import {
  FALL_STEP_MINUTES,
  isFall,
  MAX_STEP_COUNT_AGE_MINUTES,
} from '../../domain/notifications/evaluators/platform-drop.js'
import {
  type FoundUniverses,
  isOfPlatform,
  MAX_APART_MINUTES,
  MIN_COMPARED,
} from '../../domain/notifications/platform-incident.js'
import type { LatestSample } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import type { MarketHistory } from '../insights/market-history.js'
import { type HistoryDeps, readBlock } from '../insights/read-samples.js'
import { mapReads } from '../reading/in-turns.js'

/** The games of the charts are counted after the tick, so the newest minutes may not be known when they are evaluated. */
export const LAG_MINUTES = 2
/** Three ids, because the detection of a fall needs three universes. */
export const MARKET_UNIVERSES = [-1, -2, -3] as const

/** The indexes in a span, the best one first, without the players of one universe. */
export type FallMarkets = (from: Minute, until: Minute, leavingOut?: number) => Promise<readonly MarketValues[]>

export function marketCounts(
  markets: FallMarkets,
  { once }: Pick<PlayerCounts, 'once'>,
  leavingOut?: number,
): PlayerCounts {
  return {
    at: async (universes, minutes, age) => {
      const [first, last] = [minutes[0], minutes.at(-1)]
      const found =
        first === undefined || last === undefined ? [] : await markets(first - age - LAG_MINUTES, last + 1, leavingOut)
      const values = Float64Array.from(minutes, (minute) => lastBefore(found[0], minute - LAG_MINUTES, age))
      return new Map(universes.map((universeId) => [universeId, values]))
    },
    once: (name, find) => once(`market without ${leavingOut} ${name}`, find),
  }
}

/** What a fall of one game is compared with: the charts without it. */
export const chartCountsOf = (
  marketHistory: MarketHistory,
  playerCounts: PlayerCounts,
  { universeId, end }: { readonly universeId: number; readonly end: Minute },
): ChartCounts => {
  const markets: FallMarkets = (from, until, leavingOut = universeId) =>
    marketHistory({ leavingOut, from, until: Math.min(until, end), source: 'charts' })
  return {
    universes: MARKET_UNIVERSES,
    playerCounts: marketCounts(markets, playerCounts, universeId),
    lag: LAG_MINUTES,
  }
}

function lastBefore(valueAt: MarketValues | undefined, minute: Minute, age: number): number {
  if (valueAt === undefined) return Number.NaN
  for (let at = minute; at >= minute - age; at--) if (!Number.isNaN(valueAt(at))) return valueAt(at) * PLAYERS_PER_UNIT
  return Number.NaN
}

/** The minimum of counted minutes before; with fewer, a missing count proves nothing. */
const MIN_COUNTED_BEFORE = 3
/** If at least this many universes are missing at once, they may have one cause. */
export const MIN_TOGETHER = 2
const CHANGE_REASONS: readonly string[] = ['hidden', 'gone', 'platform error']

export type ComparisonStore = Pick<Store, 'series' | 'market'>

export interface SharedAbsence {
  readonly found: FoundUniverses
  /** False if it is no change of the platform, as far as can be seen. */
  readonly isShared: boolean
}

export interface ConfirmedChange {
  /** The first minute of the change. */
  readonly since: Minute
  /** The minute at which it was confirmed. */
  readonly minute: Minute
}

/** Reads once what hundreds of games ask that change in the same minute. */
export class AbsenceReader {
  private minute: Minute | undefined
  /** By the first minute of the change: games that are recorded in longer intervals saw the last of them earlier. */
  private readonly bySince = new Map<Minute, Promise<SharedAbsence>>()

  constructor(
    private readonly store: ComparisonStore,
    private readonly universes: readonly number[],
  ) {}

  /** The universes that were missing at the minute. Nothing after it is read. */
  at(change: ConfirmedChange): Promise<SharedAbsence> {
    if (change.minute !== this.minute) this.bySince.clear()
    this.minute = change.minute
    const known = this.bySince.get(change.since)
    if (known !== undefined) return known
    const absence = readAbsence(this.store, this.universes, change)
    this.bySince.set(change.since, absence)
    return absence
  }
}

async function readAbsence(
  store: ComparisonStore,
  universes: readonly number[],
  change: ConfirmedChange,
): Promise<SharedAbsence> {
  const found = await mapReads(universes, store.series.readsAtOnce, (id) => presenceOf(store, id, change))
  const others = found.flatMap((one) => (typeof one === 'object' ? [one] : []))
  const compared = others.length + found.filter((one) => one === 'sampled').length
  const absent = { affected: others.length, universes: compared, others }
  const { since, minute } = change
  // With enough universes of our own, it does not matter whether the charts could be counted.
  const isPlatformChange =
    isOfPlatform(absent) || (compared < MIN_COMPARED && (await isMarketLost(store, since, minute)))
  return { found: absent, isShared: isPlatformChange || (await isMarketFallen(store, since, minute)) }
}

/** A universe that is missing since the change; one that is not; or one that cannot be compared: it was missing long before, or has no sample. */
async function presenceOf(
  store: ComparisonStore,
  universeId: number,
  { since, minute }: ConfirmedChange,
): Promise<IncidentGame | 'sampled' | 'incomparable'> {
  const gaps = await store.series.gaps(universeId, since - MAX_APART_MINUTES, minute + 1)
  // A universe that was missing long before is not part of this change.
  if (gaps.some(({ from, until }) => from <= since - MAX_APART_MINUTES && until >= minute)) return 'incomparable'
  const current = gaps.find(({ reason, until }) => CHANGE_REASONS.includes(reason) && until > minute)
  if (current !== undefined) return memberOf(universeId, current)
  return (await hasSample(store, universeId, since, minute + 1)) ? 'sampled' : 'incomparable'
}

const memberOf = (universeId: number, { reason, from }: Gap): IncidentGame => {
  const type = reason === 'hidden' || reason === 'gone' ? reason : 'silent'
  return { universeId, type, since: from, until: null }
}

async function hasSample({ series }: ComparisonStore, id: number, from: Minute, until: Minute): Promise<boolean> {
  for await (const block of series.blocks(id, from, until)) if (block.minutes.length > 0) return true
  return false
}

/** Whether the market was counted until `since`, and at no minute after it. */
async function isMarketLost({ market }: ComparisonStore, since: Minute, minute: Minute): Promise<boolean> {
  const links = await market.links('charts', since - MAX_APART_MINUTES, minute)
  const before = links.filter((link) => link.minute <= since).length
  return before >= MIN_COUNTED_BEFORE && before === links.length
}

/** The games of the charts lost players together, at about the time at which the change began. */
async function isMarketFallen({ market }: ComparisonStore, since: Minute, minute: Minute): Promise<boolean> {
  const links = await market.links('charts', since - MAX_APART_MINUTES, minute)
  const changes = links.map(({ playersBefore, playersNow }) =>
    playersBefore === 0 ? 0 : Math.log(Math.max(0.5, playersNow) / playersBefore),
  )
  return isFall(changes.reduce((sum, change) => sum + change, 0))
}

interface IncidentProgress {
  readonly minute: Minute
  /** Null while the incident goes on. */
  readonly end: Minute | null
}

/** For a game, the incident ends with its own gap; for one that is still missing then, with the incident itself. */
export async function withEnd(
  { series }: Pick<Store, 'series'>,
  other: IncidentGame,
  { minute, end }: IncidentProgress,
): Promise<IncidentGame> {
  if (other.until !== null) return other
  const gaps = await series.gaps(other.universeId, other.since, minute + 1)
  const ordered = [...gaps].sort((a, b) => a.from - b.from)
  const last = ordered.reduce((until, gap) => (gap.from <= until ? Math.max(until, gap.until) : until), other.since)
  return { ...other, until: last <= minute ? last : end }
}

/** The maximum time in milliseconds before it yields to other work. */
const MAX_HISTORY_SLICE_MS = 8
/** Points cached per universe: twice as many as are requested at once. */
const MAX_CACHE_SIZE = 80

type LatestSamples = ReadonlyMap<number, LatestSample>

export interface PlayerCountReader {
  /** `latest`: the latest samples, if the caller has them. */
  forWindow(latest?: LatestSamples): PlayerCounts
  /**
   * Caches the last minute of a window, for the universes without a later sample: during a catch-up, there are later ones.
   * While the platform is down, the last six hours of all universes are requested every minute; a reader that follows the
   * ticks then needs no read, however far apart they are.
   */
  follow(minute: Minute, latest: LatestSamples): void
}

/** One instance lives as long as the service. */
export function createPlayerCountReader(store: HistoryDeps): PlayerCountReader {
  const cache = new Map<number, Map<Minute, number>>()

  const remember = (universeId: number, minute: Minute, level: number): void => {
    const known = cache.get(universeId) ?? new Map<Minute, number>()
    cache.set(universeId, known.set(minute, level))
    for (const oldest of known.keys()) {
      if (known.size <= MAX_CACHE_SIZE) break
      known.delete(oldest)
    }
  }

  const read = async (universeId: number, minutes: readonly Minute[], age: number): Promise<Map<Minute, number>> => {
    const levels = new Map<Minute, number>()
    const [first, last] = [minutes[0], minutes.at(-1)]
    if (first === undefined || last === undefined) return levels
    const { minutes: sampled, columns } = await readBlock(store, universeId, first - age, last + 1)
    let row = -1
    for (const minute of minutes) {
      while ((sampled[row + 1] ?? Number.POSITIVE_INFINITY) <= minute) row++
      levels.set(minute, isFresh(sampled[row], minute, age) ? (columns.ccu[row] ?? Number.NaN) : Number.NaN)
    }
    return levels
  }

  const levelsOf = async (
    universeId: number,
    query: PlayerCountsQuery,
    latest: LatestSample | undefined,
  ): Promise<Float64Array> => {
    const { minutes, age } = query
    const isCached = age === MAX_STEP_COUNT_AGE_MINUTES
    const known = isCached ? cache.get(universeId) : undefined
    const isKnown = (minute: Minute) => known?.has(minute) || (latest !== undefined && latest.minute <= minute)
    const missing = minutes.filter((minute) => !isKnown(minute))
    const found = await read(universeId, missing, age)
    // Only full steps are requested again.
    if (isCached)
      for (const [minute, level] of found) if (minute % FALL_STEP_MINUTES === 0) remember(universeId, minute, level)
    return Float64Array.from(
      minutes,
      (minute) => found.get(minute) ?? known?.get(minute) ?? levelNow(latest, minute, age),
    )
  }

  const at = async (universes: readonly number[], query: PlayerCountsQuery, latest: LatestSamples | undefined) => {
    const found = new Map<number, Float64Array>()
    let sliceStart = performance.now()
    for (const universeId of universes) {
      found.set(universeId, await levelsOf(universeId, query, latest?.get(universeId)))
      if (performance.now() - sliceStart < MAX_HISTORY_SLICE_MS) continue
      await yieldToEventLoop()
      sliceStart = performance.now()
    }
    return found
  }

  return {
    forWindow: (latest) => {
      const shared = new Map<string, Promise<unknown>>()
      const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
        const found = (shared.get(name) as Promise<T> | undefined) ?? find()
        shared.set(name, found)
        return found
      }
      return { at: (universes, minutes, age) => at(universes, { minutes, age }, latest), once }
    },
    follow: (minute, latest) => {
      if (minute % FALL_STEP_MINUTES !== 0) return
      for (const [universeId, sample] of latest)
        if (sample.minute <= minute) remember(universeId, minute, levelNow(sample, minute, MAX_STEP_COUNT_AGE_MINUTES))
    },
  }
}

interface PlayerCountsQuery {
  readonly minutes: readonly Minute[]
  readonly age: number
}

const isFresh = (sampled: Minute | undefined, minute: Minute, age: number): boolean =>
  sampled !== undefined && sampled <= minute && minute - sampled <= age

const levelNow = (latest: LatestSample | undefined, minute: Minute, age: number): number =>
  latest !== undefined && isFresh(latest.minute, minute, age) ? latest.ccu : Number.NaN
