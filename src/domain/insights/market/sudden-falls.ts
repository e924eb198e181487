// Finds sudden falls of players. In the platform's index a sudden fall is an outage: nearly all games lose players within
// minutes, and get them back. In the players of a single game it can have any cause.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { MinuteSpan } from '../usual/readable-series.js'
import type { MarketValues } from './market-index.js'

/** A fall: at most this share of the players is left within `FALL_MINUTES`. An ordinary hour loses at most a fifth. */
const MAX_FALLEN_SHARE = 0.88
const FALL_MINUTES = 15
/** A fall is over when the players are at this share of those before it. */
export const MIN_RECOVERED_SHARE = 0.93
const MAX_OUTAGE_MINUTES = 6 * HOUR_MINUTES
/** Games fill at different speeds when it is over. */
const AFTERMATH_MINUTES = 45
/** A fall also ends when this share of the loss is regained and the index is flat: it falls with the time of day, too. */
const MIN_FLAT_REGAINED_SHARE = 0.4
/** The index is flat if it rose by less than this factor within so many minutes. */
const MAX_FLAT_RISE_FACTOR = 1.02
const FALL_LEVEL_MINUTES = 20
/** A fall begins at the last reading that is at least this share of the highest of the last minutes. */
const MIN_SHARE_BEFORE_FALL = 0.96

/** From the last minute before the fall to the last one of it. */
export interface SuddenFall extends MinuteSpan {
  /** False if the players were not back after six hours, or not yet at the end of what was read. */
  readonly isOver: boolean
  /** True if it is unfinished: it had not lasted six hours at the end of what was read, so that it may end soon. */
  readonly isUnfinished: boolean
}

interface PlayersReading {
  readonly minute: Minute
  readonly value: number
}

export interface FallLimits {
  /** The random deviation of a reading of that value. */
  noise(value: number): number
  /** The value from which on a fall is over. */
  recovery(before: number, lowest: number): number
  /** The value from which on it is also over, once it rises no more; infinite if it must rise to the other. */
  plateauRecovery(before: number, lowest: number): number
}

/** The index has hardly any random deviation, because it sums many games. */
const INDEX_LIMITS: FallLimits = {
  noise: () => 0,
  recovery: (before) => before * MIN_RECOVERED_SHARE,
  plateauRecovery: (before, lowest) => lowest + MIN_FLAT_REGAINED_SHARE * (before - lowest),
}

export function suddenFalls(
  valueAt: (minute: Minute) => number,
  { from, until }: MinuteSpan,
  limits: FallLimits = INDEX_LIMITS,
): SuddenFall[] {
  const found: SuddenFall[] = []
  const recent: PlayersReading[] = []
  for (let minute = from; minute < until; minute++) {
    const value = valueAt(minute)
    if (Number.isNaN(value)) continue
    // Ticks may be several minutes apart.
    while (minute - (recent[0]?.minute ?? minute) > FALL_MINUTES) recent.shift()
    const before = Math.max(...recent.map((reading) => reading.value))
    const fallStart = recent.findLast((reading) => reading.value >= before * MIN_SHARE_BEFORE_FALL)?.minute ?? minute
    recent.push({ minute, value })
    if (!(value < before * MAX_FALLEN_SHARE - limits.noise(before))) continue
    const last = Math.min(until, minute + MAX_OUTAGE_MINUTES)
    const end = endOf(valueAt, { minute, value, before, last }, limits)
    const isOver = end < last
    found.push({ from: fallStart, until: end, isOver, isUnfinished: !isOver && last === until })
    minute = end
    recent.length = 0
  }
  return found
}

interface FallStart extends PlayersReading {
  /** The value before the fall. */
  readonly before: number
  /** It is not read any further. */
  readonly last: Minute
}

/** The minute in which a fall was over; `last` if it was not. */
function endOf(
  valueAt: (minute: Minute) => number,
  { minute, value, before, last }: FallStart,
  { recovery, plateauRecovery }: FallLimits,
): Minute {
  let lowest = value
  for (let end = minute + 1; end < last; end++) {
    const next = valueAt(end)
    if (next >= recovery(before, lowest)) return end
    const plateauStart = end - FALL_LEVEL_MINUTES
    if (
      plateauStart > minute &&
      next >= plateauRecovery(before, lowest) &&
      next < valueAt(plateauStart) * MAX_FLAT_RISE_FACTOR
    )
      return plateauStart
    if (next < lowest) lowest = next
  }
  return last
}

/** The outages that the indexes show, the best one first: another counts where those before it were not counted. */
export function marketOutages(markets: readonly MarketValues[], span: MinuteSpan): MinuteSpan[] {
  return markets.flatMap((valueAt, index) => {
    const better = markets.slice(0, index)
    return suddenFalls(valueAt, span)
      .filter(({ from, until }) => !better.some((other) => isCountedIn(other, { from, until })))
      .map(({ from, until }) => ({ from, until: until + AFTERMATH_MINUTES }))
  })
}

function isCountedIn(valueAt: MarketValues, { from, until }: MinuteSpan): boolean {
  for (let minute = from; minute < until; minute++) if (!Number.isNaN(valueAt(minute))) return true
  return false
}
