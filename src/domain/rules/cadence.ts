// Finds the cadence of imported samples: how many minutes lie between the rows of a file around each of them (DATA-20).
import { DAY_MINUTES, type Minute } from '../clock.js'

/** Imported samples from `from` to before `until` stand `interval` minutes apart. */
export interface CadenceSpan {
  readonly from: Minute
  readonly until: Minute
  readonly interval: number
}

/** In rows on each side. More than this many rows at another spacing are another cadence, fewer are holes. */
const NEIGHBOR_ROWS = 12
/** Rows that lie further from another one do not change its cadence. */
export const MAX_CADENCE_ROWS = NEIGHBOR_ROWS + 1
/** A row may be early or late by a quarter of the spacing. */
const JITTER_DIVISOR = 4
/** In cadences: a row that is later than this is missing. Charts draw a gap from the same limit on. */
const MAX_SPACINGS = 1.5
/** Rows that lie further apart say nothing of the time between them. */
export const MAX_CADENCE = DAY_MINUTES
/** How far back a sample may lie that covers a minute. */
export const MAX_REACH = Math.floor(MAX_SPACINGS * MAX_CADENCE)

/**
 * For each row of a file (ascending minutes of one universe): the most frequent spacing around it; 0 where no other row
 * is near enough. A hole has no effect, because the rows around it have the usual spacing.
 */
export function cadencesOf(minutes: Int32Array): Int32Array {
  const cadences = new Int32Array(minutes.length)
  // Minutes ascend, so as many rows as minutes leave no other spacing.
  if (minutes.length > 1 && (minutes.at(-1) ?? 0) - (minutes[0] ?? 0) === minutes.length - 1) return cadences.fill(1)
  const last = minutes.length - 2
  // Rows in an unbroken run of one spacing, which most files are, need no count.
  let runEnd = -1
  let runStart = 0
  for (let row = 0; row < minutes.length; row++) {
    const [from, until] = [Math.max(0, row - NEIGHBOR_ROWS), Math.min(last, row + NEIGHBOR_ROWS - 1)]
    while (runEnd < until) {
      runEnd++
      if (runEnd > 0 && spacingAt(minutes, runEnd) !== spacingAt(minutes, runEnd - 1)) runStart = runEnd
    }
    const only = runStart <= from && from <= until ? spacingAt(minutes, from) : undefined
    cadences[row] = only === undefined ? commonSpacing(minutes, from, until, row) : only <= MAX_CADENCE ? only : 0
  }
  return cadences
}

const spacingAt = (minutes: Int32Array, row: number): number => (minutes[row + 1] ?? 0) - (minutes[row] ?? 0)

const isNear = (spacing: number, other: number): boolean =>
  Math.abs(spacing - other) <= Math.floor(other / JITTER_DIVISOR)

/**
 * The spacing that most of these are near to. Where two are equally frequent, as at the row in which one cadence follows
 * another, the row's own spacing decides.
 */
function commonSpacing(minutes: Int32Array, from: number, until: number, row: number): number {
  const counts = new Map<number, number>()
  for (let at = from; at <= until; at++) {
    const spacing = spacingAt(minutes, at)
    if (spacing <= MAX_CADENCE) counts.set(spacing, (counts.get(spacing) ?? 0) + 1)
  }
  const rowSpacing = row <= until ? spacingAt(minutes, row) : Number.NaN
  let [best, bestScore] = [0, -1]
  for (const [spacing, exact] of counts) {
    let support = 0
    for (const [other, count] of counts) if (isNear(other, spacing)) support += count
    const score = (support * 2 + Number(isNear(rowSpacing, spacing))) * (2 * NEIGHBOR_ROWS + 1) + exact
    if (score > bestScore || (score === bestScore && spacing < best)) [best, bestScore] = [spacing, score]
  }
  return best
}

/** The longest time after a sample at which the next one that a reader at `interval` sees leaves no hole between them. */
export const maxSpacing = (cadence: number, interval: number): number =>
  Math.max(Math.floor(MAX_SPACINGS * cadence), interval > cadence ? interval + cadence - 1 : 0)

/** Returns the cadence at a minute, 0 where there is none; minutes must ascend, so that the list is walked once. */
export function cadenceReader(spans: readonly CadenceSpan[]): (minute: Minute) => number {
  let index = 0
  return (minute) => {
    while ((spans[index]?.until ?? Number.POSITIVE_INFINITY) <= minute) index++
    const span = spans[index]
    return span !== undefined && span.from <= minute ? span.interval : 0
  }
}
