// What a rule's metric says at one sample, and what it is compared with: read when a window begins, kept until it ends.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import type { Context } from '../evaluator.js'
import type { AlertMetric, RuleDraft } from '../settings.js'
import {
  counterAt,
  counterMarks,
  hourMeans,
  meanAt,
  rankAt,
  ranksAt,
  ratioAt,
  SIX_HOURS,
  windowOf,
} from './baseline-values.js'
import type { Reading } from './rule-state.js'

/** Undefined where the sample does not tell: votes that did not arrive, or no history to compare with. */
export async function readMetric(
  context: Context,
  { metric, condition }: Pick<RuleDraft, 'metric' | 'condition'>,
  row: number,
  baselines: Baselines,
): Promise<Reading | undefined> {
  const minute = context.samples.minutes[row] ?? 0
  const value = await metricAt(context, metric, row, baselines)
  if (value === null || Number.isNaN(value)) return undefined
  if (condition.is !== 'changed') return { minute, value, baseline: null }
  const baseline = await baselines.lastWeek(metric, minute)
  return baseline === null ? undefined : { minute, value, baseline }
}

async function metricAt(
  context: Context,
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

/** What is kept between two stretches. */
export interface Marks {
  readonly from: Minute
  readonly values: Readonly<Record<string, readonly (number | null)[]>>
}

type Read = () => Promise<readonly (number | null)[]>

export class Baselines {
  #marks: Marks

  constructor(
    private readonly context: Context,
    kept: Marks | undefined,
  ) {
    this.#marks = kept ?? { from: Number.NEGATIVE_INFINITY, values: {} }
  }

  /** To be kept; null where nothing was asked for yet. */
  get kept(): Marks | null {
    return Number.isFinite(this.#marks.from) ? this.#marks : null
  }

  /** The visits of the day before, as they stood at that time. */
  visitsYesterday(minute: Minute): Promise<number | null> {
    return this.#counter('visits', DAY_MINUTES, minute)
  }

  /** What the metric was in the same hour last week. */
  async lastWeek(metric: AlertMetric, minute: Minute): Promise<number | null> {
    switch (metric) {
      case 'ccu':
      case 'like_ratio':
        return meanAt(
          await this.#read(metric, minute, () => hourMeans(this.context, this.#marks.from, metric)),
          this.#marks.from,
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
        const marks = await this.#read(metric, minute, () => this.#ranks())
        return marks[Math.floor((minute - this.#marks.from) / HOUR_MINUTES)] ?? null
      }
    }
  }

  async #counter(counter: 'visits' | 'favorites' | 'likes', lag: number, minute: Minute): Promise<number | null> {
    const read: Read = () => counterMarks(this.context, this.#marks.from, { counter, lag })
    const marks = await this.#read(`${counter} ${lag}`, minute, read)
    return counterAt(marks, this.#marks.from, minute)
  }

  #ranks(): Promise<(number | null)[]> {
    const first = this.#marks.from - WEEK_MINUTES
    const marks = Array.from({ length: SIX_HOURS / HOUR_MINUTES }, (_, hour) => first + hour * HOUR_MINUTES)
    return ranksAt(this.context, marks)
  }

  async #read(name: string, minute: Minute, read: Read): Promise<readonly (number | null)[]> {
    const from = windowOf(this.context.game.id, minute)
    if (from !== this.#marks.from) this.#marks = { from, values: {} }
    const known = this.#marks.values[name]
    if (known !== undefined) return known
    const marks = await read()
    this.#marks = { from, values: { ...this.#marks.values, [name]: marks } }
    return marks
  }
}
