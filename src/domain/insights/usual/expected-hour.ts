// The expected value of one hour, from the hours before a limit. See usual.ts for the method.
import { DAY_HOURS, WEEK_HOURS } from '../../clock.js'
import type { Hour, HourlySeries } from './hourly-means.js'
import { levelRatio, smallLevelRatio } from './level.js'
import { medianOf, trimeanOf } from './quantiles.js'
import type { SlidingLevels } from './sliding-levels.js'

const MAX_USUAL_WEEKS = 4
const MAX_USUAL_DAYS_BACK = 7
export const MIN_KNOWN_HOURS = 2 * DAY_HOURS
/** Below the first mean, counting noise outweighs the difference between weekdays; above the second, it does not matter. */
const SMALL_MEAN = 60
const LARGE_MEAN = 240
/** A week is not used if its level differs by more than this factor. */
const MAX_WEEK_RATIO = 8
const MAX_DAY_RATIO = 64
/** The factor within which a single known week may differ from the last days, because it has nothing to correct it. */
const MAX_LONE_WEEK_RATIO = 1.6

export interface ExpectedHour {
  readonly value: number
  /** The number of known weeks; 0 if only days of the last week were known. */
  readonly weeks: number
}

/** The mean of the known hours of the week before the end; NaN without any. */
function weeklyMean(series: HourlySeries, end: Hour): number {
  let [sum, known] = [0, 0]
  for (let hour = Math.max(series.since, end - WEEK_HOURS); hour < end; hour++) {
    const value = series.at(hour)
    if (Number.isNaN(value)) continue
    sum += value
    known++
  }
  return known === 0 ? Number.NaN : sum / known
}

/** The weight of single weeks: 0 for a small game, 1 for a large one, and evenly between by the logarithm of the mean. */
function weekWeight(mean: number): number {
  const share = Math.log(mean / SMALL_MEAN) / Math.log(LARGE_MEAN / SMALL_MEAN)
  return Math.min(1, Math.max(0, share))
}

/**
 * What the expected values of hours with the same end share, computed once: most of the work for an hour. The series must not
 * change meanwhile.
 */
class SharedLevels {
  private meanOfWeek: number | undefined
  private readonly large = new Map<Hour, number | undefined>()
  private readonly small = new Map<Hour, number | undefined>()

  constructor(
    readonly series: HourlySeries,
    readonly end: Hour,
    /** Of the same series. */
    private readonly sliding?: SlidingLevels,
  ) {}

  get mean(): number {
    this.meanOfWeek ??= this.sliding?.weeklyMean(this.end) ?? weeklyMean(this.series, this.end)
    return this.meanOfWeek
  }

  ratio(back: Hour, isLarge: boolean): number | undefined {
    if (this.sliding !== undefined) return this.sliding.ratio({ end: this.end, back }, isLarge)
    const known = isLarge ? this.large : this.small
    if (known.has(back)) return known.get(back)
    const ratio = (isLarge ? levelRatio : smallLevelRatio)(this.series, { end: this.end, back })
    known.set(back, ratio)
    return ratio
  }
}

/** How many hours back the level is compared for the value of an hour. */
type LevelSpan = (hour: Hour, back: number) => number

/** The median of the last seven known days at this hour, each at the current level. */
function fromDays(levels: SharedLevels, hour: Hour, isLarge: boolean): number | undefined {
  const { end } = levels
  const found = daysAt(levels, { hour, isLarge }, (_, back) => back)
  const isKnown = found.length > 0 || hour - end < DAY_HOURS
  const values = isKnown ? found : daysAt(levels, { hour, isLarge }, (then) => daysBetween(then, end))
  return values.length === 0 ? undefined : medianOf(values)
}

interface DaysQuery {
  readonly hour: Hour
  readonly isLarge: boolean
}

function daysAt(levels: SharedLevels, { hour, isLarge }: DaysQuery, spanOf: LevelSpan): number[] {
  const values: number[] = []
  const first = Math.floor((hour - levels.end) / DAY_HOURS) + 1
  for (let day = first; day < first + MAX_USUAL_DAYS_BACK; day++) {
    const back = day * DAY_HOURS
    const value = levels.series.at(hour - back)
    if (Number.isNaN(value)) continue
    const ratio = levels.ratio(spanOf(hour - back, back), isLarge)
    if (ratio !== undefined) values.push(value * Math.min(MAX_DAY_RATIO, Math.max(1 / MAX_DAY_RATIO, ratio)))
  }
  return values
}

/**
 * From the day of an hour to the last one before the end. Days ahead, the level is compared as many days back as the hour
 * lies ahead, as its errors are measured. Of a young game, no day so long ago may be known.
 */
