// When a universe is due: at the finest interval that any active game asks for, in slots aligned to the UTC hour.
import type { Subscription } from '../account.js'
import type { Minute } from '../clock.js'
import type { Plans } from '../plan.js'
import { planInForce } from './entitlement.js'

export interface ScheduleChange {
  readonly universeId: number
  readonly since: Minute
  /** Minutes between samples from then on; 0 where nobody asks any more. */
  readonly interval: number
}

export const isDue = (minute: Minute, interval: number): boolean => interval > 0 && minute % interval === 0

/** Minutes between samples that the subscribers ask for together; 0 where nobody asks. */
export function intervalFor(subscribers: readonly Subscription[], plans: Plans, now: number): number {
  let finest = Number.POSITIVE_INFINITY
  for (const subscriber of subscribers) finest = Math.min(finest, planInForce(subscriber, plans, now).intervalMinutes)
  return subscribers.length === 0 ? 0 : finest
}

/** The slots due after `after` and before `before`, as one range, or nothing. */
export function missedSlots(
  after: Minute,
  before: Minute,
  interval: number,
): { readonly from: Minute; readonly until: Minute } | undefined {
  if (interval <= 0) return undefined
  const first = (Math.floor(after / interval) + 1) * interval
  const last = Math.floor((before - 1) / interval) * interval
  return first > last ? undefined : { from: first, until: last + interval }
}
