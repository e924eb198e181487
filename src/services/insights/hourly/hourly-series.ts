// Hourly values of the last four weeks of each universe as a reader sees them: read from the store once, then extended
// by the new hours. 2.8 kB for a universe, metric and way of reading, of those universes that were read last. All counters
// are read together, because decoding their samples costs most.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Clock, DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import { type Hour, HourlyMeans, type HourlySeries, RING_HOURS } from '../../../domain/insights/usual/hourly-means.js'
import { type HourlyMetric, hourReader } from '../../../domain/insights/usual/hourly-values.js'
import { CLOSING_MEASURES, isCounterMeasure } from '../../../domain/measures.js'
import type { Plan } from '../../../domain/plan.js'
import { type Activity, noteReads } from '../../../domain/ports/activity.js'
import type { Store } from '../../../domain/ports/store.js'
import { visibleInterval } from '../../../domain/rules/visible.js'
import { thin } from '../../../domain/sample.js'
import { SeriesCache } from './series-cache.js'

/** The newest hours are read again with each extension, because a late tick may still have changed them. */
const REREAD_HOURS = 2
/** The sample before an hour covers its beginning, and a counter is interpolated from it. */
const LEAD_MINUTES = 90
/** How many days are read before it yields, because reading blocks all other requests. */
const DAY_BATCH_SIZE = 4

export interface HourlySeriesQuery {
  readonly universeId: number
  /** What this plan may see of the past (PLANS-10). */
  readonly plan: Plan
  readonly metric: HourlyMetric
}

type Rings = ReadonlyMap<HourlyMetric, HourlyMeans>

const COUNTERS: readonly HourlyMetric[] = CLOSING_MEASURES.filter(isCounterMeasure)

const ringsUntil = (until: Hour, metrics: readonly HourlyMetric[], capacity?: number): Rings =>
  new Map(metrics.map((metric) => [metric, new HourlyMeans(until, capacity)]))

interface CachedSeries {
  /** They hold the same hours. */
  readonly rings: Rings
  readonly since: Hour
  readonly until: Hour
  /** The minute at which it was read last. */
  readonly at: Minute
  /** The last tick by then, if it was before the end of the last hour: the hour's last samples may have been missing. */
  readonly lastTickBeforeEnd: Minute | undefined
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly activity?: Activity
}

export function createHourlySeries({ store, clock, activity }: Deps) {
  const cache = new SeriesCache<CachedSeries>(store.events, noteReads(activity, 'hours'))

  /** Reads the hours from `from` up to, and without, `until` into the rings. */
  const readInto = async (rings: Rings, query: HourlySeriesQuery, [from, until]: readonly [Hour, Hour]) => {
    const { universeId, plan } = query
    const now = minuteOf(clock.now())
    const [first, end] = [from * HOUR_MINUTES - LEAD_MINUTES, until * HOUR_MINUTES]
    const schedules = await store.series.schedules(universeId, first, end)
    const readers = [...rings].map(([metric, ring]) => ({ reader: hourReader(metric, schedules), ring }))
    let read = 0
    // One minute more, because the counter at the end of the last hour is the sample of that minute.
    const span = { from: first, until: end + 1 }
    for await (const block of store.series.scan(universeId, span, [...rings.keys()], 'once')) {
      const interval = visibleInterval(plan, now, block.minutes[0] ?? 0)
      // A day with one visible sample has no hourly values.
      if (interval <= HOUR_MINUTES) {
        const thinned = thin(block, interval)
        for (const { reader } of readers) reader.add(thinned, interval)
      }
      if (++read % DAY_BATCH_SIZE === 0) await yieldToEventLoop()
    }
    for (const { reader, ring } of readers) {
      ring.moveTo(until)
      for (let hour = from; hour < until; hour++) ring.set(hour, Number.NaN)
      for (const [hour, value] of reader.values(end)) if (hour >= from && hour < until) ring.set(hour, value)
    }
  }

  /** The days that the plan shows in another resolution than when the ring was read last. */
  const changedDays = ({ since, until, at }: CachedSeries, plan: Plan, now: Minute): number[] => {
    const days: number[] = []
    if (Math.floor(at / DAY_MINUTES) === Math.floor(now / DAY_MINUTES)) return days
    for (let hour = since - (since % 24); hour < until; hour += 24) {
      const minute = hour * HOUR_MINUTES
      if (visibleInterval(plan, at, minute) !== visibleInterval(plan, now, minute)) days.push(hour)
    }
    return days
  }

  /** The last tick, unless it is of this hour or later. A value at its beginning belongs to the hour before. */
  const lastTickBefore = async (hour: Hour): Promise<Minute | undefined> => {
    const last = (await store.series.cursor())?.minute
    return last !== undefined && last < hour * HOUR_MINUTES ? last : undefined
  }

  const hasNewTick = async ({ lastTickBeforeEnd }: CachedSeries): Promise<boolean> =>
    lastTickBeforeEnd !== undefined && (await store.series.cursor())?.minute !== lastTickBeforeEnd

  const build = async (query: HourlySeriesQuery): Promise<CachedSeries> => {
    // Other requests may run between two games.
    await yieldToEventLoop()
    const now = minuteOf(clock.now())
    const until = Math.floor(now / HOUR_MINUTES)
    const rings = ringsUntil(until, query.metric === 'ccu' ? ['ccu'] : COUNTERS)
    const since = until - RING_HOURS
    const lastTickBeforeEnd = await lastTickBefore(until)
    await readInto(rings, query, [since, until])
    return { rings, since, until, at: now, lastTickBeforeEnd }
  }

  const extend = async (query: HourlySeriesQuery, known: CachedSeries): Promise<CachedSeries> => {
    const now = minuteOf(clock.now())
    const until = Math.floor(now / HOUR_MINUTES)
    const { rings } = known
    if (Math.floor(known.at / HOUR_MINUTES) === until && !(await hasNewTick(known))) return known
    // The clock was set back, or the last request is so old that new rings cost as much as extending these.
    if (until < known.until || until - known.until > 24) return build(query)
    for (const day of changedDays(known, query.plan, now)) {
      await readInto(rings, query, [Math.max(day, known.since), Math.min(day + 24, known.until)])
    }
    const lastTickBeforeEnd = await lastTickBefore(until)
    await readInto(rings, query, [known.until - REREAD_HOURS, until])
    return { rings, since: until - RING_HOURS, until, at: now, lastTickBeforeEnd }
  }

  const cached = async (query: HourlySeriesQuery): Promise<HourlySeries> => {
    const { intervalMinutes, fullDays, hourlyDays } = query.plan
    const view = `${query.metric === 'ccu' ? 'ccu' : 'counters'} ${intervalMinutes} ${fullDays} ${hourlyDays}`
    const makeSeries = (known: CachedSeries | undefined) => (known === undefined ? build(query) : extend(query, known))
    return ringOf((await cache.of(query.universeId, view, makeSeries)).rings, query.metric)
  }

  /** Reads other hours than the last four weeks, and does not remember them. */
  const over = async (query: HourlySeriesQuery, from: Hour, until: Hour): Promise<HourlySeries> => {
    const rings = ringsUntil(until, [query.metric], until - from)
    await readInto(rings, query, [from, until])
    return ringOf(rings, query.metric)
  }

  return { cached, over }
}

function ringOf(rings: Rings, metric: HourlyMetric): HourlySeries {
  const ring = rings.get(metric)
  if (ring === undefined) throw new Error(`The hours of ${metric} were not read.`)
  return ring
}
