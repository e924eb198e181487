// The rows of the table of days: each day of the reader's zone with its change, in the order that the reader chose, and the totals.
import { DAY_MS, isoOfDay, type Minute } from '../../../../domain/clock.js'
import { CLOSING_MEASURES } from '../../../../domain/measures.js'
import { type DaySummary, MIN_COMPARED_COVERAGE } from '../../../../domain/rules/summary.js'
import { dateFormat } from '../../../../domain/rules/wall-clock.js'
import { localDay, spanOfDays } from '../../../../domain/time/local-days.js'
import type { GameDays } from '../../../../services/reading/game/describe-game.js'

/** The columns that sort the table. Counters are sorted by their gains, not by their totals. */
export const DAY_ORDERS = [
  'day',
  'average',
  'change',
  'peak',
  'player_hours',
  ...CLOSING_MEASURES,
  'coverage',
  'revenue',
] as const
export type DayOrder = (typeof DAY_ORDERS)[number]

/** Highest or newest first, unless it is ascending. */
export interface DaySorting {
  readonly by: DayOrder
  readonly isAscending: boolean
}

export interface DayRow extends DaySummary {
  /** The mean players against the day before: 0.1 is 10 % more; null where one of the days is unknown, not over or measured in part only. */
  readonly change: number | null
  readonly revenue: number | null
  /** Minutes of the day whose samples can be there, and how many of them were measured: days may have 23 or 25 hours, and today goes on. */
  readonly due: number
  readonly measured: number
}

/** Oldest first. */
export function dayRows({ days, dayBefore, revenue, timeZone, dueUntil }: GameDays, now: Minute): DayRow[] {
  const today = localDay(now, timeZone)
  const known = dayBefore ? [dayBefore, ...days] : days
  const full = known.filter(({ coverage }) => coverage >= MIN_COMPARED_COVERAGE)
  const averages = new Map(full.map(({ day, ccu }) => [day, ccu.average]))
  return days.map((row) => {
    const [average, before] = [averages.get(row.day) ?? null, averages.get(row.day - 1) ?? null]
    const isKnown = average !== null && before !== null && before > 0 && row.day < today
    const { from, until } = spanOfDays({ start: row.day, end: row.day }, timeZone)
    // Summaries count the minute that is running as due.
    const measured = row.coverage * Math.max(0, Math.min(until, now + 1) - from)
    const due = Math.max(0, Math.min(until, dueUntil) - from)
    return {
      ...row,
      coverage: due === 0 ? 0 : Math.min(1, measured / due),
      change: isKnown ? average / before - 1 : null,
      revenue: revenue.get(row.day) ?? null,
      due,
      measured,
    }
  })
}

export function measureOf(row: DayRow, by: DayOrder): number | null {
  switch (by) {
    case 'day':
    case 'change':
    case 'coverage':
    case 'revenue':
      return row[by]
    case 'average':
      return row.ccu.average
    case 'peak':
      return row.ccu.max
    case 'player_hours':
      return row.playerHours
    default:
      return row.changes[by]
  }
}

/** Unknown values come last in both directions. */
export function sortedRows(rows: readonly DayRow[], { by, isAscending }: DaySorting): DayRow[] {
  const sign = isAscending ? 1 : -1
  return [...rows].sort((one, other) => {
    const [a, b] = [measureOf(one, by), measureOf(other, by)]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || other.day - one.day
    return sign * (a - b) || other.day - one.day
  })
}

/** The sum of the known values; null if none is known. */
export function sumOf(rows: readonly DayRow[], by: DayOrder): number | null {
  const known = rows.flatMap((row) => measureOf(row, by) ?? [])
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** The mean players over all measured time. */
export function averageOf(rows: readonly DayRow[]): number | null {
  const known = rows.filter(({ ccu }) => ccu.average !== null)
  const minutes = known.reduce((sum, { measured }) => sum + measured, 0)
  return minutes === 0
    ? null
    : known.reduce((sum, { ccu, measured }) => sum + (ccu.average ?? 0) * measured, 0) / minutes
}

/** The share of all listed days that was measured. */
export function coverageOfRows(rows: readonly DayRow[]): number {
  const due = rows.reduce((sum, row) => sum + row.due, 0)
  return due === 0 ? 0 : rows.reduce((sum, { measured }) => sum + measured, 0) / due
}

/** The weekday in short and the date of a day by its number. */
export const dayText = (day: number, locale: string): string =>
  `${dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(day * DAY_MS)} ${isoOfDay(day)}`
