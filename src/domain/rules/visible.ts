// The interval at which an account reads its history: the same rule applies to reading and to deleting (PLANS-10,
// PLANS-12).
import { DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute } from '../clock.js'
import type { Plan } from '../plan.js'
import type { Span } from './span.js'

/** Minutes between samples that a reader on this plan sees at `minute` if it reads at `now`. */
export function visibleInterval(plan: Plan, now: Minute, minute: Minute): number {
  const today = Math.floor(now / DAY_MINUTES)
  const age = today - Math.floor(minute / DAY_MINUTES)
  if (age <= plan.fullDays) return plan.intervalMinutes
  if (plan.hourlyDays === 'forever' || age <= plan.hourlyDays) return HOUR_MINUTES
  return DAY_MINUTES
}

/**
 * The slot length in minutes at which all of these readers see only the first sample of each slot, for the days from
 * `from` to before `until`. Keeping only those samples changes no result of a read.
 */
export function slotSeenBy(readers: readonly Plan[], now: Minute, from: Minute, until: Minute): number {
  let slot = 0
  for (const plan of readers)
    for (let minute = from; minute < until; minute += DAY_MINUTES)
      slot = divisor(slot, visibleInterval(plan, now, minute))
  return slot
}

/** The greatest common divisor: the first sample of a slot is also the first one of a smaller slot within it. */
const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** From a minute on, the reader sees one sample each so many minutes. */
export interface ResolutionPart {
  readonly from: Minute
  readonly minutes: number
}

/** The intervals at which a reader sees a range, oldest first. */
export function resolutionOf(plan: Plan, now: Minute, { from, until }: Span): ResolutionPart[] {
  const parts: ResolutionPart[] = []
  for (let minute = from; minute < until; minute = (dayOf(minute) + 1) * DAY_MINUTES) {
    const minutes = visibleInterval(plan, now, minute)
    if (minutes !== parts.at(-1)?.minutes) parts.push({ from: minute, minutes })
  }
  return parts
}
