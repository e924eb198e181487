// Reads the ends and the length of a range as people and programs write them (API-39).
import { DAY_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import { parseDay } from '../../../domain/rules/date-range.js'
import type { RangeEnd } from './series-range.js'

/** `zone` names what a time without an offset is in. */
export const rangeEndError = (zone: string): string =>
  `must be a date (2026-01-31) or a time (2026-01-31T19:30Z, 2026-01-31T20:30+01:00, or without an offset in ${zone}), given once`
export const RANGE_END_ERROR = rangeEndError('tz')
export const RANGE_LENGTH_ERROR = 'must be a number with a unit of m, h, d, w or y, for example 24h or 30d, given once'

const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440, w: 10_080, y: 525_600 }

/** A time without an offset is one of the zone in `tz`, so it is read as if it were UTC and moved later. */
export function parseEnd(input: string): RangeEnd | undefined {
  // In a query string, a plus sign that is not encoded is a space.
  const text = input.replace(/ (?=\d{2}:\d{2}$)/, '+')
  const day = parseDay(text)
  if (day !== undefined) return { kind: 'day', day }
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text)
  const [, date = '', , offset] = parts ?? []
  if (parseDay(date) === undefined) return undefined
  const minute: Minute = minuteOf(Date.parse(offset === undefined ? `${text}Z` : text))
  if (Number.isNaN(minute)) return undefined
  return offset === undefined ? { kind: 'local time', wall: minute } : { kind: 'time', minute }
}

/** A minute of UTC; a date is its first minute, or with `isLast` the first minute after it. */
export function parseUtcEnd(text: string, isLast: boolean): Minute | undefined {
  const end = parseEnd(text)
  if (end?.kind === 'day') return (end.day + Number(isLast)) * DAY_MINUTES
  return end?.kind === 'local time' ? end.wall : end?.minute
}

/** The minutes of `24h` or `30d`; undefined where the text is no length. */
export function parseLength(text: string): number | undefined {
  if (!/^[1-9]\d{0,6}[mhdwy]$/.test(text)) return undefined
  return Number(text.slice(0, -1)) * (UNIT_MINUTES[text.slice(-1)] ?? 1)
}

const UNIT_WORDS: Readonly<Record<string, string>> = {
  min: 'm',
  minute: 'm',
  hr: 'h',
  hour: 'h',
  day: 'd',
  week: 'w',
  year: 'y',
}

/** The length that was probably meant by `24`, `24H` or `7 days`; undefined where none is near. */
export function nearestLength(text: string): string | undefined {
  const [, number = '', word = ''] = /^[+ ]*(\d+)[ +_-]*([a-z]*)$/i.exec(text.trim()) ?? []
  const unit = word.toLowerCase()
  const one = unit === '' ? 'h' : (UNIT_WORDS[unit.replace(/(?<=..)s$/, '')] ?? unit)
  const length = `${number.replace(/^0+/, '')}${one}`
  return parseLength(length) === undefined ? undefined : length
}
