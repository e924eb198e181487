// Reads a rule's metric at one sample and the baseline it is compared with, which is read when a window begins and kept
// until it ends.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import type { EvaluationUsual } from '../../insights/usual/usual.js'
import type { EvaluationContext } from '../evaluator.js'
import type { AlertMetric, RuleDraft } from '../settings.js'
import {
  counterAt,
  counterValues,
  hourMeans,
  meanAt,
  rankAt,
  ranksAt,
  ratioAt,
  SIX_HOURS,
  windowStart,
} from './baseline-values.js'
import type { MetricReading } from './rule-state.js'
import { unusualReading } from './unusual.js'

/** Undefined if the value is unknown: the votes did not arrive, or there is no history to compare with. */
export async function readMetric(
  context: EvaluationContext,
  { metric, condition }: Pick<RuleDraft, 'metric' | 'condition'>,
  row: number,
  baselines: Baselines,
): Promise<MetricReading | undefined> {
  const minute = context.samples.minutes[row] ?? 0
  const value = await metricAt(context, metric, row, baselines)
  if (value === null || Number.isNaN(value)) return undefined
  if (condition.is === 'unusual') return unusualReading(await baselines.usual(), condition.by, { minute, value })
  if (condition.is !== 'changed') return { minute, value, baseline: null }
  const baseline = await baselines.lastWeek(metric, minute)
  return baseline === null ? undefined : { minute, value, baseline }
}

async function metricAt(
  context: EvaluationContext,
  metric: RuleDraft['metric'],
  row: number,
  baselines: Baselines,
): Promise<number | null> {
  const { minutes, columns } = context.samples
  const minute = minutes[row] ?? 0
  switch (metric) {
    case 'like_ratio':
      return ratioAt(context.samples, row)
    case 'rank':
      return rankAt(context, minute)
    case 'visits_a_day': {
      const yesterday = await baselines.visitsYesterday(minute)
      return yesterday === null ? null : (columns.visits[row] ?? Number.NaN) - yesterday
    }
    default:
      return columns[metric][row] ?? Number.NaN
  }
}

/** The baseline values that are stored between two windows. */
export interface BaselineWindow {
  readonly from: Minute
  readonly values: Readonly<Record<string, readonly (number | null)[]>>
}

type ValueReader = () => Promise<readonly (number | null)[]>

export class Baselines {
  #window: BaselineWindow
  #usual: Promise<EvaluationUsual> | undefined

  constructor(
    private readonly context: EvaluationContext,
    stored: BaselineWindow | undefined,
  ) {
    this.#window = stored ?? { from: Number.NEGATIVE_INFINITY, values: {} }
  }

  /** The usual of the game, read once for the window. */
  usual(): Promise<EvaluationUsual> {
    this.#usual ??= this.context.history.usual()
    return this.#usual
  }

  /** The values to be stored; null if none were read yet. */
  get window(): BaselineWindow | null {
    return Number.isFinite(this.#window.from) ? this.#window : null
  }

  /** The visits one day before the minute. */
  visitsYesterday(minute: Minute): Promise<number | null> {
    return this.#counter('visits', DAY_MINUTES, minute)
  }

  /** The metric in the same hour one week before. */
  async lastWeek(metric: AlertMetric, minute: Minute): Promise<number | null> {
    switch (metric) {
      case 'ccu':
      case 'like_ratio':
        return meanAt(
          await this.#read(metric, minute, () => hourMeans(this.context, this.#window.from, metric)),
          this.#window.from,
          minute,
        )
      case 'favorites':
      case 'likes':
        return this.#counter(metric, WEEK_MINUTES, minute)
      case 'visits_a_day': {
        const end = await this.#counter('visits', WEEK_MINUTES, minute)
        const start = await this.#counter('visits', WEEK_MINUTES + DAY_MINUTES, minute)
        return end === null || start === null ? null : end - start
      }
      case 'rank': {
        const values = await this.#read(metric, minute, () => this.#ranks())
        return values[Math.floor((minute - this.#window.from) / HOUR_MINUTES)] ?? null
      }
    }
  }

  async #counter(counter: 'visits' | 'favorites' | 'likes', lag: number, minute: Minute): Promise<number | null> {
    const read: ValueReader = () => counterValues(this.context, this.#window.from, { counter, lag })
    const values = await this.#read(`${counter} ${lag}`, minute, read)
    return counterAt(values, this.#window.from, minute)
  }

  #ranks(): Promise<(number | null)[]> {
    const first = this.#window.from - WEEK_MINUTES
    const minutes = Array.from({ length: SIX_HOURS / HOUR_MINUTES }, (_, hour) => first + hour * HOUR_MINUTES)
    return ranksAt(this.context, minutes)
  }

  async #read(name: string, minute: Minute, read: ValueReader): Promise<readonly (number | null)[]> {
    const from = windowStart(this.context.game.id, minute)
    if (from !== this.#window.from) this.#window = { from, values: {} }
    const known = this.#window.values[name]
    if (known !== undefined) return known
    const values = await read()
    this.#window = { from, values: { ...this.#window.values, [name]: values } }
    return values
  }
}
