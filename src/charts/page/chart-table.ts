// The table for a chart: the same lines in a few dozen rows, for people who read numbers rather than curves.
import { HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import { wallOf } from '../../domain/rules/wall-clock.js'
import { CHANGE_STEPS } from '../../domain/series/counter-change.js'
import type { PointColumns } from '../reduction/downsample.js'
import { changeSinceFirst, showsChanges } from './change-since-first.js'
import type { ChartData } from './wire.js'

export interface ChartTableCell {
  readonly low: number
  readonly high: number
  readonly last: number
}

export interface TableRow {
  /** The minute at which the row begins. */
  readonly at: Minute
  /** One per line, in order, with the previous period last; undefined if nothing was measured. */
  readonly cells: readonly (ChartTableCell | undefined)[]
}

const MAX_ROWS = 50
/** Possible row lengths in minutes, all of which start at round times on the clock. */
const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080, 20_160, 40_320]

/** A row is not shorter than the hour or the day of which a change is. */
export const stepOf = ({ from, until, per }: Pick<ChartData, 'from' | 'until' | 'per'>): number =>
  STEPS.find((step) => step >= unitOf(per) && (until - from) / step <= MAX_ROWS) ??
  Math.ceil((until - from) / MAX_ROWS / HOUR_MINUTES) * HOUR_MINUTES

const unitOf = (per: ChartData['per']): number => (per === undefined ? 1 : CHANGE_STEPS[per])

/**
 * `from` and `until` may cover part of the chart. Rows begin at round times of the zone, at the offset of the range's
 * beginning, and those of days at its midnights. Those before the first value are left out, and after the last change. On a relative scale, values are changes, as in the chart.
 */
export function chartTable(
  data: Pick<ChartData, 'series' | 'previous' | 'from' | 'until' | 'scale' | 'per'>,
  timeZone: string,
): TableRow[] {
  const { series, previous, from, until, per } = data
  const step = stepOf(data)
  const offset = wallOf(from, timeZone) - from
  const first = Math.floor((from + offset) / step) * step - offset
  const buckets = { first, step, from, until, unit: unitOf(per) }
  const lines = [
    ...series.map((line) => cellsByRow(showsChanges(data) ? changeSinceFirst(line, data) : line, buckets)),
    ...(previous ? [cellsByRow(shiftPoints(previous), buckets)] : []),
  ]
  const rows = lines.flatMap((line) => [...line.keys()])
  const end = per === undefined ? Math.ceil((until - first) / step) : Math.max(-1, ...rows) + 1
  return Array.from({ length: end }, (_, index) => {
    const at = first + index * step
    const begin = per === 'day' ? at + offset - (wallOf(at, timeZone) - at) : at
    return { at: Math.max(begin, from), cells: lines.map((line) => line.get(index)) }
  }).slice(Math.min(...rows))
}

const shiftPoints = ({ minutes, values, shift }: PointColumns & { readonly shift: number }): PointColumns => ({
  minutes: minutes.map((minute) => minute + shift),
  values,
})

interface Buckets {
  readonly first: Minute
  readonly step: number
  readonly from: Minute
  readonly until: Minute
  /** The least distance of two values; a day of the zone may be an hour shorter or longer. */
  readonly unit: number
}

function cellsByRow(
  { minutes, values }: PointColumns,
  { first, step, from, until, unit }: Buckets,
): Map<number, ChartTableCell> {
  const found = new Map<number, ChartTableCell>()
  // Changed in place, because a cell for each of ten thousand points would take longer than the rest of the page.
  let cell = { low: 0, high: 0, last: 0 }
  let visible = Number.NaN
  minutes.forEach((minute, row) => {
    const value = values[row] ?? Number.NaN
    if (minute < from || minute >= until || Number.isNaN(value)) return
    const index = Math.floor((unit === 1 ? minute - first : Math.round((minute - first) / unit) * unit) / step)
    if (index !== visible) {
      cell = { low: value, high: value, last: value }
      found.set(index, cell)
      visible = index
      return
    }
    if (value < cell.low) cell.low = value
    if (value > cell.high) cell.high = value
    cell.last = value
  })
  return found
}
