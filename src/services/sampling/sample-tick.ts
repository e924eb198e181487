// One tick: every due universe is sampled once, and all samples belong to the UTC minute in which the tick began
// (DATA-1). Step 1 of 7, sample, of a notification: one transaction. A crash before it stores nothing, and the next
// tick stores the time in between as a gap.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { MINUTE_MS, type Minute, minuteOf } from '../../domain/clock.js'
import type { Gap, GapReason } from '../../domain/gap.js'
import type { Plans } from '../../domain/plan.js'
import type { Activity, TickEnd } from '../../domain/ports/activity.js'
import type { Platform, PlatformReadings } from '../../domain/ports/platform.js'
import type { SampledPart } from '../../domain/processes/leases.js'
import { isDue } from '../../domain/rules/schedule.js'
import type { Sample } from '../../domain/sample.js'
import { stepInTurns } from '../reading/in-turns.js'
import { changedFacts } from './changed-facts.js'
import { distrustedTick, untrustedGaps } from './distrusted-tick.js'
import { missedGaps } from './missed-gaps.js'
import { MissedTicks } from './missed-ticks.js'
import { PLAN_STEP_SIZE, type PlannedUniverse, planTick } from './plan-tick.js'
import type { TickHeadroom } from './tick-headroom.js'
import { handedOver, storeParts, type TickReport } from './tick-parts.js'
import { type TickTime, TickTimes } from './tick-time.js'
import { type ClockWatchDeps, clockWatch } from './watch-clock.js'

export interface TickOptions {
  /** True to sample all active universes, due or not: `poll once`. */
  readonly everything?: boolean
  /** Due minutes before this one whose tick did not begin because the process was busy. */
  readonly passedOver?: readonly Minute[]
  readonly stop: AbortSignal
}

export interface SamplingDeps extends ClockWatchDeps {
  readonly platform: Platform
  readonly plans: Plans
  readonly activity: Activity
  readonly tickHeadroom: TickHeadroom
}

/** The time limit of a tick in milliseconds, so that it ends before the next one. */
export const TICK_TIMEOUT_MS = 50_000

export function createSampleTick(ports: SamplingDeps) {
  const missed = new MissedTicks(ports.store.missedNote)
  const storePart = createStorePart(ports, missed)
  const { shards } = ports.store.leases
  const storeTick = (options: TickOptions): Promise<TickReport> => {
    const store = async (parts: readonly SampledPart[]): Promise<TickReport> => {
      const report = await storeParts(parts, minuteOf(ports.clock.now()), (part) => storePart(part, options))
      // Without shards, nothing of what was missed is stored yet.
      if (report.isStored && !report.isWithoutShards) missed.clear()
      return report
    }
    return options.everything ? store([shards.everything()]) : shards.during(store)
  }
  return async function sampleTick(options: TickOptions): Promise<TickReport> {
    const { clock, activity } = ports
    const begin = { now: clock.now(), monotonic: clock.monotonic() }
    const minute = minuteOf(begin.now)
    const latenessMs = options.everything ? null : begin.now - minute * MINUTE_MS
    missed.note(options.passedOver ?? [], 'late')
    const publish = (result: TickEnd, missedByClock = 0): void => {
      const durationMs = clock.monotonic() - begin.monotonic
      activity.publish({ type: 'tick ended', result, latenessMs, durationMs, missedByClock })
    }
    try {
      const report = await storeTick(options)
      publish(endOf(report), report.isClockWrong ? report.gaps.length : 0)
      return report
    } catch (error) {
      publish('failed')
      missed.noteFailed(minute)
      throw error
    }
  }
}

function endOf({ isStored, isClockWrong }: TickReport): TickEnd {
  if (!isStored) return 'not stored'
  return isClockWrong ? 'clock wrong' : 'stored'
}

