// Determines when a universe is due: at the shortest interval that any active game needs, in slots aligned to the UTC
// hour.
import type { Subscription } from '../account.js'
import type { Minute } from '../clock.js'
import type { Plans } from '../plan.js'
import { planInForce } from './entitlement.js'

export interface ScheduleChange {
  readonly universeId: number
  readonly since: Minute
  /** Minutes between samples from then on; 0 if no account tracks it. */
  readonly interval: number
}

export const isDue = (minute: Minute, interval: number): boolean => interval > 0 && minute % interval === 0

/** The first minute after `minute` in which a universe with this interval is due. */
export const nextDue = (minute: Minute, interval: number): Minute => (Math.floor(minute / interval) + 1) * interval

/** Minutes between samples that all subscribers together need; 0 if there is none. */
export function intervalFor(subscribers: readonly Subscription[], plans: Plans, now: number): number {
  let finest = Number.POSITIVE_INFINITY
  for (const subscriber of subscribers) finest = Math.min(finest, planInForce(subscriber, plans, now).intervalMinutes)
  return subscribers.length === 0 ? 0 : finest
}

/** The slots due after `after` and before `before`, as one range; undefined if there are none. */
export function missedSlots(
  after: Minute,
  before: Minute,
  interval: number,
): { readonly from: Minute; readonly until: Minute } | undefined {
  if (interval <= 0) return undefined
  const first = nextDue(after, interval)
  const last = Math.floor((before - 1) / interval) * interval
  return first > last ? undefined : { from: first, until: last + interval }
}
