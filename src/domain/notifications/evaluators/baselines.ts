// The marks of one game, as its rules ask for them: read when a window begins, kept until it ends.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import type { Context } from '../evaluator.js'
import type { AlertMetric } from '../rule.js'
import { counterAt, counterMarks, hourMeans, meanAt, SIX_HOURS, windowOf } from './marks.js'
import { ranksAt } from './rank.js'

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
