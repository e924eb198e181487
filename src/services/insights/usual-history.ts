// The usual for evaluators: hourly means of the samples that the account sees, read once and extended every hour. Only
// games with rules that compare with the usual have one: 1.8 kB of hours, and 1 kB of what is remembered of the
// current hour and of objects (`npm run bench -- usual` measures it). Models are made again when they are needed.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DAY_HOURS, DAY_MINUTES, HOUR_MINUTES, hourOf } from '../../domain/clock.js'
import { HISTORY_HOURS } from '../../domain/insights/span-comparison.js'
import { CompactMeans, type Hour, type HourlySeries } from '../../domain/insights/usual/hourly-means.js'
import type { MinuteSpan } from '../../domain/insights/usual/readable-series.js'
import { type EvaluationUsual, UsualModel } from '../../domain/insights/usual/usual.js'
import { type HourQuery, type ModelFactory, UsualCache } from '../../domain/insights/usual/usual-cache.js'
import type { NoteRead } from '../../domain/ports/activity.js'
import type { Store } from '../../domain/ports/store.js'
import { type HistoryDeps, readThinned } from './read-samples.js'

/** Beyond this number of games, the history is not cached and is read again every hour. */
const MAX_CACHED_GAMES = 10_000
/** Models that are kept because several questions about one game come one after the other. */
const MAX_MODELS = 4
/** The usual of an hour is computed from hours that ended at least this long before it. */
const LAG_HOURS = 5
/** Days that are read at a time before others take their turn: a day of samples takes about a millisecond. */
const BATCH_HOURS = 2 * DAY_HOURS

export interface UsualHistoryQuery {
  readonly universeId: number
  readonly interval: number
  /** The minutes that are evaluated. */
  readonly span: MinuteSpan
  readonly excluded: readonly MinuteSpan[]
}

interface CachedUsual {
  readonly ring: CompactMeans
  /** The remembered usual of the current hour. */
  remembered?: UsualCache
}

export type UsualHistory = (query: UsualHistoryQuery) => Promise<EvaluationUsual>

export function createUsualHistory(
  store: HistoryDeps & Pick<Store, 'events'>,
  onRead: NoteRead = () => undefined,
): UsualHistory {
  // With `max`, room for all would be reserved at once, even where no game has such rules.
  const cache = new LRUCache<string, CachedUsual>({ maxSize: MAX_CACHED_GAMES, sizeCalculation: () => 1 })
  const models = new LRUCache<HourQuery, UsualModel>({ max: MAX_MODELS })
  const modelOf: ModelFactory = (query) => {
    const known = models.get(query)
    const model = known ?? modelOfHour(query)
    if (known === undefined) models.set(query, model)
    return model
  }
  store.events.subscribe((event) => {
    if (event.type === 'changes missed') cache.clear()
    if (event.type !== 'history rewritten') return
    for (const key of cache.keys()) if (key.startsWith(`${event.universeId} `)) cache.delete(key)
  })

  const extend = async (
    { universeId, interval }: UsualHistoryQuery,
    ring: CompactMeans,
    until: Hour,
  ): Promise<void> => {
    for (let from = ring.until; from < until; from = ring.until) {
      const end = Math.min(until, from + BATCH_HOURS)
      const span = { from: from * HOUR_MINUTES, until: end * HOUR_MINUTES }
      addMeans(ring, await readThinned(store, universeId, interval, span))
      ring.moveTo(end)
      if (end < until) await yieldToEventLoop()
    }
  }

  return async (query) => {
    const { universeId, interval, span, excluded } = query
    const key = `${universeId} ${interval}`
    const [first, last] = [hourOf(span.from), hourOf(span.until - 1)]
    // Each game reads its last hours at a minute and an hour of its own, so that no tick reads those of all.
    const isOwnHour = (last + Math.floor(universeId / HOUR_MINUTES)) % (LAG_HOURS - 1) === 0
    const isTurn = isOwnHour && (span.until - 1) % HOUR_MINUTES >= universeId % HOUR_MINUTES
    const needed = last - (isTurn ? 1 : LAG_HOURS)
    const ready = cache.get(key)
    // Minutes are read in order, so the hour is mostly that of the minute before.
    const known = first === last && isOfHour(ready?.remembered, last, excluded) ? ready?.remembered : undefined
    const isHit = known !== undefined && (ready?.ring.until ?? 0) >= needed
    onRead(isHit)
    if (isHit) return known
    const since = historyBefore(first)
    const isUsable = ready !== undefined && ready.ring.since <= since && ready.ring.until >= since
    const entry: CachedUsual = isUsable ? ready : { ring: emptyRing(since) }
    if (!isUsable) cache.set(key, entry)
    await extend(query, entry.ring, needed)
    if (first !== last) return new UsualModel({ series: seriesOf(entry.ring, since), until: span.until, excluded })
    if (isOfHour(entry.remembered, last, excluded)) return entry.remembered
    entry.remembered = new UsualCache({ hour: last, series: entry.ring, excluded }, modelOf)
    return entry.remembered
  }
}

/** A day begins with the same history, wherever in it an evaluation begins. */
const historyBefore = (hour: Hour): Hour => Math.floor(hour / DAY_HOURS) * DAY_HOURS - HISTORY_HOURS

const modelOfHour = ({ hour, series, excluded }: HourQuery): UsualModel =>
  new UsualModel({ series: seriesOf(series, historyBefore(hour)), until: hour * HOUR_MINUTES, excluded })

/** The hours from `since` on: a ring that happens to hold more gives the same usual. */
const seriesOf = (ring: HourlySeries, since: Hour): HourlySeries => ({
  since,
  until: ring.until,
  at: (hour) => (hour < since ? Number.NaN : ring.at(hour)),
})

const isOfHour = (found: UsualCache | undefined, hour: Hour, excluded: readonly MinuteSpan[]): found is UsualCache =>
  found?.hour === hour && (found.excluded === excluded || isSame(found.excluded, excluded))

const isSame = (a: readonly MinuteSpan[], b: readonly MinuteSpan[]): boolean =>
  a.length === b.length && a.every(({ from, until }, index) => from === b[index]?.from && until === b[index]?.until)

/** Room for the history and for the days that are evaluated next. */
const emptyRing = (since: Hour): CompactMeans =>
  new CompactMeans(since, HISTORY_HOURS + (2 * DAY_MINUTES) / HOUR_MINUTES)

function addMeans(ring: CompactMeans, { minutes, columns }: Awaited<ReturnType<typeof readThinned>>): void {
  for (let row = 0; row < minutes.length; ) {
    const hour = hourOf(minutes[row] ?? 0)
    let [sum, count] = [0, 0]
    for (; row < minutes.length && hourOf(minutes[row] ?? 0) === hour; row++) {
      sum += columns.ccu[row] ?? 0
      count++
    }
    ring.set(hour, sum / count)
  }
}
