// The stored history for evaluators, limited to the end of the evaluated window; and the player counts of many universes,
// which are cached for the minutes after it.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { EvaluationUsual } from '../../domain/insights/usual/usual.js'
import type { Measure } from '../../domain/measures.js'
import type { EvaluationContext, EvaluationHistory, PlayerCounts } from '../../domain/notifications/evaluator.js'
import { FALL_STEP_MINUTES, MAX_STEP_COUNT_AGE_MINUTES } from '../../domain/notifications/evaluators/platform-drop.js'
import type { LatestSample } from '../../domain/ports/series.js'
import { type DayRollup, rollUpDay } from '../../domain/rules/rollup.js'
import type { Span } from '../../domain/rules/span.js'
import { type Block, columnsOf, emptyBlock, rowsFrom, thin } from '../../domain/sample.js'
import { type HistoryDeps, readBlock, readThinned } from '../insights/read-samples.js'
import type { UsualHistory } from '../insights/usual-history.js'

export interface HistoryScope {
  readonly game: Game
  /** Minutes between the samples that the account reads. */
  readonly interval: number
  /** Nothing from this minute on is read. */
  readonly until: Minute
  readonly usual: () => Promise<EvaluationUsual>
}

/** The widths, in minutes, of successive searches back; they increase because the last sample is usually recent. */
const SEARCH_MINUTES = [HOUR_MINUTES, DAY_MINUTES, 30 * DAY_MINUTES]

export function historyOf(store: HistoryDeps, { game, interval, until: end, usual }: HistoryScope): EvaluationHistory {
  const { universeId } = game
  const samples: EvaluationHistory['samples'] = (id, from, until) =>
    readThinned(store, id, interval, { from, until: Math.min(until, end) })
  const firstMinute = () => store.series.firstMinute(universeId)

  const lastMeasured = async (measure: Measure, before: Minute): Promise<Minute | undefined> => {
    let until = before
    for (const back of [...SEARCH_MINUTES, before - ((await firstMinute()) ?? before)]) {
      const block = await readBlock(store, universeId, before - back, until)
      const row = block.columns[measure].findLastIndex((value) => !Number.isNaN(value))
      if (row >= 0) return block.minutes[row]
      until = Math.min(until, before - back)
    }
    return undefined
  }

  /** The rollup of the evaluated day is computed here, because the stored one may include later samples. */
  const days: EvaluationHistory['days'] = async (range) => {
    const today = dayOf(end)
    const past = { start: range.start, end: Math.min(range.end, today - 1) }
    const view = { interval, until: end }
    const found = past.start > past.end ? [] : await store.series.rollups(universeId, past, view)
    const running = range.end >= today && range.start <= today ? await dayUntil(end) : undefined
    return running === undefined ? found : [...found, running]
  }

  const dayUntil = async (until: Minute): Promise<DayRollup | undefined> => {
    const from = dayOf(until) * DAY_MINUTES
    const coverage = await store.series.coverage(universeId, { from, until }, interval)
    return rollUpDay(await readBlock(store, universeId, from, until), coverage)
  }

  const peakBefore = async (minute: Minute): Promise<number | undefined> => {
    const first = await firstMinute()
    if (first === undefined || first >= minute) return undefined
    const past = { start: dayOf(first), end: dayOf(minute) - 1 }
    const view = { interval, until: minute }
    const found = past.start > past.end ? [] : await store.series.rollups(universeId, past, view)
    const peaks = [...found, await dayUntil(minute)].flatMap((day) => (day === undefined ? [] : [day.ccu.max]))
    return peaks.length === 0 ? undefined : Math.max(...peaks)
  }

  return {
    samples,
    lastMeasured,
    usual,
    firstMinute,
    peakBefore,
    days,
    gaps: (id, from, until) => store.series.gaps(id, from, Math.min(until, end)),
    events: (from, until) => store.universes.events([universeId], from, Math.min(until, end)),
  }
}

export type HistoryWindow = Pick<
  EvaluationContext,
  'game' | 'from' | 'until' | 'interval' | 'samples' | 'stored' | 'gaps' | 'excluded' | 'history'
>

export interface WindowQuery {
  readonly game: Game
  readonly interval: number
  readonly from: Minute
  readonly until: Minute
  /** The universe's last sample, if it is known: it can replace a read of the series. */
  readonly latest?: LatestSample | undefined
  readonly usual: UsualHistory
  /** The spans that managers marked as expected; they are excluded from the usual. */
  readonly excluded?: readonly Span[] | undefined
}

export async function readWindow(store: HistoryDeps, window: WindowQuery): Promise<HistoryWindow> {
  const { game, interval, from, until } = window
  const now = followedMinute(window)
  const excluded = window.excluded ?? []
  const query = { universeId: game.universeId, interval, span: { from, until }, excluded }
  const usual = () => window.usual(query)
  // A slot that began before the window has its sample there.
  const slotStart = Math.floor(from / interval) * interval
  const read = now ?? (await readBlock(store, game.universeId, slotStart, until))
  const stored = now ?? rowsFrom(read, from)
  const isWhole = interval === 1 || stored.minutes.length === 0 || (until - from === 1 && from % interval === 0)
  const thinned = () =>
    now ? readThinned(store, game.universeId, interval, { from, until }) : rowsFrom(thin(read, interval), from)
  return {
    game,
    interval,
    from,
    until,
    stored,
    excluded,
    samples: isWhole ? stored : await thinned(),
    // A gap never covers a sample, so a window of one minute with a sample has none.
    gaps: now?.minutes.length === 1 ? [] : await store.series.gaps(game.universeId, from, until),
    history: historyOf(store, { game, interval, until, usual }),
  }
}

