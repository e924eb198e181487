// A tick of the universes that this process samples. They are one part, unless it has just taken over shards of another
// process, whose due time is accounted for up to an earlier minute.
import type { Minute } from '../../domain/clock.js'
import type { GapReason } from '../../domain/gap.js'
import type { SampledPart } from '../../domain/processes/leases.js'

export interface TickReport {
  readonly minute: Minute
  /** The number of universes for which the platform returned a reading. */
  readonly sampled: number
  readonly gaps: readonly { readonly universeId: number; readonly reason: GapReason }[]
  /** False if nothing was stored, not even a gap, because the current minute is unknown. */
  readonly isStored: boolean
  /** True where the clock is wrong: nothing was sampled, and every due universe is in `gaps`. */
  readonly isClockWrong?: true
  /** True where another process samples everything, or this one cannot reach the database. */
  readonly isWithoutShards?: true
  /** The first error of the platform, for the log. */
  readonly error?: unknown
}

const nothing = (minute: Minute): TickReport => ({ minute, isStored: true, sampled: 0, gaps: [] })

/** Nothing is stored, so that the process that takes over accounts for the minute. */
export const handedOver = nothing

/** A part that fails keeps no other from being stored. Rejects with the first failure at the end. */
export async function storeParts(
  parts: readonly SampledPart[],
  minute: Minute,
  store: (part: SampledPart) => Promise<TickReport>,
): Promise<TickReport> {
  if (parts.length === 0) return { ...nothing(minute), isWithoutShards: true }
  const [only] = parts
  if (only !== undefined && parts.length === 1) return store(only)
  const failures: unknown[] = []
  let report = nothing(minute)
  for (const part of parts)
    try {
      if (!(await isStored(part, minute))) report = joined(report, await store(part))
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
  return report
}

const isStored = async (part: SampledPart, minute: Minute): Promise<boolean> =>
  ((await part.cursor())?.minute ?? Number.NEGATIVE_INFINITY) >= minute

const joined = (one: TickReport, other: TickReport): TickReport => ({
  minute: other.minute,
  isStored: one.isStored && other.isStored,
  sampled: one.sampled + other.sampled,
  gaps: [...one.gaps, ...other.gaps],
  ...((one.isClockWrong || other.isClockWrong) && { isClockWrong: true }),
  ...('error' in one || 'error' in other ? { error: one.error ?? other.error } : {}),
})
