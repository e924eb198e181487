// What BACKUP_EVERY and BACKUP_KEEP say. The configuration keeps their texts, as `config check` prints them.
import { DAY_MS, HOUR_MS, MINUTE_MS } from './domain/clock.js'
import type { BackupKeep } from './domain/operation/kept-copies.js'

const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }
const [MIN_EVERY_MS, MAX_EVERY_MS] = [5 * MINUTE_MS, 30 * DAY_MS]
const MAX_PERIODS = 1_000

/** Milliseconds of a text such as `30m`, `6h` or `1d`, from 5 minutes to 30 days; undefined for another one. */
export function backupEvery(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const every = Number(count) * (UNITS[unit] ?? 0)
  return every >= MIN_EVERY_MS && every <= MAX_EVERY_MS ? every : undefined
}

/**
 * What stays by a text such as `24h,7d,4w`: hours, days and weeks, each at most once and in any order; undefined for
 * another text. A unit that is not named counts as 0.
 */
export function backupKeep(text: string): BackupKeep | undefined {
  const found = new Map<string, number>()
  for (const part of text.split(',')) {
    const [, count, unit] = /^(\d{1,4})([hdw])$/.exec(part.trim()) ?? []
    if (count === undefined || unit === undefined || found.has(unit) || Number(count) > MAX_PERIODS) return undefined
    found.set(unit, Number(count))
  }
  return { hours: found.get('h') ?? 0, days: found.get('d') ?? 0, weeks: found.get('w') ?? 0 }
}
