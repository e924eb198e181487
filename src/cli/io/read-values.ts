// Parses the values of options strictly: an invalid value is wrong usage, with exit code 2.
import { InvalidArgumentError } from 'commander'
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import { parseDay } from '../../domain/rules/date-range.js'
import { nearestName } from '../../domain/rules/nearest-name.js'
import { nearestZone, zoneNamed } from '../../domain/rules/wall-clock.js'
import { optionErrors } from '../../messages/english/usage.js'

export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (value >= from && value <= to) return value
    throw new InvalidArgumentError(optionErrors.wholeNumber(from, to))
  }
}

export const id = wholeNumber(1, Number.MAX_SAFE_INTEGER)

/** A suggestion to append to an error, for example ` Did you mean interval?`; empty if no name is near. */
export function hintOf(text: string, words: readonly string[]): string {
  const nearest = nearestName(text, words)
  return nearest === text ? '' : suggestionOf(nearest)
}

export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    const list = [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')
    throw new InvalidArgumentError(optionErrors.oneOf(list, hintOf(text, words)))
  }
}

export function yesOrNo(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw new InvalidArgumentError(optionErrors.trueOrFalse)
}

/** The name of an IANA time zone. */
export function timeZone(text: string): string {
  const zone = zoneNamed(text)
  if (zone !== undefined) return zone
  throw new InvalidArgumentError(optionErrors.timeZone(suggestionOf(nearestZone(text))))
}

/** A suggestion to append to an error; empty if there is none. */
export const suggestionOf = (nearest: string | undefined): string =>
  nearest === undefined ? '' : ` Did you mean ${nearest}?`

/** Parses a date to its UTC day number. */
export function utcDay(text: string): number {
  const day = parseDay(text)
  if (day === undefined) throw new InvalidArgumentError(optionErrors.date)
  return day
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/** Parses a date, which means the beginning of the UTC day, or a time. Returns milliseconds. */
export function dateOrTime(text: string): number {
  const day = parseDay(text.slice(0, 10))
  if (day !== undefined && text.length === 10) return msOf(day * DAY_MINUTES)
  const milliseconds = day !== undefined && TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(milliseconds)) {
    throw new InvalidArgumentError(optionErrors.dateOrTime)
  }
  return milliseconds
}