const daysBetween = (hour: Hour, end: Hour): number => Math.floor((end - 1 - hour) / DAY_HOURS) * DAY_HOURS

/** How many days before and after an hour, and hours before and after it, tell whether it was unusual. */
const MAX_DAYS_AWAY = 6
const MAX_HOURS_AWAY = 6
/** A single week is corrected where the hour differs from those around it by more than this factor. */
const MAX_HOUR_RATIO = 1.2

/**
 * How many times the value of an hour is what the hours around it suggest, each compared with the same hour of other
 * days: an event, but not a weekend, which all hours of the day have in common. 1 if it is not unusual.
 */
function eventRatio(series: HourlySeries, hour: Hour, end: Hour): number {
  const ratios: number[] = []
  let ratioOfHour = Number.NaN
  for (let near = hour - MAX_HOURS_AWAY; near <= hour + MAX_HOURS_AWAY; near++) {
    const days: number[] = []
    for (let day = -MAX_DAYS_AWAY; day <= MAX_DAYS_AWAY; day++) {
      const value = day === 0 || near + day * DAY_HOURS >= end ? Number.NaN : series.at(near + day * DAY_HOURS)
      if (!Number.isNaN(value)) days.push(value)
    }
    const ratio = series.at(near) / medianOf(days)
    if (near === hour) ratioOfHour = ratio
    if (ratio > 0 && Number.isFinite(ratio)) ratios.push(ratio)
  }
  const ratio = ratioOfHour / medianOf(ratios)
  return ratio > MAX_HOUR_RATIO || ratio < 1 / MAX_HOUR_RATIO ? ratio : 1
}

function fromWeeks(levels: SharedLevels, hour: Hour): number[] {
  const { series, end } = levels
  const values: number[] = []
  let last = hour
  for (let week = 1; week <= MAX_USUAL_WEEKS; week++) {
    const back = week * WEEK_HOURS
    const value = hour - back < end ? series.at(hour - back) : Number.NaN
    if (Number.isNaN(value)) continue
    const ratio = levels.ratio(back, true)
    if (ratio === undefined || ratio > MAX_WEEK_RATIO || ratio < 1 / MAX_WEEK_RATIO) continue
    values.push(value * ratio)
    last = hour - back
  }
  const [only] = values
  // The median of two weeks and the days ignores an event; a single week must be corrected.
  if (only === undefined || values.length > 1) return values
  const event = eventRatio(series, last, end)
  return [event > 0 ? only / event : only]
}

/**
 * The days take part in the median as one more week. With all four weeks, the values beside the middle one count too:
 * the errors are smaller where the weeks are alike, and the lowest and the highest value still have no weight. A single
 * week is limited to a factor of the days.
 */
function combine(weeks: readonly number[], days: number | undefined): number | undefined {
  const [first] = weeks
  if (days === undefined) return first === undefined ? undefined : medianOf([...weeks])
  if (first === undefined) return days
  if (weeks.length > 1)
    return weeks.length === MAX_USUAL_WEEKS ? trimeanOf([...weeks, days]) : medianOf([...weeks, days])
  return Math.min(days * MAX_LONE_WEEK_RATIO, Math.max(days / MAX_LONE_WEEK_RATIO, first))
}

/** The expected value of an hour from the hours before `end`; undefined if too little is known. */
export const expectHour = (
  series: HourlySeries,
  hour: Hour,
  end: Hour,
  sliding?: SlidingLevels,
): ExpectedHour | undefined => expectFrom(new SharedLevels(series, end, sliding), hour)

/** Expects an hour of a series. */
export type HourExpectation = (series: HourlySeries, hour: Hour) => ExpectedHour | undefined

/** The same for many hours with one end, of series that do not change meanwhile. */
export function expectHoursFrom(end: Hour): HourExpectation {
  const known = new Map<HourlySeries, SharedLevels>()
  return (series, hour) => {
    const levels = known.get(series) ?? new SharedLevels(series, end)
    known.set(series, levels)
    return expectFrom(levels, hour)
  }
}

function expectFrom(levels: SharedLevels, hour: Hour): ExpectedHour | undefined {
  const { mean } = levels
  if (Number.isNaN(mean)) return undefined
  const weight = weekWeight(mean)
  const small = weight < 1 ? fromDays(levels, hour, false) : undefined
  if (weight === 0 && small !== undefined) return { value: small, weeks: 0 }
  const weeks = fromWeeks(levels, hour)
  const value = combine(weeks, fromDays(levels, hour, true))
  if (value === undefined) return small === undefined ? undefined : { value: small, weeks: 0 }
  return { value: small === undefined ? value : weight * value + (1 - weight) * small, weeks: weeks.length }
}
