// Reads a time as other trackers write it: seconds or milliseconds since 1970, or a date with a time of day.
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS, type Minute } from '../../domain/clock.js'
import { parseDay } from '../../domain/rules/date-range.js'
import { minuteAtWall, wallOf } from '../../domain/rules/wall-clock.js'

export type TimeFormat =
  | 'seconds since 1970'
  | 'milliseconds since 1970'
  | 'date and time with offset'
  | 'date and time'

export interface ReadTime {
  readonly minute: Minute
  readonly format: TimeFormat
}

const NUMBER = /^\d{9,14}(?:\.\d+)?$/
const DATE =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?(?: ?([AP])\.?M\.?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i
const DAY_FIRST = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b/
/** Seconds have fewer digits than this until the year 5138, milliseconds more from 1973 on. */
const MIN_MILLISECONDS = 1e11

/** `problem` says what is wrong with a text, to follow it in a sentence. */
export function readTime(text: string, timeZone: string): ReadTime | { readonly problem: string } {
  if (NUMBER.test(text)) return timeOfNumber(Number(text))
  const match = DATE.exec(text)
  if (match === null)
    return {
      problem: DAY_FIRST.test(text)
        ? 'may begin with the day or the month; write it as 2026-11-01 17:00:00'
        : 'is not a time; expected 2026-11-01 17:00:00, the same with an offset, or seconds or milliseconds since 1970',
    }
  const [, year, month, date, clock = '0', minute = '0', second = '0', half, offset] = match
  const day = parseDay(`${year}-${month}-${date}`)
  const hour = hourOf(Number(clock), half)
  if (day === undefined || hour > 23 || Number(minute) > 59 || Number(second) > 59)
    return { problem: 'is not a time of the calendar' }
  const wall = day * DAY_MINUTES + hour * HOUR_MINUTES + Number(minute)
  if (offset !== undefined) return { minute: wall - offsetOf(offset), format: 'date and time with offset' }
  return timeAtWall(wall, timeZone)
}

/** 12:05 AM is five past midnight. There is no 13:05 PM. */
function hourOf(clock: number, half: string | undefined): number {
  if (half === undefined) return clock
  if (clock < 1 || clock > 12) return Number.POSITIVE_INFINITY
  return (clock % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
}

function timeOfNumber(value: number): ReadTime {
  return value < MIN_MILLISECONDS
    ? { minute: Math.floor((value * 1_000) / MINUTE_MS), format: 'seconds since 1970' }
    : { minute: Math.floor(value / MINUTE_MS), format: 'milliseconds since 1970' }
}

/** In minutes. */
function offsetOf(text: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(text)
  if (match === null) return 0
  const [, sign, hours, minutes = '0'] = match
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MINUTES + Number(minutes))
}

function timeAtWall(wall: Minute, timeZone: string): ReadTime | { readonly problem: string } {
  if (timeZone === 'UTC') return { minute: wall, format: 'date and time' }
  const minute = minuteAtWall(wall, timeZone)
  if (wallOf(minute, timeZone) !== wall) return { problem: `does not exist in ${timeZone}, where clocks went forward` }
  if (wallOf(minute + HOUR_MINUTES, timeZone) === wall || wallOf(minute - HOUR_MINUTES, timeZone) === wall)
    return { problem: `occurs twice in ${timeZone}, where clocks went back; give it an offset` }
  return { minute, format: 'date and time' }
}
