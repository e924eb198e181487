// How finely an account reads its history: the one rule for reading and, later, for deleting (contract §2).
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
