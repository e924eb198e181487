// Finds whether a minute lies between two points that no line connects, for the tooltip.
import { HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import { type Cadence, LATENESS_FACTOR, type PointColumns } from '../reduction/downsample.js'
import { nearestRow } from './band.js'

/** The points on both sides of the gap; one is missing at an end of the line, and both where it has none. */
export interface GapAround {
  readonly last: Minute | undefined
  readonly next: Minute | undefined
}

/** Samples of compared games are up to some minutes apart. */
export const reachOf = (interval: number): number => Math.max(HOUR_MINUTES, interval * 2)

/** The last row that is not after the minute; -1 before the first one. */
export function rowUntil(minutes: Int32Array, minute: Minute): number {
  const near = nearestRow(minutes, minute)
  return (minutes[near] ?? Number.POSITIVE_INFINITY) <= minute ? near : near - 1
}

/** In pixels: a sample that is so near is read, because of points that no line connects only few would be met otherwise. */
const SNAP_DISTANCE = 6
/** Of a gap in a line: at most so much of it at each end is read as the sample there, so that a narrow one can still be read. */
const SNAP_SHARE = 0.25

/** `pixel`: the minutes in one of the plot. */
export function gapAt(line: PointColumns & Cadence, minute: Minute, pixel: number): GapAround | undefined {
  const { minutes, interval } = line
  const row = rowUntil(minutes, minute)
  const [last, next] = [minutes[row], minutes[row + 1]]
  if (last === minute) return undefined
  const limit = last === undefined || next === undefined ? reachOf(interval) : LATENESS_FACTOR * intervalAt(line, last)
  const snap = snapDistance(line, row, pixel)
  const isNear = [last, next].some((point) => point !== undefined && Math.abs(point - minute) <= snap)
  const isLong = (next ?? minute) - (last ?? minute) > limit || minutes.length === 0
  return isLong && !isNear ? { last, next } : undefined
}

/** The minutes at each end of the gap after the row that are read as the sample there. */
export function snapDistance(line: PointColumns & Cadence, row: number, pixel: number): number {
  const { minutes } = line
  const [before = Number.NaN, last = Number.NaN, next = Number.NaN, after = Number.NaN] = [-1, 0, 1, 2].map(
    (offset) => minutes[row + offset],
  )
  const limit = LATENESS_FACTOR * intervalAt(line, last)
  const isInLine = last - before <= limit || after - next <= limit
  return isInLine && next > last ? Math.min(SNAP_DISTANCE * pixel, SNAP_SHARE * (next - last)) : SNAP_DISTANCE * pixel
}

/** The time in a gap at which values are read: as far from its beginning as samples would be, and inside it. */
export function minuteInGap({ last, next }: GapAround, { interval }: Cadence, minute: Minute): Minute {
  if (last === undefined) return minute
  const at = last + Math.round((minute - last) / interval) * interval
  return next === undefined ? at : Math.min(at, next)
}

const intervalAt = ({ interval, schedule = [] }: Cadence, minute: Minute): number =>
  Math.max(interval, schedule.findLast(({ since }) => since <= minute)?.interval ?? 0)
