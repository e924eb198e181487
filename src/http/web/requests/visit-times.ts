// When this browser was at the home last, and when the visit before that one ended: what happened since is shown there.
import { z } from 'zod'
import { MINUTE_MS } from '../../../domain/clock.js'

/** In milliseconds since 1970; `previous` is null at the first visit. */
export const visitTimesSchema = z.object({
  seen: z.int().nonnegative(),
  previous: z.int().nonnegative().nullable(),
})

export type VisitTimes = z.output<typeof visitTimesSchema>

/** Who comes back within this time continues the same visit. */
const MAX_VISIT_INTERVAL_MS = 30 * MINUTE_MS

/** A time to come is ignored: the clock was wrong then. */
export function visitsAt(known: VisitTimes | undefined, now: number): VisitTimes {
  if (known === undefined || known.seen > now || (known.previous ?? 0) > known.seen)
    return { seen: now, previous: null }
  return { seen: now, previous: now - known.seen < MAX_VISIT_INTERVAL_MS ? known.previous : known.seen }
}
