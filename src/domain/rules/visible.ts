// How finely an account reads its history: the one rule for reading and for deleting (PLANS-10, PLANS-12).
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../clock.js'
import type { Plan } from '../plan.js'

/** Minutes between the samples that a reader on this plan sees at `minute`, asked at `now`. */
export function visibleInterval(plan: Plan, now: Minute, minute: Minute): number {
  const today = Math.floor(now / DAY_MINUTES)
  const age = today - Math.floor(minute / DAY_MINUTES)
  if (age <= plan.fullDays) return plan.intervalMinutes
  if (plan.hourlyDays === 'forever' || age <= plan.hourlyDays) return HOUR_MINUTES
  return DAY_MINUTES
}

/**
 * Minutes of the slots whose first samples are all that any of these readers can see of the days from `from` to before
 * `until`. Who keeps the first sample of each such slot changes no answer.
 */
export function slotSeenBy(readers: readonly Plan[], now: Minute, from: Minute, until: Minute): number {
  let slot = 0
  for (const plan of readers)
    for (let minute = from; minute < until; minute += DAY_MINUTES)
      slot = divisor(slot, visibleInterval(plan, now, minute))
  return slot
}

/** The greatest common one: the first of a slot is among the firsts of the smaller slots that it consists of. */
const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
