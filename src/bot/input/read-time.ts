// Reads dates and times that people type, on the wall clock of a zone.
import { MINUTE_MS, type Minute } from '../../domain/clock.js'
import { minuteAtWall } from '../../domain/rules/wall-clock.js'

/** `2026-06-17 18:00`; undefined for anything else. */
export function readDateTime(text: string, timeZone: string): Minute | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})$/.exec(text.trim())
  const wall = Date.parse(`${parts?.[1] ?? ''}T${(parts?.[2] ?? '').padStart(2, '0')}:${parts?.[3] ?? ''}:00.000Z`)
  return Number.isNaN(wall) ? undefined : minuteAtWall(wall / MINUTE_MS, timeZone)
}

/** The same, or a date alone, which is its first minute. */
export const readMoment = (text: string, timeZone: string): Minute | undefined =>
  readDateTime(/^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()} 00:00` : text, timeZone)
