// A time of day as people write it.
import { DAY_HOURS, HOUR_MINUTES } from '../clock.js'
import { rejection } from '../error.js'

const NOON_HOUR = 12
/** Characters of what was typed that an error repeats. */
export const MAX_ECHO_LENGTH = 20

/** Reads `9`, `09:00`, `21.30` or `9:30 pm`; returns minutes of the day. Anything else is rejected. */
export function minuteOfDay(text: string): number {
  const parts = /^(\d{1,2})(?:[:.h](\d{2}))?\s*([ap]m)?$/i.exec(text.trim())
  const [hour, minute, half] = [Number(parts?.[1]), Number(parts?.[2] ?? 0), parts?.[3]?.toLowerCase()]
  const isReal = half === undefined ? hour < DAY_HOURS : hour >= 1 && hour <= NOON_HOUR
  if (!parts || !isReal || minute >= HOUR_MINUTES)
    throw rejection('INVALID_PARAMETERS', {
      name: 'not a time of day',
      facts: { text: text.slice(0, MAX_ECHO_LENGTH) },
    })
  const of24 = half === undefined ? hour : (hour % NOON_HOUR) + (half === 'pm' ? NOON_HOUR : 0)
  return of24 * HOUR_MINUTES + minute
}

/** As it is typed, whatever the language: `07:05`. */
export const clockText = (minute: number): string =>
  [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES].map((part) => String(part).padStart(2, '0')).join(':')

/** Minutes of the local day, 0 … 1439; `until` may be on the next day. */
export interface DailyHours {
  readonly from: number
  readonly until: number
}

/** Reads two times of day as they were typed; null without any. One alone, or two equal ones, are rejected. */
export function dailyHours(fromText: string | null, untilText: string | null): DailyHours | null {
  const from = fromText === null ? null : minuteOfDay(fromText)
  const until = untilText === null ? null : minuteOfDay(untilText)
  if (from === null && until === null) return null
  if (from === null || until === null) throw rejection('INVALID_PARAMETERS', { name: 'half quiet hours', facts: {} })
  if (from === until) throw rejection('INVALID_PARAMETERS', { name: 'equal quiet hours', facts: {} })
  return { from, until }
}
