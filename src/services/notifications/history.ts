// The stored history for evaluators, limited to the end of the evaluated window.
import { DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { EvaluationUsual } from '../../domain/insights/usual/usual.js'
import type { Measure } from '../../domain/measures.js'
import type { EvaluationContext, EvaluationHistory } from '../../domain/notifications/evaluator.js'
import type { LatestSample } from '../../domain/ports/series.js'
import { type DayRollup, rollUpDay } from '../../domain/rules/rollup.js'
import type { Span } from '../../domain/rules/span.js'
import { type Block, columnsOf, emptyBlock } from '../../domain/sample.js'
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

/** How many minutes to search back, in increasing steps, because the last sample is usually recent. */
const LOOKS_BACK = [HOUR_MINUTES, DAY_MINUTES, 30 * DAY_MINUTES]

export function historyOf(store: HistoryDeps, { game, interval, until: end, usual }: HistoryScope): EvaluationHistory {
  const { universeId } = game
  const samples: EvaluationHistory['samples'] = (id, from, until) =>
    readThinned(store, id, interval, { from, until: Math.min(until, end) })
  const firstMinute = () => store.series.firstMinute(universeId)

  const lastMeasured = async (measure: Measure, before: Minute): Promise<Minute | undefined> => {
    let until = before
    for (const back of [...LOOKS_BACK, before - ((await firstMinute()) ?? before)]) {
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
  /** What managers marked as expected: it is no part of the usual. */
  readonly excluded?: readonly Span[] | undefined
}

export async function readWindow(store: HistoryDeps, draft: WindowQuery): Promise<HistoryWindow> {
  const { game, interval, from, until } = draft
  const now = known(draft)
  const excluded = draft.excluded ?? []
  const query = { universeId: game.universeId, interval, span: { from, until }, excluded }
  const usual = () => draft.usual(query)
  const stored = now ?? (await readBlock(store, game.universeId, from, until))
  const isWhole = interval === 1 || stored.minutes.length === 0 || (until - from === 1 && from % interval === 0)
  return {
    game,
    interval,
    from,
    until,
    stored,
    excluded,
    samples: isWhole ? stored : await readThinned(store, game.universeId, interval, { from, until }),
    // A gap never covers a sample, so a window of one minute with a sample has none.
    gaps: now?.minutes.length === 1 ? [] : await store.series.gaps(game.universeId, from, until),
    history: historyOf(store, { game, interval, until, usual }),
  }
}

/** The window if it is the minute that was just stored: while evaluation follows the ticks, nothing is read. */
function known({ game, from, until, latest }: WindowQuery): Block | undefined {
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
