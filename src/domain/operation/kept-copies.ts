// Which scheduled copies of the database stay (PROCESS-28).
import { DAY_MS, HOUR_MS, WEEK_DAYS } from '../clock.js'
import type { CopyCounts, ScheduledCopy } from '../ports/backups.js'
import { MONDAY_SHIFT_DAYS } from '../series/buckets.js'

/** For how many hours, days and weeks the newest copy of each stays. */
export interface BackupKeep {
  readonly hours: number
  readonly days: number
  readonly weeks: number
}

interface CountedCopy extends ScheduledCopy {
  readonly held: CopyCounts
}

/** Two copies, one after the other, of which the later one holds far less. */
export interface CopyLoss {
  readonly before: CountedCopy
  readonly after: CountedCopy
}

/**
 * The last loss that the newest copy has not made good; undefined if there is none. A copy with damage says nothing: what it has lost may be
 * in the next one again.
 */
export function lossAmong(copies: readonly CountedCopy[]): CopyLoss | undefined {
  const whole = copies.filter(({ held }) => !held.isDamaged).sort((one, other) => other.at - one.at)
  const [newest] = whole
  for (const [index, before] of whole.entries()) {
    const after = whole[index - 1]
    if (newest === undefined || after === undefined) continue
    if (holdsFarLess(after.held, before.held) && holdsFarLess(newest.held, before.held)) return { before, after }
  }
  return undefined
}

const COUNT_NAMES = ['samples', 'accounts', 'games'] as const

/** Less than half: retention, and what people remove from one copy to the next, is rarely as much. */
const holdsFarLess = (later: CopyCounts, earlier: CopyCounts): boolean =>
  COUNT_NAMES.some((name) => {
    const [now, before] = [later[name], earlier[name]]
    return now !== null && before !== null && 2 * now < before
  })

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
