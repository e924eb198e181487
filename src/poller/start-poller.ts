// Begins a tick in every minute in which one is due, never two at a time, and checks that ticks are stored.
import { type Clock, isoOfMinute, isoOfMs, type Minute, minuteOf } from '../domain/clock.js'
import type { Log } from '../domain/ports/events.js'
import type { TickSchedule } from '../domain/time/tick-schedule.js'
import type { OverdueNotifier } from '../services/operator/inform-operator.js'
import { FAILING, OVERDUE, type PartState, type PollerPart } from '../services/reading/check-health.js'
import type { Services } from '../services/services.js'
import { cronSchedule } from './cron-schedule.js'
import { DueMinutes } from './due-minutes.js'
import { FailedTicks } from './failed-ticks.js'
import { OverdueIncident } from './overdue-incident.js'
import { type OverdueState, Watchdog } from './watchdog.js'

export interface Poller {
  state(): PollerPart
  /** Begins no more ticks. A running tick stores what it has and marks the rest as a gap. */
  stop(): Promise<void>
}

export interface PollerOptions {
  /** The cron expression POLL_CRON. */
  readonly expression: string
  readonly services: Pick<Services, 'clock' | 'sampleTick' | 'settings' | 'leases'>
  readonly log: Log
  readonly informOperator: OverdueNotifier
}

/** Polls twice a second, so that a due minute is noticed within a second of its beginning. */
const DUE_CHECK_INTERVAL_MS = 500

export function startPoller(options: PollerOptions): Poller {
  const { services, log } = options
  const { clock, settings } = services
  const stopping = new AbortController()
  const stop = stopping.signal
  const schedule = cronSchedule(options.expression)
  const due = new DueMinutes(schedule, clock)
  const watchdog = new Watchdog(schedule, clock)
  const incident = new OverdueIncident({ settings, clock, log, inform: options.informOperator, stop })
  let running: { readonly minute: Minute; readonly done: Promise<void> } | undefined
  let last = beforeTheFirst(schedule, clock)
  const failures = new FailedTicks(clock)

  const begin = async (passedOver: readonly Minute[]): Promise<void> => {
    const began = { now: clock.now(), monotonic: clock.monotonic() }
    const result = await runTick(options, { passedOver, stop })
    failures.note(result.state.state === FAILING, began.monotonic)
    last = { ...sinceTheFirstFailure(last, result.state), ...failures.counted() }
    // The result of a tick that the stop aborted does not show whether later ticks would succeed.
    if (!result.isStored || stop.aborted) return
    watchdog.recordStored(began)
    incident.reportStored()
  }

  const run = (minute: Minute, passedOver: readonly Minute[]): void => {
    const done = begin(passedOver).finally(() => {
      running = undefined
    })
    running = { minute, done }
  }

  let isLooking = false
  /** What was taken over from a process that died is sampled in the same minute. */
  const catchUp = async (minute: Minute): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      const isBehind = await services.leases.shards.areBehind(minute)
      if (isBehind && running === undefined && !stop.aborted) run(minute, [])
    } catch (error) {
      log.warn({ err: error }, 'It is unknown whether shards were taken over; the next tick samples them.')
    } finally {
      isLooking = false
    }
  }

  const check = (): void => {
    const overdue = watchdog.overdue()
    if (overdue) incident.reportOverdue(overdue.since, explain(overdue, last, running?.minute))
    // The running tick may still end early enough for the current minute.
    if (running) return
    const minute = due.next()
    const begun = minute === undefined ? due.begun() : undefined
    if (begun !== undefined) void catchUp(begun)
    if (minute === undefined) return
    const passedOver = due.begin(minute)
    if (passedOver.length > 0) log.warn({ minutes: passedOver.length }, 'Ticks were skipped; the next one begins.')
    run(minute, passedOver)
  }

  const timer = setInterval(check, DUE_CHECK_INTERVAL_MS)
  timer.unref()
  return {
    state: () => {
      const overdue = watchdog.overdue()
      if (overdue === undefined) return { ...last, isOutdated: failures.areOutdated() }
      return { state: OVERDUE, since: isoOfMs(overdue.since), detail: explain(overdue, last, running?.minute) }
    },
    stop: async () => {
      const { shards } = services.leases
      shards.leave()
      stopping.abort()
      clearInterval(timer)
      await running?.done
      await shards.stop()
    },
  }
}

