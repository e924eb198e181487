// Counts what this process does: ticks, samples, gaps, calls of the platform, and reads of caches.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { codeOf, GAP_REASONS } from '../../domain/gap.js'
import { type ActivityEvent, CACHES, TICK_ENDS } from '../../domain/ports/activity.js'
import type { Services } from '../../services/services.js'

type ActivityEventType<Type extends ActivityEvent['type']> = Extract<ActivityEvent, { type: Type }>

/** In seconds. A tick is noticed within half a second of its minute, and has 50 s. */
const LATENESS_BUCKETS = [0.5, 1, 2, 5, 10, 20, 30, 60]
const TICK_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 50]
const CALL_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function measureActivity(registry: Registry, { activity, events }: Pick<Services, 'activity' | 'events'>): void {
  const { samples, gaps } = storedRows(registry)
  const onTick = ticks(registry)
  const onCall = platformCalls(registry)
  const onCacheRead = cacheReads(registry)
  /** By the ticks since the last one that was stored with a correct clock, which finds their gaps again. */
  let countedByClock = 0
  activity.subscribe((event) => {
    if (event.type === 'tick ended') {
      onTick(event)
      countedByClock += event.missedByClock
      gaps.inc({ reason: codeOf('clock') }, event.missedByClock)
    } else if (event.type === 'platform called') onCall(event)
    else onCacheRead(event)
  })
  events.subscribe((event) => {
    if (event.type !== 'tick recorded') return
    samples.inc(event.tick.samples.length)
    // Each of these ticks stores the gap of all of them again, and longer; 'tick ended' counts what it missed itself.
    if (event.tick.cursor.clockWasWrong) return
    for (const { reason } of event.tick.gaps) {
      if (reason === 'clock' && countedByClock > 0) countedByClock--
      else gaps.inc({ reason: codeOf(reason) })
    }
    countedByClock = 0
  })
}

function storedRows(registry: Registry) {
  const registers = [registry]
  const samples = new Counter({ name: 'headcount_samples_total', help: 'Samples stored by ticks.', registers })
  const gaps = new Counter({
    name: 'headcount_gaps_total',
    help: 'Gaps by reason: one for each game that a tick missed, and for each game and time that a later tick found to be without ticks.',
    labelNames: ['reason'],
    registers,
  })
  // A series that begins at 0 lets Prometheus see the first increase.
  for (const reason of GAP_REASONS) gaps.inc({ reason: codeOf(reason) }, 0)
  return { samples, gaps }
}

function ticks(registry: Registry): (event: ActivityEventType<'tick ended'>) => void {
  const registers = [registry]
  const ended = new Counter({
    name: 'headcount_ticks_total',
    help: 'Ticks by result: stored, clock wrong (the clocks differ, and nothing is sampled), not stored (the time is unknown), or failed.',
    labelNames: ['result'],
    registers,
  })
  for (const result of TICK_ENDS) ended.inc({ result }, 0)
  const lateness = new Histogram({
    name: 'headcount_tick_lateness_seconds',
    help: 'Time from the beginning of the minute to the beginning of its tick.',
    buckets: LATENESS_BUCKETS,
    registers,
  })
  const durations = new Histogram({
    name: 'headcount_tick_duration_seconds',
    help: 'Duration of the ticks.',
    buckets: TICK_BUCKETS,
    registers,
  })
  return ({ result, latenessMs, durationMs }) => {
    ended.inc({ result })
    durations.observe(durationMs / 1000)
    if (latenessMs !== null) lateness.observe(latenessMs / 1000)
  }
}

function platformCalls(registry: Registry): (event: ActivityEventType<'platform called'>) => void {
  const registers = [registry]
  const calls = new Counter({
    name: 'headcount_platform_calls_total',
    help: 'Calls of the platform by endpoint and status; the status is none where no answer came.',
    labelNames: ['endpoint', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'headcount_platform_call_duration_seconds',
    help: 'Duration of the calls of the platform, by endpoint.',
    labelNames: ['endpoint'],
    buckets: CALL_BUCKETS,
    registers,
  })
  const left = new Gauge({
    name: 'headcount_platform_calls_remaining',
    help: 'Calls that the rate limit of the platform left in the window of the last call, by endpoint.',
    labelNames: ['endpoint'],
    registers,
  })
  return ({ endpoint, status, durationMs, callsLeft }) => {
    calls.inc({ endpoint, status: status === null ? 'none' : `${status}` })
    durations.observe({ endpoint }, durationMs / 1000)
    if (callsLeft !== undefined) left.set({ endpoint }, callsLeft)
  }
}

function cacheReads(registry: Registry): (event: ActivityEventType<'cache read'>) => void {
  const reads = new Counter({
    name: 'headcount_cache_reads_total',
    help: 'Reads of caches, by cache and result (hit or miss).',
    labelNames: ['cache', 'result'],
    registers: [registry],
  })
  for (const cache of CACHES) for (const result of ['hit', 'miss']) reads.inc({ cache, result }, 0)
  return ({ cache, isHit }) => reads.inc({ cache, result: isHit ? 'hit' : 'miss' })
}
