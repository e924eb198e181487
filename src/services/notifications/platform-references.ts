// What a change of a game is compared with, to tell one of the whole platform from one of the game: the tracked universes,
// and the games of the charts. These are also presented as the player counts of three universes, so that falls of the
// platform are found where fewer than three are tracked.
import type { Minute } from '../../domain/clock.js'
import type { IncidentGame } from '../../domain/events/event-facts.js'
import type { Gap } from '../../domain/gap.js'
import type { MarketValues } from '../../domain/insights/market/market-index.js'
import { PLAYERS_PER_UNIT } from '../../domain/insights/market-rise.js'
import type { ChartCounts, PlayerCounts } from '../../domain/notifications/evaluator.js'
import { isFall } from '../../domain/notifications/evaluators/platform-drop.js'
import {
  type FoundUniverses,
  isOfPlatform,
  MAX_APART_MINUTES,
  MIN_COMPARED,
} from '../../domain/notifications/platform-incident.js'
import type { Store } from '../../domain/ports/store.js'
import type { MarketHistory } from '../insights/market-history.js'

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

export interface SharedAbsence extends FoundUniverses {
  /** False if it is no change of the platform, as far as can be seen. */
  readonly isShared: boolean
}

export interface ConfirmedChange {
  /** The first minute of the change. */
  readonly since: Minute
  /** The minute at which it was confirmed. */
  readonly minute: Minute
}

/** The universes that were missing at the minute. Nothing after it is read. */
export async function comparedUniverses(
  store: ComparisonStore,
  universes: readonly number[],
  { since, minute }: ConfirmedChange,
): Promise<SharedAbsence> {
  const others: IncidentGame[] = []
  let compared = 0
  for (const universeId of universes) {
    const gaps = await store.series.gaps(universeId, since - MAX_APART_MINUTES, minute + 1)
    const current = gaps.find(({ reason, until }) => CHANGE_REASONS.includes(reason) && until > minute)
    // A universe that was missing long before is not part of this change.
    if (gaps.some(({ from, until }) => from <= since - MAX_APART_MINUTES && until >= minute)) continue
    if (current !== undefined) others.push(memberOf(universeId, current))
    if (current !== undefined || (await hasSample(store, universeId, since, minute + 1))) compared++
  }
  const found = { affected: others.length, universes: compared, others }
  // With enough universes of our own, it does not matter whether the charts could be counted.
  const isPlatformChange =
    isOfPlatform(found) || (compared < MIN_COMPARED && (await isMarketLost(store, since, minute)))
  return { ...found, isShared: isPlatformChange || (await isMarketFallen(store, since, minute)) }
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
