// The lines of a chart of the market: the players of the counted games, and what is usual for them.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { Span } from '../../rules/span.js'
import { medianOf } from '../usual/quantiles.js'
import { UsualModel } from '../usual/usual.js'
import { inPlayers, type MarketQuery } from './market.js'

export interface MarketPoints {
  readonly minutes: Int32Array
  /** In players of the games that are counted now. */
  readonly values: Float64Array
}

export interface MarketUsualPoints extends MarketPoints {
  /** The band that holds 8 of 10 readings. */
  readonly low: Float64Array
  readonly high: Float64Array
}

export interface MarketLines {
  /** The least minutes between two points of the players. */
  readonly interval: number
  /** Where they are further apart: the interval from a minute on, oldest first. */
  readonly schedule: readonly { readonly since: Minute; readonly interval: number }[]
  readonly players: MarketPoints
  /** A point in the middle of each hour, and one at the newest count, which is the usual that is stated in numbers. */
  readonly usual: MarketUsualPoints
  /** The minute of the newest count. */
  readonly last: Minute
}

/** At most about one point per pixel of a picture. */
const MAX_POINTS = 1_440

/** Undefined if nothing was counted in the span. */
export function marketLines(
  { index, until }: Pick<MarketQuery, 'index' | 'until'>,
  span: Span,
): MarketLines | undefined {
  const point = index.latest(span.from, Math.min(span.until, until))
  if (point === undefined) return undefined
  const scale = point.value > 0 ? point.players / point.value : index.scale
  const interval = Math.max(1, Math.ceil((span.until - span.from) / MAX_POINTS))
  const model = new UsualModel({ series: inPlayers(index, scale), until })
  const first = Math.ceil(span.from / interval) * interval
  const players = pointsOf({ from: first, until: span.until }, interval, (minute) => {
    let [sum, known] = [0, 0]
    for (let at = minute; at < minute + interval; at++) {
      const value = index.valueAt(at, until)
      if (Number.isNaN(value)) continue
      sum += value
      known++
    }
    return Math.round((sum / known) * scale)
  })
  const usual = usualPoints(model, { from: span.from, until: point.minute })
  const schedule = scheduleOf(players.minutes)
  const spacing = Math.min(spacingOf(players.minutes), ...schedule.map((change) => change.interval))
  return { interval: Math.max(interval, spacing), schedule, players, usual, last: point.minute }
}

/** Two equal distances in a row are the interval from then on: ticks may be several minutes apart, and were rarer at times. */
function scheduleOf(minutes: Int32Array): MarketLines['schedule'] {
  const schedule: { since: Minute; interval: number }[] = []
  for (let row = 2; row < minutes.length; row++) {
    const [first = 0, second = 0, third = 0] = minutes.subarray(row - 2, row + 1)
    const interval = third - second
    if (second - first === interval && schedule.at(-1)?.interval !== interval) schedule.push({ since: first, interval })
  }
  return schedule
}

/** The usual of an hour is that of its middle. The end is the minute of the newest count. */
function usualPoints(model: UsualModel, { from, until }: Span): MarketUsualPoints {
  const minutes: Minute[] = []
  const first = Math.floor(from / HOUR_MINUTES) * HOUR_MINUTES + HOUR_MINUTES / 2
  for (let minute = first; minute < until; minute += HOUR_MINUTES) minutes.push(minute)
  const known = [...minutes, until].flatMap((minute) => {
    const found = model.at(minute)
    return found.kind === 'known' ? [{ minute, ...found }] : []
  })
  return {
    minutes: Int32Array.from(known, ({ minute }) => minute),
    values: Float64Array.from(known, ({ expected }) => expected),
    low: Float64Array.from(known, ({ low }) => low),
    high: Float64Array.from(known, ({ high }) => high),
  }
}

/** The usual distance of two points, because ticks may be several minutes apart; 1 without points. */
function spacingOf(minutes: Int32Array): number {
  const distances = Array.from(minutes.subarray(1), (minute, row) => minute - (minutes[row] ?? 0))
  return distances.length === 0 ? 1 : medianOf(distances)
}

/** Leaves out what is unknown. */
function pointsOf({ from, until }: Span, interval: number, valueAt: (minute: Minute) => number): MarketPoints {
  const [minutes, values]: [Minute[], number[]] = [[], []]
  for (let minute = from; minute < until; minute += interval) {
    const value = valueAt(minute)
    if (Number.isNaN(value)) continue
    minutes.push(minute)
    values.push(value)
  }
  return { minutes: Int32Array.from(minutes), values: Float64Array.from(values) }
}