/** The window if it is the minute that was just stored: while evaluation follows the ticks, nothing is read. */
function followedMinute({ game, from, until, latest }: WindowQuery): Block | undefined {
  if (latest === undefined) return undefined
  if (latest.minute < from) return emptyBlock(game.universeId, 0)
  if (until - from > 1 || latest.minute !== from) return undefined
  const hasVotes = latest.votesMinute === latest.minute
  const columnValue = (name: keyof Block['columns']): number =>
    !hasVotes && (name === 'likes' || name === 'dislikes') ? Number.NaN : (latest[name] ?? Number.NaN)
  return {
    universeId: game.universeId,
    minutes: Int32Array.of(from),
    columns: columnsOf((name) => Float64Array.of(columnValue(name))),
  }
}

/** The maximum time in milliseconds before it yields to other work. */
const MAX_HISTORY_SLICE_MS = 8
/** Points cached per universe: twice as many as are requested at once. */
const MAX_CACHE_SIZE = 80

type LatestSamples = ReadonlyMap<number, LatestSample>

export interface PlayerCountReader {
  /** `latest`: the latest samples, if the caller has them. */
  forWindow(latest?: LatestSamples): PlayerCounts
  /**
   * Caches the last minute of a window, for the universes without a later sample: during a catch-up, there are later ones.
   * While the platform is down, the last six hours of all universes are requested every minute; a reader that follows the
   * ticks then needs no read, however far apart they are.
   */
  follow(minute: Minute, latest: LatestSamples): void
}

/** One instance lives as long as the service. */
export function createPlayerCountReader(store: HistoryDeps): PlayerCountReader {
  const cache = new Map<number, Map<Minute, number>>()

  const remember = (universeId: number, minute: Minute, level: number): void => {
    const known = cache.get(universeId) ?? new Map<Minute, number>()
    cache.set(universeId, known.set(minute, level))
    for (const oldest of known.keys()) {
      if (known.size <= MAX_CACHE_SIZE) break
      known.delete(oldest)
    }
  }

  const read = async (universeId: number, minutes: readonly Minute[], age: number): Promise<Map<Minute, number>> => {
    const levels = new Map<Minute, number>()
    const [first, last] = [minutes[0], minutes.at(-1)]
    if (first === undefined || last === undefined) return levels
    const { minutes: sampled, columns } = await readBlock(store, universeId, first - age, last + 1)
    let row = -1
    for (const minute of minutes) {
      while ((sampled[row + 1] ?? Number.POSITIVE_INFINITY) <= minute) row++
      levels.set(minute, isFresh(sampled[row], minute, age) ? (columns.ccu[row] ?? Number.NaN) : Number.NaN)
    }
    return levels
  }

  const levelsOf = async (
    universeId: number,
    query: PlayerCountsQuery,
    latest: LatestSample | undefined,
  ): Promise<Float64Array> => {
    const { minutes, age } = query
    const isCached = age === MAX_STEP_COUNT_AGE_MINUTES
    const known = isCached ? cache.get(universeId) : undefined
    const isKnown = (minute: Minute) => known?.has(minute) || (latest !== undefined && latest.minute <= minute)
    const missing = minutes.filter((minute) => !isKnown(minute))
    const found = await read(universeId, missing, age)
    // Only full steps are requested again.
    if (isCached)
      for (const [minute, level] of found) if (minute % FALL_STEP_MINUTES === 0) remember(universeId, minute, level)
    return Float64Array.from(
      minutes,
      (minute) => found.get(minute) ?? known?.get(minute) ?? levelNow(latest, minute, age),
    )
  }

  const at = async (universes: readonly number[], query: PlayerCountsQuery, latest: LatestSamples | undefined) => {
    const found = new Map<number, Float64Array>()
    let sliceStart = performance.now()
    for (const universeId of universes) {
      found.set(universeId, await levelsOf(universeId, query, latest?.get(universeId)))
      if (performance.now() - sliceStart < MAX_HISTORY_SLICE_MS) continue
      await yieldToEventLoop()
      sliceStart = performance.now()
    }
    return found
  }

  return {
    forWindow: (latest) => {
      const shared = new Map<string, Promise<unknown>>()
      const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
        const found = (shared.get(name) as Promise<T> | undefined) ?? find()
        shared.set(name, found)
        return found
      }
      return { at: (universes, minutes, age) => at(universes, { minutes, age }, latest), once }
    },
    follow: (minute, latest) => {
      if (minute % FALL_STEP_MINUTES !== 0) return
      for (const [universeId, sample] of latest)
        if (sample.minute <= minute) remember(universeId, minute, levelNow(sample, minute, MAX_STEP_COUNT_AGE_MINUTES))
    },
  }
}

interface PlayerCountsQuery {
  readonly minutes: readonly Minute[]
  readonly age: number
}

const isFresh = (sampled: Minute | undefined, minute: Minute, age: number): boolean =>
  sampled !== undefined && sampled <= minute && minute - sampled <= age

const levelNow = (latest: LatestSample | undefined, minute: Minute, age: number): number =>
  latest !== undefined && isFresh(latest.minute, minute, age) ? latest.ccu : Number.NaN