function createStorePart(ports: SamplingDeps, missed: MissedTicks) {
  const { store, clock, clockCheck, plans } = ports
  const times = new TickTimes(clock, clockCheck)
  const recordDistrusted = distrustedTick(ports)
  const watchClock = clockWatch(ports)

  const plan = async (part: SampledPart, now: number) => {
    const tracked = await store.universes.tracked()
    const ofPart = tracked.filter(({ id }) => part.includes(id))
    return stepInTurns(planTick(ofPart, plans, now, minuteOf(now)))
  }

  return async function storePart(part: SampledPart, options: TickOptions): Promise<TickReport> {
    const start = times.begin()
    const minute = minuteOf(start.now)
    let planned = await plan(part, start.now)
    const due = planned.universes.filter((planned) =>
      options.everything ? planned.interval > 0 : isDue(minute, planned.interval),
    )
    const readings = await read(ports, due, options.stop)
    // Each part of the rest takes milliseconds where there are thousands of universes.
    await yieldToEventLoop()
    noteHeadroom(ports, start.monotonic, { planned: planned.universes, requested: due.length })
    const time = times.of(start, await part.cursor())
    const hasMovedBack = await watchClock(time)
    if (time.source !== 'own') {
      const isStored = await recordDistrusted(part, time)
      return {
        minute,
        isStored,
        sampled: 0,
        gaps: distrustedGaps(due, time, readings),
        ...(time.source === 'platform' && { isClockWrong: true }),
        ...errorOf(readings),
      }
    }
    if (hasMovedBack) planned = await plan(part, start.now)
    const samples = await stepInTurns(samplesOf(readings, minute))
    const facts = await stepInTurns(changedFacts(due, readings))
    const failed = failuresOf(due, readings, minute)
    await yieldToEventLoop()
    const accounted = await part.cursor()
    const untrusted = await stepInTurns(untrustedGaps(planned.universes, accounted, time))
    const unsampled = await stepInTurns(missedGaps(planned.universes, accounted, minute, missed))
    // Another process samples in this minute what the stop of this one kept it from.
    if (options.stop.aborted && (await part.canHandOver())) return handedOver(minute)
    const cursor = await part.cursor()
    await part.record({
      minute,
      samples,
      gaps: [...untrusted, ...unsampled, ...failed.filter((gap) => isDue(minute, gap.until - minute))],
      facts,
      schedules: planned.changes,
      cursor: { minute: Math.max(minute, cursor?.minute ?? minute), clockWasWrong: false },
    })
    return {
      minute,
      isStored: true,
      sampled: readings.read.length,
      gaps: failed.map(({ universeId, reason }) => ({ universeId, reason })),
      ...errorOf(readings),
    }
  }
}

function* samplesOf({ read }: PlatformReadings, minute: Minute): Generator<void, Sample[]> {
  const samples: Sample[] = []
  for (const { facts, ...measured } of read) {
    if (samples.length % PLAN_STEP_SIZE === PLAN_STEP_SIZE - 1) yield
    samples.push({ universeId: facts.id, minute, ...measured })
  }
  return samples
}

interface RequestedUniverses {
  readonly planned: readonly PlannedUniverse[]
  readonly requested: number
}

function noteHeadroom(
  { clock, tickHeadroom }: SamplingDeps,
  began: number,
  { planned, requested }: RequestedUniverses,
): void {
  const tracked = planned.filter(({ interval }) => interval > 0).length
  tickHeadroom.note({ requested, tracked, durationMs: clock.monotonic() - began })
}

const absentIds = (due: readonly PlannedUniverse[]): ReadonlySet<number> =>
  new Set(due.filter(({ universe }) => universe.condition !== 'shown').map(({ universe }) => universe.id))

function distrustedGaps(
  due: readonly PlannedUniverse[],
  { source }: TickTime,
  { missing }: PlatformReadings,
): TickReport['gaps'] {
  const reasonOf = (id: number): GapReason => (source === 'none' ? missing.get(id) : undefined) ?? 'clock'
  return due.map(({ universe: { id } }) => ({ universeId: id, reason: reasonOf(id) }))
}

const errorOf = ({ error }: PlatformReadings): Pick<TickReport, 'error'> => (error === undefined ? {} : { error })

/** If nothing is due, the platform is asked only for the time, so that the clock can be checked. */
async function read(
  ports: SamplingDeps,
  due: readonly PlannedUniverse[],
  stop: AbortSignal,
): Promise<PlatformReadings> {
  const { platform, clockCheck } = ports
  const ids = due.map((planned) => planned.universe.id)
  if (ids.length === 0 && clockCheck.state() !== 'correct') await platform.probe(stop).catch(() => undefined)
  return platform.readUniverses(ids, { withinMs: TICK_TIMEOUT_MS, stop }, absentIds(due))
}

function failuresOf(due: readonly PlannedUniverse[], outcome: PlatformReadings, minute: Minute): Gap[] {
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