function beforeTheFirst(schedule: TickSchedule, clock: Clock): PartState {
  const now = clock.now()
  const [minute] = schedule.dueAfter(minuteOf(now), 1)
  const detail = 'The first tick is still to come. How many more games fit into one is not known before it.'
  const due = minute === undefined ? {} : { firstTickDue: isoOfMinute(minute) }
  return { state: 'waiting', since: isoOfMs(now), detail, ...due }
}

/** Of ticks that fail in a row, the time of the first one says since when data are missing. */
function sinceTheFirstFailure(before: PartState, now: PartState): PartState {
  const isStillFailing = before.state === FAILING && now.state === FAILING
  return isStillFailing && before.since !== undefined && now.since !== undefined ? { ...now, since: before.since } : now
}

interface TickResult {
  readonly state: PartState
  /** Whether the due time is accounted for. */
  readonly isStored: boolean
}

/** Never rejects; errors are logged. */
async function runTick(
  { services, log }: PollerOptions,
  tick: Parameters<Services['sampleTick']>[0],
): Promise<TickResult> {
  const { clock } = services
  const since = isoOfMs(clock.now())
  const beganAt = clock.monotonic()
  try {
    const { sampled, gaps, error, isStored, isWithoutShards, isClockWrong } = await services.sampleTick(tick)
    if (!isStored) {
      log.warn({ err: error }, 'A tick was not stored, because the current minute is unknown.')
      return { state: { state: 'failing', since, detail: UNKNOWN_TIME }, isStored }
    }
    if (isWithoutShards) return { state: { state: 'waiting', since, detail: WITHOUT_SHARDS }, isStored: false }
    const counts = { sampled, gaps: gaps.length, reasons: countByReason(gaps) }
    if (isClockWrong) {
      log.warn({ ...counts, err: error }, "A tick sampled nothing, because the clock differs from the platform's.")
      return { state: { state: 'failing', detail: WRONG_CLOCK }, isStored }
    }
    if (gaps.length > 0 || error !== undefined) log.warn({ ...counts, err: error }, 'A tick was stored with gaps.')
    else log.info({ sampled, ms: Math.round(clock.monotonic() - beganAt) }, 'A tick was stored.')
    const lastTick = { sampled, gaps: gaps.length }
    const detail = `Last tick: ${sampled} sampled, ${gaps.length} gaps.`
    return { state: { state: 'running', since, detail, lastTick }, isStored }
  } catch (error) {
    log.error({ err: error }, TICK_FAILED)
    const detail = 'The last tick could not be stored; the log says why.'
    return { state: { state: 'failing', since, detail }, isStored: false }
  }
}

const TICK_FAILED = 'A tick failed. Its minute becomes a gap (not stored) when a tick can be stored again.'
const WITHOUT_SHARDS = 'Another process samples all games, or the database cannot be reached.'
/** Without the time since when, which would be of a clock that may be wrong. */
const WRONG_CLOCK = "The clock differs from the platform's, so the last tick sampled nothing."
const UNKNOWN_TIME =
  'The last tick could not be stored: by this clock it is far from the one before, and the platform, which could tell the time, does not answer.'

function explain({ minutes, isFirst }: OverdueState, last: PartState, running: Minute | undefined): string {
  const how = isFirst ? `in the ${minutes} minutes since the start` : `for ${minutes} minutes`
  const why =
    running !== undefined
      ? `The tick of ${isoOfMinute(running)} is still running.`
      : last.state === 'failing'
        ? last.detail
        : 'None has begun since.'
  return `No tick has been stored ${how}. ${why}`
}

function countByReason(gaps: readonly { readonly reason: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { reason } of gaps) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}
