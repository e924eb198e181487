// What all games of a world share, minute by minute: slow drift, holidays, and outages of Roblox.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Span } from '../../../src/domain/rules/span.js'
import { randomFrom, type SeededRandom } from './random.js'

export interface PlatformWorld {
  readonly from: Minute
  readonly outages: readonly Span[]
  /** The logarithm of what the platform multiplies every game by, without outages. */
  moodAt(minute: Minute): number
  /** The share of the players that an outage leaves: 0 … 1. */
  kept(minute: Minute): number
  /** The players of the platform's charts in thousands, without outages. */
  shapeAt(minute: Minute): number
}

export interface PlatformWorldOptions {
  readonly seed: number
  readonly from: Minute
  readonly until: Minute
  /** Outages a month, on average. */
  readonly outages: number
  readonly more?: readonly Span[]
}

interface WorldHoliday extends Span {
  readonly lift: number
}

const WEEKLY_DRIFT = 0.03
const MONTH = 30 * DAY_MINUTES
const EASE = 10 * HOUR_MINUTES
const CRASH_MINUTES = 4
const RETURN_MINUTES = 25

export function platformWorld({ seed, from, until, outages: rate, more = [] }: PlatformWorldOptions): PlatformWorld {
  const random = randomFrom(seed * 7_919 + 11)
  const drift = walk(random, Math.ceil((until - from) / HOUR_MINUTES) + 2, WEEKLY_DRIFT)
  const holidays = holidaysOf(random, from, until)
  const outages = [...outagesOf(random, rate, from, until), ...more]
  const depths = outages.map(() => random.between(0.1, 0.6))
  const moodAt = (minute: Minute): number => {
    const hour = (minute - from) / HOUR_MINUTES
    const index = Math.floor(hour)
    const [a, b] = [drift[index] ?? 0, drift[index + 1] ?? 0]
    return a + (b - a) * (hour - index) + holidays.reduce((sum, holiday) => sum + liftOf(holiday, minute), 0)
  }
  const kept = (minute: Minute): number =>
    outages.reduce((share, outage, index) => Math.min(share, keptIn(outage, depths[index] ?? 1, minute)), 1)
  const noise = Float64Array.from({ length: drift.length }, () => 0.003 * random.normal())
  return {
    from,
    outages,
    moodAt,
    kept,
    shapeAt: (minute) => {
      const day = 0.35 * Math.cos(((minute - 19 * HOUR_MINUTES) / DAY_MINUTES) * 2 * Math.PI)
      const week = 0.1 * Math.cos(((minute - 2.5 * DAY_MINUTES) / WEEK_MINUTES) * 2 * Math.PI)
      const index = Math.floor((minute - from) / HOUR_MINUTES)
      return 9_000 * Math.exp(moodAt(minute) + day + week + (noise[index] ?? 0))
    },
  }
}

/** A random walk by the hour whose value differs by so much from week to week. */
export function walk(random: SeededRandom, hours: number, weekly: number): Float64Array {
  const values = new Float64Array(hours)
  const step = weekly / Math.sqrt(WEEK_MINUTES / HOUR_MINUTES)
  for (let hour = 1; hour < hours; hour++) values[hour] = (values[hour - 1] ?? 0) + step * random.normal()
  return values
}

function holidaysOf(random: SeededRandom, from: Minute, until: Minute): WorldHoliday[] {
  const found: WorldHoliday[] = []
  for (let at = from; at < until; at += MONTH) {
    if (!random.chance(0.5)) continue
    const start = at + Math.floor(random.between(0, MONTH))
    found.push({ from: start, until: start + random.between(1, 4) * DAY_MINUTES, lift: random.between(0.1, 0.4) })
  }
  return found
}

/** It comes and goes over hours. */
function liftOf({ from, until, lift }: WorldHoliday, minute: Minute): number {
  const inside = Math.min((minute - from) / EASE, (until - minute) / EASE, 1)
  return inside <= 0 ? 0 : lift * inside * inside * (3 - 2 * inside)
}

function outagesOf(random: SeededRandom, rate: number, from: Minute, until: Minute): Span[] {
  const found: Span[] = []
  const each = () => Math.ceil((-Math.log(1 - random.next()) * MONTH) / rate)
  for (let at = from + each(); rate > 0 && at < until; at += each())
    found.push({ from: at, until: at + Math.round(random.between(20, 150)) })
  return found
}

function keptIn({ from, until }: Span, floor: number, minute: Minute): number {
  if (minute < from || minute >= until + RETURN_MINUTES) return 1
  const fallen = Math.min(1, (minute - from + 1) / CRASH_MINUTES)
  const back = minute < until ? 0 : (minute - until) / RETURN_MINUTES
  return 1 - (1 - floor) * Math.min(fallen, 1 - back)
}
