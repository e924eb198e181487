// One tick: every due universe sampled once, all samples at the UTC minute in which the tick began (contract §1).
// Stage 1 of 7, sample, on the way to a notification: one transaction. A crash before it stores nothing, and the next tick
// writes the time in between as a gap.
import { type Clock, MINUTE_MS, type Minute, minuteOf } from '../../domain/clock.js'
import type { Gap, GapReason } from '../../domain/gap.js'
import type { Plans } from '../../domain/plan.js'
import type { Platform, Reading } from '../../domain/ports/platform.js'
import type { TickCursor } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import { isDue } from '../../domain/rules/schedule.js'
import type { Sample } from '../../domain/sample.js'
import { changedFacts } from './changed-facts.js'
import { missedGaps } from './missed-gaps.js'
import { type Planned, planTick } from './plan-tick.js'

export interface TickReport {
  readonly minute: Minute
  /** Universes that the platform gave a reading of. */
  readonly sampled: number
  readonly gaps: readonly { readonly universeId: number; readonly reason: GapReason }[]
  /** The first thing that went wrong with the platform, for the log. */
  readonly trouble?: unknown
}

export interface TickOptions {
  /** All active universes, due or not: `poll once`. */
  readonly everything?: boolean
  readonly stop: AbortSignal
}

/** contract §1: beyond it nothing is sampled. */
const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS
/** A tick gives up in time for the next one. */
const TICK_MS = 50_000

export function bindSampleTick(ports: { store: Store; platform: Platform; clock: Clock; plans: Plans }) {
  const { store, platform, clock, plans } = ports
  return async function sampleTick(options: TickOptions): Promise<TickReport> {
    const startedAt = clock.now()
    const minute = minuteOf(startedAt)
    const cursor = await store.series.cursor()
    const planned = planTick(await store.universes.tracked(), plans, startedAt, minute)
    const due = planned.universes.filter((planned) =>
      options.everything ? planned.interval > 0 : isDue(minute, planned.interval),
    )
    const readings = await platform.readUniverses(
      due.map((planned) => planned.universe.id),
      { withinMs: TICK_MS, stop: options.stop },
    )
    const clockIsWrong = Math.abs(readings.clockSkewMs ?? 0) > CLOCK_TOLERANCE_MS
    const outcome = clockIsWrong ? distrusted(due) : readings
    const failed = failuresOf(due, outcome, minute)
    await store.series.recordTick({
      minute,
      samples: outcome.read.map(({ facts, ...measured }): Sample => ({ universeId: facts.id, minute, ...measured })),
      gaps: [
        ...missedGaps(planned.universes, cursor, minute),
        ...failed.filter((gap) => isDue(minute, gap.until - minute)),
      ],
      facts: changedFacts(due, outcome),
      schedules: planned.changes,
      cursor: advance(cursor, minute, clockIsWrong),
    })
    return {
      minute,
      sampled: outcome.read.length,
      gaps: failed.map(({ universeId, reason }) => ({ universeId, reason })),
      ...(readings.trouble === undefined ? {} : { trouble: readings.trouble }),
    }
  }
}

interface Outcome {
  readonly read: readonly Reading[]
  readonly missing: ReadonlyMap<number, GapReason>
}

const distrusted = (due: readonly Planned[]): Outcome => ({
  read: [],
  missing: new Map(due.map((planned) => [planned.universe.id, 'clock'])),
})

function failuresOf(due: readonly Planned[], outcome: Outcome, minute: Minute): Gap[] {
  if (outcome.read.length === due.length) return []
  const read = new Set(outcome.read.map((reading) => reading.facts.id))
  return due
    .filter(({ universe }) => !read.has(universe.id))
    .map(({ universe, interval }) => ({
      universeId: universe.id,
      from: minute,
      until: minute + interval,
      reason: outcome.missing.get(universe.id) ?? 'platform error',
    }))
}

/** While the clock is wrong the cursor stays: what it stands for is accounted for when the clock is right again. */
function advance(cursor: TickCursor | undefined, minute: Minute, clockIsWrong: boolean): TickCursor {
  if (clockIsWrong) return { minute: cursor?.minute ?? minute, clockWasWrong: true }
  return { minute: Math.max(minute, cursor?.minute ?? minute), clockWasWrong: false }
}
