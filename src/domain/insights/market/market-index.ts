// The chained index of the platform's players. It begins at 1, and every link multiplies it by what the members that
// were counted in both minutes gained or lost together. One universe can be left out: its own counts are subtracted
// from both sides of each link, so the result is exactly the index of the others.
import { DAY_MINUTES, HOUR_MINUTES, hourOf, type Minute } from '../../clock.js'
import type { MarketLink, UniverseCounts } from '../../ports/market.js'
import { RingBuffer } from './ring-buffer.js'

/** 30 days that are shown, and 30 to compute their usual. */
export const MARKET_DAYS = 60
const RETAINED_HOURS = MARKET_DAYS * 24

/** How much of the past an index answers. The means of hours reach back equally far in each. */
export interface MarketReach {
  /** Minutes of which each point is kept. Earlier minutes are known by the hour. */
  readonly minutes: number
  /** Hours of which the last point is kept. */
  readonly hours: number
}

/** The seven days of a report, and one spare; 0.35 MB. */
export const WHOLE_REACH: MarketReach = { minutes: 8 * DAY_MINUTES, hours: RETAINED_HOURS }
/** For the newest count and its usual; 0.03 MB. It may have been counted by a clock that was some hours ahead. */
export const BRIEF_REACH: MarketReach = { minutes: DAY_MINUTES / 4, hours: 24 }

/** The index at a minute; NaN where it is unknown. */
export type MarketValues = (minute: Minute) => number

export interface MarketPoint {
  readonly minute: Minute
  readonly value: number
  readonly players: number
  /** The number of games with players. */
  readonly members: number
}

export class MarketIndex {
  private readonly minutes: Points
  /** The last point of each hour. */
  private readonly lastPoints: Points
  private readonly sums = new RingBuffer(RETAINED_HOURS)
  private readonly counts = new RingBuffer(RETAINED_HOURS)
  /** The value at the last minute at which somebody played, from which the next link goes on. */
  private level = 1
  private first: Minute | undefined
  private newest: Minute | undefined
  private playersPerUnit = 1

  constructor(private readonly reach: MarketReach = WHOLE_REACH) {
    this.minutes = new Points(reach.minutes)
    this.lastPoints = new Points(reach.hours)
  }

  /** The last minute that was added; undefined if there is none. */
  get last(): Minute | undefined {
    return this.newest
  }

  /** The hours of which the mean may be known. */
  get hours(): { readonly since: number; readonly until: number } {
    const until = this.newest === undefined ? 0 : hourOf(this.newest) + 1
    return { since: Math.max(hourOf(this.first ?? 0), until - RETAINED_HOURS), until }
  }

  /** The last known players per unit of the index, which is used while the value is 0. */
  get scale(): number {
    return this.playersPerUnit
  }

  /** Links must be added in ascending order, with the counts of the universe that is left out. */
  add(link: MarketLink, leftOut?: UniverseCounts): void {
    const { minute, since } = link
    const [ownBefore, ownNow] = [since === null ? undefined : leftOut?.get(since), leftOut?.get(minute)]
    const isLinked = ownBefore !== undefined && ownNow !== undefined
    const before = link.playersBefore - (isLinked ? ownBefore : 0)
    const now = link.playersNow - (isLinked ? ownNow : 0)
    if (since === null) this.begin(minute)
    // If the others had no players before, their change is unknown, and the index stays where it was.
    const value = since === null || before <= 0 ? this.level : (this.level * now) / before
    const players = link.players - (ownNow ?? 0)
    const hasOwn = since === null ? (ownNow ?? 0) > 0 : isLinked && ownBefore + ownNow > 0
    if (value > 0) this.level = value
    if (value > 0 && players > 0) this.playersPerUnit = players / value
    this.store({ minute, value, players, members: link.members - (hasOwn ? 1 : 0) })
  }

  /** The newest point of the minutes `from` ≤ m < `until`; of an early time, the last one of an hour. */
  latest(from: Minute, until: Minute): MarketPoint | undefined {
    const end = Math.min(until, (this.newest ?? -1) + 1)
    for (let minute = end - 1; minute >= from && this.isByMinute(minute); minute--) {
      const found = this.minutes.get(minute, minute)
      if (found !== undefined) return found
    }
    for (let hour = hourOf(end) - 1; hour >= hourOf(from) && hour >= this.hours.since; hour--) {
      const found = this.lastPoints.get(hour, hour * HOUR_MINUTES + HOUR_MINUTES - 1)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The value at a minute, or of an early minute the mean of its hour if that ended by `until`; NaN if it is unknown. */
  valueAt(minute: Minute, until: Minute): number {
    if (minute >= until) return Number.NaN
    if (this.isByMinute(minute)) return this.minutes.get(minute, minute)?.value ?? Number.NaN
    const hour = hourOf(minute)
    return (hour + 1) * HOUR_MINUTES <= until ? this.meanOf(hour) : Number.NaN
  }

  /** The mean of an hour since 1970; NaN if it is unknown. */
  meanOf(hour: number): number {
    return this.sums.get(hour) / this.counts.get(hour)
  }

  private isByMinute(minute: Minute): boolean {
    return minute > (this.newest ?? 0) - this.reach.minutes
  }

  /** A chain that begins again says nothing about what was before it. */
  private begin(minute: Minute): void {
    for (const buffer of [this.minutes, this.lastPoints, this.sums, this.counts]) buffer.clear()
    this.level = 1
    this.first = minute
  }

  private store(point: MarketPoint): void {
    const hour = hourOf(point.minute)
    this.minutes.set(point.minute, point)
    this.lastPoints.set(hour, point)
    this.sums.set(hour, (this.sums.get(hour) || 0) + point.value)
    this.counts.set(hour, (this.counts.get(hour) || 0) + 1)
    this.first ??= point.minute
    this.newest = point.minute
  }
}

/** Points without their minutes, in three rings. */
class Points {
  private readonly values: RingBuffer
  private readonly players: RingBuffer
  private readonly members: RingBuffer

  constructor(size: number) {
    this.values = new RingBuffer(size)
    this.players = new RingBuffer(size)
    this.members = new RingBuffer(size)
  }

  get(position: number, minute: Minute): MarketPoint | undefined {
    const value = this.values.get(position)
    if (Number.isNaN(value)) return undefined
    return { minute, value, players: this.players.get(position), members: this.members.get(position) }
  }

  set(position: number, { value, players, members }: MarketPoint): void {
    this.values.set(position, value)
    this.players.set(position, players)
    this.members.set(position, members)
  }

  clear(): void {
    for (const ring of [this.values, this.players, this.members]) ring.clear()
  }
}
