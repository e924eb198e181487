// The intervals of a series, and how many numbers an answer may have (API-39, API-40).
import { DAY_MINUTES, HOUR_MINUTES, WEEK_MINUTES } from '../clock.js'
import { rejection } from '../error.js'
import { METRICS, type Metric } from '../measures.js'

/** In minutes; a day and a week are those of the calendar in a time zone, and may be an hour longer or shorter. */
const INTERVAL_MINUTES = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '1h': HOUR_MINUTES,
  '1d': DAY_MINUTES,
  '1w': WEEK_MINUTES,
} as const

export type SeriesInterval = keyof typeof INTERVAL_MINUTES
export const SERIES_INTERVALS = Object.keys(INTERVAL_MINUTES) as [SeriesInterval, ...SeriesInterval[]]

export const minutesOf = (interval: SeriesInterval): number => INTERVAL_MINUTES[interval]
export const isCalendar = (interval: SeriesInterval): interval is '1d' | '1w' => interval === '1d' || interval === '1w'

export const COMPARISONS = ['previous', 'year', 'usual'] as const
export type SeriesComparison = (typeof COMPARISONS)[number]

export const MAX_NUMBERS = 100_000
/** The expected value of players, and the two ends of its band. */
const USUAL_NUMBER_COUNT = 3

export interface AnswerSize {
  readonly metrics: readonly Metric[]
  readonly games: number
  readonly compare: SeriesComparison | undefined
}

const numbersOf = (metric: Metric): number => (metric === 'ccu' ? 3 : metric === 'like_ratio' ? 1 : 2)

/** All numbers of one point of one game, its coverage included. */
export function numbersOfPoint({ metrics, compare }: AnswerSize): number {
  const count = 1 + metrics.reduce((sum, metric) => sum + numbersOf(metric), 0)
  if (compare === 'usual') return count + USUAL_NUMBER_COUNT
  return compare === undefined ? count : 2 * count
}

/** Throws where the answer would be too large, and names the shortest interval with which it is not. */
export function checkSize(size: AnswerSize, interval: SeriesInterval, pointsAt: (at: SeriesInterval) => number): void {
  const perPoint = numbersOfPoint(size) * size.games
  const numbers = (at: SeriesInterval): number => pointsAt(at) * perPoint
  if (numbers(interval) <= MAX_NUMBERS) return
  const longer = SERIES_INTERVALS.slice(SERIES_INTERVALS.indexOf(interval) + 1)
  const fits = longer.find((at) => numbers(at) <= MAX_NUMBERS)
  const facts = { interval, numbers: numbers(interval), most: MAX_NUMBERS, fits }
  throw rejection('INVALID_PARAMETERS', { name: 'answer too large', facts })
}

export const isSeriesMetric = (text: string): text is Metric => METRICS.some((metric) => metric === text)
