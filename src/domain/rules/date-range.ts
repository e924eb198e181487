// Ranges of UTC calendar days as the API takes them: YYYY-MM-DD, both ends inclusive (API-12).
import { DAY_MINUTES, dayOf, isoOfDay, type Minute, minuteOf } from '../clock.js'
import { rejection } from '../error.js'

export const MAX_RANGE_DAYS = 732

/** Day numbers since 1970, both ends inclusive. */
export interface DateRange {
  readonly start: number
  readonly end: number
}

/** The day number of a real calendar date, or undefined for anything else ('2026-02-29', '2026-1-1'). */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const milliseconds = Date.parse(`${text}T00:00:00.000Z`)
  if (Number.isNaN(milliseconds)) return undefined
  const day = dayOf(minuteOf(milliseconds))
  return isoOfDay(day) === text ? day : undefined
}

export function dateRange(start: number, end: number, longest = MAX_RANGE_DAYS): DateRange {
  if (start > end) throw rejection('INVALID_PARAMETERS', { name: 'start after end', facts: {} })
  if (end - start + 1 > longest)
    throw rejection('INVALID_PARAMETERS', {
      name: 'range too long',
      facts: { range: 'start_date to end_date', days: longest },
    })
  return { start, end }
}

export const firstMinute = (range: DateRange): Minute => range.start * DAY_MINUTES
/** The minute after the last one of the range. */
export const endMinute = (range: DateRange): Minute => (range.end + 1) * DAY_MINUTES
