// Reads the usual of players over the range of a chart: the expected value and its band, point by point.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, minuteOf } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import type { Span } from '../../domain/rules/span.js'
import type { UsualReader, UsualReading } from '../insights/usual.js'
import type { UsualNow } from '../insights/usual-now.js'
import { MAX_USUAL_DAYS, recentSince } from './series/usual-points.js'

/** NaN where the usual is not known. */
export interface UsualLine {
  readonly minutes: Int32Array
  readonly values: Float64Array
  readonly low: Float64Array
  readonly high: Float64Array
  /**
   * By how much the mean of players differed from the usual of the same hours: 0.1 is 10 % more. Null where that is known of
   * fewer than half of the whole hours.
   */
  readonly difference: number | null
}

/** The band costs much more than the expected value. */
interface UsualLineOptions {
  readonly hasBand?: boolean
}

export const MAX_HOURLY_DAYS = 31
/** The number of points computed between two turns of the event loop, which takes a few milliseconds. */
const BATCH_SIZE = 12

interface UsualLineDeps {
  readonly clock: Clock
  readonly usual: UsualReader
  readonly usualNow: UsualNow
}

export function createReadUsualLine({ clock, usual, usualNow }: UsualLineDeps) {
  /** Undefined where nothing of it is known, or where the range is longer than a quarter of a year. */
  return async function readUsualLine(
    reader: AccountGame,
    { from, until }: Span,
    { hasBand = true }: UsualLineOptions = {},
  ): Promise<UsualLine | undefined> {
    const days = (until - from) / DAY_MINUTES
    if (days > MAX_USUAL_DAYS) return undefined
    const { model, series } = await usual.within(reader, { from, until })
    const minutes = minutesOf({ from, until }, days > MAX_HOURLY_DAYS ? 3 * HOUR_MINUTES : HOUR_MINUTES)
    const [values, low, high] = [0, 1, 2].map(() => new Float64Array(minutes.length).fill(Number.NaN))
    if (values === undefined || low === undefined || high === undefined) return undefined
    const recent = recentSince(minuteOf(clock.now()))
    for (const [row, minute] of minutes.entries()) {
      if (row % BATCH_SIZE === 0) await yieldToEventLoop()
      if (!hasBand) {
        values[row] = model.expectedAt(minute)
        continue
      }
      const found = minute < recent ? model.at(minute) : await usualNow.at(reader, minute)
      if (found.kind !== 'known') continue
      values[row] = found.expected
      low[row] = found.low
      high[row] = found.high
    }
    if (values.every(Number.isNaN)) return undefined
    return { minutes, values, low, high, difference: await differenceFrom({ model, series }, { from, until }) }
  }
}

/** Over the whole hours of the range. */
async function differenceFrom({ model, series }: Pick<UsualReading, 'model' | 'series'>, { from, until }: Span) {
  const [first, end] = [Math.ceil(from / HOUR_MINUTES), Math.floor(until / HOUR_MINUTES)]
  let [measured, expected, known] = [0, 0, 0]
  for (let hour = first; hour < end; hour++) {
    if ((hour - first) % BATCH_SIZE === 0) await yieldToEventLoop()
    const [value, usual] = [series.at(hour), model.expectedHour(hour)]
    if (Number.isNaN(value) || Number.isNaN(usual)) continue
    measured += value
    expected += usual
    known++
  }
  return known * 2 < end - first || expected <= 0 ? null : measured / expected - 1
}

/** The middles of hours, between which the usual is a straight line, and both ends of the range. */
function minutesOf({ from, until }: Span, step: number): Int32Array {
  const first = Math.ceil((from + 1 - step / 2) / step) * step + step / 2
  const count = Math.max(0, Math.ceil((until - 1 - first) / step))
  return Int32Array.from([from, ...Array.from({ length: count }, (_, index) => first + index * step), until - 1])
}
