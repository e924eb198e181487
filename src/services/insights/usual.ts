// The usual of a game as an account sees its past: for pages and commands now, and for evaluation up to a limit.

import { type Clock, HOUR_MINUTES, type Minute, minuteOf, WEEK_HOURS } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import { type HourlySeries, RING_HOURS } from '../../domain/insights/usual/hourly-means.js'
import type { HourlyMetric } from '../../domain/insights/usual/hourly-values.js'
import type { MinuteSpan } from '../../domain/insights/usual/readable-series.js'
import { UsualModel } from '../../domain/insights/usual/usual.js'
import type { Plans } from '../../domain/plan.js'
import type { Activity } from '../../domain/ports/activity.js'
import { cachedUntil } from '../../domain/ports/events.js'
import type { Store } from '../../domain/ports/store.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { HourlyBasis } from './hourly/hourly-cache.js'
import { createHourlySeries } from './hourly/hourly-series.js'

export interface UsualOptions {
  /** Players if it is left out. */
  readonly metric?: HourlyMetric
  /** Nothing at or after this minute is read; now if it is left out. */
  readonly until?: Minute
  /** The minute of an update, see UsualModel. */
  readonly frozenAt?: Minute
}

/** From what a model is made. */
export interface UsualSource {
  /** Hourly values; they can hold later hours than the limit of a model. */
  readonly series: HourlySeries
  /** What managers marked as expected; the same object until that changes. */
  readonly excluded: readonly MinuteSpan[]
}

export interface UsualReading extends UsualSource {
  readonly model: UsualModel
}

export interface UsualReader {
  /** What the usual follows from, beside the samples. Reads no series. */
  basis(reader: AccountGame): Promise<HourlyBasis>
  /** The last four weeks before now, for who may not need a model of them. */
  source(reader: AccountGame, metric?: HourlyMetric): Promise<UsualSource>
  /** From the last four weeks before now; for a limit further back, the earliest weeks are missing. */
  now(reader: AccountGame, options?: UsualOptions): Promise<UsualReading>
  /** For minutes of the past, from the four weeks before each of them. */
  within(reader: AccountGame, span: MinuteSpan, options?: Omit<UsualOptions, 'until'>): Promise<UsualReading>
}

export function createUsual(ports: { store: Store; clock: Clock; plans: Plans; activity?: Activity }): UsualReader {
  const { clock, plans } = ports
  const hourlySeries = createHourlySeries(ports)
  const readSpans = cachedUntil(
    ports.store.events,
    (event) => event.type === 'changes missed' || (event.type === 'records changed' && event.table === 'notifications'),
    () => spansByGame(ports.store),
  )
  const excludedOf = async ({ game }: AccountGame) => (await readSpans()).get(game.id) ?? NO_SPANS
  const queryOf = ({ account, game }: AccountGame, metric: HourlyMetric = 'ccu') => ({
    universeId: game.universeId,
    plan: readingPlan(account, plans, clock.now()),
    metric,
  })

  const source = async (reader: AccountGame, metric?: HourlyMetric): Promise<UsualSource> => {
    const series = await hourlySeries.cached(queryOf(reader, metric))
    return { series, excluded: await excludedOf(reader) }
  }

  const basis = async (reader: AccountGame): Promise<HourlyBasis> => {
    const { intervalMinutes, fullDays, hourlyDays } = readingPlan(reader.account, plans, clock.now())
    return { view: `${intervalMinutes} ${fullDays} ${hourlyDays}`, excluded: await excludedOf(reader) }
  }

  return {
    basis,
    source,
    async now(reader, { metric, until = minuteOf(clock.now()), ...rest } = {}) {
      const { series, excluded } = await source(reader, metric)
      return { model: new UsualModel({ series, until, excluded, ...rest }), series, excluded }
    },
    async within(reader, { from, until }, { metric, ...rest } = {}) {
      const [first, end] = [Math.floor(from / HOUR_MINUTES) - RING_HOURS - WEEK_HOURS, Math.floor(until / HOUR_MINUTES)]
      const series = await hourlySeries.over(queryOf(reader, metric), first, end)
      const excluded = await excludedOf(reader)
      return { model: new UsualModel({ series, until, excluded, ...rest }), series, excluded }
    },
  }
}

const NO_SPANS: readonly MinuteSpan[] = []

/** Read once for all games, because few games have any. */
async function spansByGame({ expectedSpans }: Pick<Store, 'expectedSpans'>): Promise<Map<number, MinuteSpan[]>> {
  const found = new Map<number, MinuteSpan[]>()
  for (const span of await expectedSpans.all()) found.set(span.gameId, [...(found.get(span.gameId) ?? []), span])
  return found
}
