// Reads the samples before a minute of the past as an account sees them, for a ranking of that minute.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../../domain/account.js'
import { type Clock, HOUR_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import { MEASURES } from '../../../domain/measures.js'
import type { Plans } from '../../../domain/plan.js'
import type { Store } from '../../../domain/ports/store.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import { visibleInterval } from '../../../domain/rules/visible.js'
import { type Block, type Sample, thin, toNullable } from '../../../domain/sample.js'

/** Two days, for the change of the day before, and the tolerance around its beginning. */
const MAX_REACH_MINUTES = 60 * HOUR_MINUTES

export interface PastSamples {
  /** The last sample at or before the minute; missing votes are the last known ones, at most two days old. */
  readonly latest: Sample | undefined
  /** The sample nearest to a minute, at most `tolerance` minutes away; the earlier one of two equally near. */
  nearest(minute: Minute, tolerance: number): Sample | undefined
}

export function createPastSamples({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  return async function pastSamples(account: Account, universeId: number, at: Minute): Promise<PastSamples> {
    const now = minuteOf(clock.now())
    const plan = readingPlan(account, plans, clock.now())
    const samples: Sample[] = []
    for await (const block of store.series.blocks(universeId, at - MAX_REACH_MINUTES, at + 1))
      samples.push(...samplesOf(thin(block, visibleInterval(plan, now, block.minutes[0] ?? 0))))
    await yieldToEventLoop()
    return {
      latest: withKnownVotes(samples),
      nearest: (minute, tolerance) => {
        const away = (sample: Sample): number => Math.abs(sample.minute - minute)
        const [first, ...others] = samples.filter((sample) => away(sample) <= tolerance)
        return others.reduce((best, sample) => (best && away(best) <= away(sample) ? best : sample), first)
      },
    }
  }
}

function withKnownVotes(samples: readonly Sample[]): Sample | undefined {
  const latest = samples.at(-1)
  const voted = samples.findLast(({ likes, dislikes }) => likes !== null && dislikes !== null)
  return latest && voted ? { ...latest, likes: voted.likes, dislikes: voted.dislikes } : latest
}

const samplesOf = ({ universeId, minutes, columns }: Block): Sample[] =>
  Array.from(minutes, (minute, row) => {
    const values = MEASURES.map(({ name, nullable }) => {
      const value = columns[name][row]
      return [name, nullable ? toNullable(value) : (value ?? 0)]
    })
    return { universeId, minute, ...Object.fromEntries(values) } as Sample
  })
