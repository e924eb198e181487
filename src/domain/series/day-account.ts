// The account of a day (DATA-36): each sample that was due is stored, or in a gap with its reason.
import type { Minute } from '../clock.js'
import { GAP_REASONS, type Gap, type GapReason } from '../gap.js'
import { isDue, type ScheduleChange } from '../rules/schedule.js'
import type { Span } from '../rules/span.js'
import { spanOfDays } from '../time/local-days.js'

/** Numbers of samples. `due` is the sum of `stored`, all `gaps` and `unexplained`. */
export interface DayAccount {
  /** The number of the day in its time zone. */
  readonly day: number
  readonly due: number
  readonly stored: number
  /** In the order of the reasons; those without a sample are omitted. */
  readonly gaps: readonly (readonly [GapReason, number])[]
  /** Neither stored nor in a gap, for example because they were damaged on disk. */
  readonly unexplained: number
}

interface DayRecords {
  /** Of the day; UTC without it. */
  readonly timeZone?: string
  /** The minutes of the stored samples of the day. */
  readonly stored: ReadonlySet<Minute>
  readonly gaps: readonly Gap[]
  /** Oldest first, with the one that was in force when the day began. */
  readonly schedules: readonly ScheduleChange[]
  /** The last minute that a tick accounted for. */
  readonly accountedUntil: Minute
}

export function accountOfDay(day: number, records: DayRecords): DayAccount {
  const { timeZone = 'UTC', stored, gaps, schedules, accountedUntil } = records
  const { from, until } = spanOfDays({ start: day, end: day }, timeZone)
  const span = { from, until: Math.min(until, accountedUntil + 1) }
  const minutes = dueMinutes(span, schedules)
  const missing = minutes.filter((minute) => !stored.has(minute))
  const byReason = new Map<GapReason, number>()
  for (const minute of missing) {
    const gap = gaps.find(({ from, until }) => from <= minute && minute < until)
    if (gap) byReason.set(gap.reason, (byReason.get(gap.reason) ?? 0) + 1)
  }
  const known = [...byReason.values()].reduce((sum, count) => sum + count, 0)
  return {
    day,
    due: minutes.length,
    stored: minutes.length - missing.length,
    gaps: GAP_REASONS.flatMap((reason) => {
      const count = byReason.get(reason)
      return count === undefined ? [] : [[reason, count] as const]
    }),
    unexplained: missing.length - known,
  }
}

export function dueMinutes(span: Span, schedules: readonly ScheduleChange[]): readonly Minute[] {
  const due: Minute[] = []
  for (const [index, { since, interval }] of schedules.entries()) {
    const until = Math.min(span.until, schedules[index + 1]?.since ?? span.until)
    for (let minute = Math.max(span.from, since); minute < until; minute++)
      if (isDue(minute, interval)) due.push(minute)
  }
  return due
}
