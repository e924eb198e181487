// Which scheduled copies of the database stay (PROCESS-28).
import { DAY_MS, HOUR_MS, WEEK_DAYS } from '../clock.js'
import type { ScheduledCopy } from '../ports/backups.js'
import { MONDAY_SHIFT_DAYS } from '../series/buckets.js'

/** For how many hours, days and weeks the newest copy of each stays. */
export interface BackupKeep {
  readonly hours: number
  readonly days: number
  readonly weeks: number
}

/**
 * The copies that may be removed. Periods are counted back from the newest copy and not from now, so that neither a long
 * stop nor a clock that ran ahead removes what is left. The newest copy always stays.
 */
export function removableCopies<Copy extends ScheduledCopy>(copies: readonly Copy[], keep: BackupKeep): Copy[] {
  const newestFirst = [...copies].sort((one, other) => other.at - one.at)
  const newest = newestFirst[0]
  if (newest === undefined) return []
  const retained = new Set<Copy>([newest])
  const keepNewestOfEach = (periodOf: (at: number) => number, count: number): void => {
    const seen = new Set<number>()
    for (const copy of newestFirst) {
      const period = periodOf(copy.at)
      if (period <= periodOf(newest.at) - count || seen.has(period)) continue
      seen.add(period)
      retained.add(copy)
    }
  }
  keepNewestOfEach((at) => Math.floor(at / HOUR_MS), keep.hours)
  keepNewestOfEach((at) => Math.floor(at / DAY_MS), keep.days)
  keepNewestOfEach((at) => Math.floor((at / DAY_MS + MONDAY_SHIFT_DAYS) / WEEK_DAYS), keep.weeks)
  return newestFirst.filter((copy) => !retained.has(copy))
}
