// Lengths of time in words of the reader's language: `92 minutes`, `3 hours`, `12 days`.
import { DAY_MINUTES, HOUR_MINUTES } from '../domain/clock.js'

type Unit = 'minute' | 'hour' | 'day'

const UNIT_MINUTES = { minute: 1, hour: HOUR_MINUTES, day: DAY_MINUTES } as const
/** A shorter length is exact, because half an hour is a large part of it. */
const MIN_ROUNDED_HOURS = 3
const MIN_ROUNDED_DAYS = 2

/** Rounded to hours or days where it is long. */
export function roughLength(minutes: number, locale: string): string {
  if (minutes >= MIN_ROUNDED_DAYS * DAY_MINUTES) return lengthIn('day', minutes, locale)
  return minutes >= MIN_ROUNDED_HOURS * HOUR_MINUTES ? lengthIn('hour', minutes, locale) : exactLength(minutes, locale)
}

/** In hours where they are whole, otherwise in minutes. */
export const exactLength = (minutes: number, locale: string): string =>
  lengthIn(minutes > 0 && minutes % HOUR_MINUTES === 0 ? 'hour' : 'minute', minutes, locale)

function lengthIn(unit: Unit, minutes: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.round(minutes / UNIT_MINUTES[unit]))
}
