// Caches a few numbers of a model for the current hour in place of the model, because there are thousands of games.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { Hour, HourlySeries } from './hourly-means.js'
import type { MinuteSpan } from './readable-series.js'
import type { EvaluationUsual, Usual, UsualModel } from './usual.js'
import { expectedBetween, type HourUsuals, usualBetween } from './usual-between.js'
import type { RelativeErrors } from './usual-errors.js'

export interface HourQuery {
  readonly hour: Hour
  readonly series: HourlySeries
  readonly excluded: readonly MinuteSpan[]
}

/** Rebuilds the model on a cache miss. */
export type ModelFactory = (query: HourQuery) => UsualModel

/** Minutes of one hour lie between the middles of the hour before, of the hour itself and of the one after. */
export class UsualCache implements EvaluationUsual, HourUsuals, HourQuery {
  private readonly expected: readonly number[]
  /** Low and high of each hour, in one list, because a list of objects takes four times the memory. */
  private errors: readonly number[] | undefined
  private readonly weeks: number
  readonly hour: Hour
  readonly series: HourlySeries
  readonly excluded: readonly MinuteSpan[]

  constructor(
    { hour, series, excluded }: HourQuery,
    private readonly modelOf: ModelFactory,
  ) {
    this.hour = hour
    this.series = series
    this.excluded = excluded
    const model = modelOf(this)
    // An array literal reserves no spare room, unlike an array that grows.
    this.expected = [model.expectedHour(hour - 1), model.expectedHour(hour), model.expectedHour(hour + 1)]
    this.weeks = model.weeksOf(hour)
  }

  at(minute: Minute): Usual {
    const found = this.isOwn(minute) ? usualBetween(this, minute) : undefined
    return found ?? this.modelOf(this).at(minute)
  }

  expectedAt(minute: Minute): number {
    return this.isOwn(minute) ? expectedBetween(this, minute) : this.modelOf(this).expectedAt(minute)
  }

  expectedHour(hour: Hour): number {
    return this.expected[hour - this.hour + 1] ?? Number.NaN
  }

  errorsOf(hour: Hour): RelativeErrors {
    this.errors ??= this.readErrors()
    const index = 2 * (hour - this.hour + 1)
    return { low: this.errors[index] ?? Number.NaN, high: this.errors[index + 1] ?? Number.NaN }
  }

  weeksOf(): number {
    return this.weeks
  }

  private readErrors(): readonly number[] {
    const model = this.modelOf(this)
    const before = model.errorsOf(this.hour - 1)
    const errorsOfHour = model.errorsOf(this.hour)
    const after = model.errorsOf(this.hour + 1)
    return [before.low, before.high, errorsOfHour.low, errorsOfHour.high, after.low, after.high]
  }

  private isOwn(minute: Minute): boolean {
    return Math.floor(minute / HOUR_MINUTES) === this.hour
  }
}
