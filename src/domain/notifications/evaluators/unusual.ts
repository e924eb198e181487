// Computes how far from its usual a game must be to be unusual: by the share of the rule, and by more than the usual is
// often wrong.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import { marketAt } from '../../insights/effect/hour-residuals.js'
import { shiftedHourOf } from '../../insights/effect/shifted-hours.js'
import { marketHours } from '../../insights/market/market-hours.js'
import { rounded } from '../../insights/measuring.js'
import { medianOf } from '../../insights/usual/quantiles.js'
import { type EvaluationUsual, LEVEL_LAG_HOURS } from '../../insights/usual/usual.js'
import type { Block } from '../../sample.js'
import type { EvaluationContext } from '../evaluator.js'
import type { ExpectedLine } from '../facts.js'
import type { MetricReading } from './rule-state.js'

/** A reading is unusual only if it is at least this many half widths of the band away from the usual. */
const MIN_HALF_BANDS = 3
/** A reading that deviates by less than this share of the rule's threshold is usual, whatever the band. */
const MAX_USUAL_SHARE = 0.8

export function unusualReading(
  usual: EvaluationUsual,
  by: number,
  { minute, value }: Pick<MetricReading, 'minute' | 'value'>,
): MetricReading | undefined {
  const baseline = usual.expectedAt(minute)
  if (!(baseline > 0)) return undefined
  const share = Math.abs(by) / 100
  const deviation = by < 0 ? baseline - value : Math.abs(value - baseline)
  if (deviation < baseline * share * MAX_USUAL_SHARE) return { minute, value, baseline, unusual: baseline * share }
  const unusual = unusualDistance(usual, minute, { share, isBelow: value < baseline })
  return unusual === undefined ? undefined : { minute, value, baseline, unusual }
}

/** The usual at one moment, and how far its band reaches on the side of the reading. */
interface UsualSide {
  readonly expected: number
  readonly half: number
}

/** How far from its usual a game must be to be unusual; `share` is that of the rule (INSIGHTS-42). */
export const leastDistance = ({ expected, half }: UsualSide, share: number): number =>
  Math.max(expected * share, MIN_HALF_BANDS * half)

interface DistanceQuery {
  readonly share: number
  readonly isBelow: boolean
}

function unusualDistance(
  usual: EvaluationUsual,
  minute: Minute,
  { share, isBelow }: DistanceQuery,
): number | undefined {
  const found = usual.at(minute)
  if (found.kind !== 'known') return undefined
  const half = isBelow ? found.expected - found.low : found.high - found.expected
  return leastDistance({ expected: found.expected, half }, share)
}

/**
 * The players at which a reading is unusual: for a rule about falls always below the usual, also when the fall is over; for
 * other rules on the side of the reading.
 */
export function unusualThreshold(usual: EvaluationUsual, by: number, reading: MetricReading): number {
  const { minute, value, unusual } = reading
  const baseline = reading.baseline ?? 0
  const isBelow = by < 0 || value < baseline
  const distance = unusualDistance(usual, minute, { share: Math.abs(by) / 100, isBelow }) ?? unusual ?? 0
  return rounded(Math.max(0, baseline + (isBelow ? -distance : distance)), 1)
}

const LINE_STEP = 2 * HOUR_MINUTES

/** The usual of the day before, its band and what is unusual, for the picture. */
export function usualLine(usual: EvaluationUsual, by: number, until: Minute): ExpectedLine | null {
  const steps = DAY_MINUTES / LINE_STEP + 1
  const from = until - DAY_MINUTES
  const points = Array.from({ length: steps }, (_, index) => {
    const minute = Math.min(from + index * LINE_STEP, until - 1)
    const found = usual.at(minute)
    if (found.kind !== 'known') return null
    const distance = unusualDistance(usual, minute, { share: Math.abs(by) / 100, isBelow: by < 0 }) ?? Number.NaN
    return { ...found, threshold: found.expected + (by < 0 ? -distance : distance) }
  })
  if (points.every((point) => point === null)) return null
  const list = (name: 'expected' | 'low' | 'high' | 'threshold') =>
    points.map((point) => (point === null ? null : rounded(Math.max(0, point[name]), 1)))
  const [expected, low, high, threshold] = [list('expected'), list('low'), list('high'), list('threshold')]
  return { from, step: LINE_STEP, expected, low, high, threshold }
}

/** Four weeks of the market, and the day before them from which the level of the oldest is known. */
export const MARKET_HOURS = 4 * (WEEK_MINUTES / HOUR_MINUTES) + 36

/**
 * Whether the game fell no farther than the platform as a whole explains: after a holiday, every game is below its usual.
 */
export async function isExplainedByPlatform(
  { markets }: Pick<EvaluationContext, 'markets'>,
  { minute, value, baseline, unusual }: MetricReading,
): Promise<boolean> {
  // The hour that has its middle at the minute.
  const phase = (minute + HOUR_MINUTES / 2) % HOUR_MINUTES
  const hour = shiftedHourOf(minute, phase)
  for (const valueAt of await markets((hour - MARKET_HOURS) * HOUR_MINUTES, minute + 1)) {
    const since = hour - MARKET_HOURS
    const means = marketHours(valueAt, { phase, since, until: hour + 1, limit: minute + 1 })
    const change = marketAt(means, hour, hour - LEVEL_LAG_HOURS)
    if (change === undefined) continue
    return change < 0 && value > ((baseline ?? 0) - (unusual ?? 0)) * Math.exp(change)
  }
  return false
}

/** Before a dip of an earlier week, its level is taken from these minutes. */
const DIP_LEVEL_MINUTES = 60
const LEVEL_END_MINUTES = 30
/** Restarts move by some minutes from week to week. */
const SLACK_MINUTES = 15
/** One fall at this time may have been an outage; a restart comes in every week that is known. */
const COMPARED_WEEKS = 2
/** The lowest single minute of a small game is chance, so a dip is the lowest median of so many samples. */
const MEDIAN_SAMPLES = 5

/**
 * Whether the players fell about as far at the same time in each of the last two known weeks: many games restart every
 * week, and that is usual. It is over when it was over in the earlier weeks.
 */
export async function isWeeklyDip(
  { game, history }: Pick<EvaluationContext, 'game' | 'history'>,
  { minute, value, baseline }: MetricReading,
  since: Minute,
): Promise<boolean> {
  if (!baseline || baseline <= 0) return false
  const usual = await history.usual()
  // How the usual changes from the time of the level to the time of the dip, such as in the evening.
  const usualRatio = baseline / usual.expectedAt(since - LEVEL_END_MINUTES - DIP_LEVEL_MINUTES / 2)
  const minDepth = (1 - value / baseline) * MAX_USUAL_SHARE
  let known = 0
  for (let week = 1; week <= COMPARED_WEEKS; week++) {
    const [dipMinute, dipStart] = [minute - week * WEEK_MINUTES, since - week * WEEK_MINUTES]
    const from = dipStart - LEVEL_END_MINUTES - DIP_LEVEL_MINUTES
    const block = await history.samples(game.universeId, from, dipMinute + SLACK_MINUTES + 1)
    const level = medianOf(playersIn(block, from, dipStart - LEVEL_END_MINUTES)) * (usualRatio > 0 ? usualRatio : 1)
    const lowest = lowestMedian(playersIn(block, dipMinute - SLACK_MINUTES, dipMinute + SLACK_MINUTES + 1))
    if (!(level > 0) || lowest === undefined) continue
    if (1 - lowest / level < minDepth) return false
    known++
  }
  return known > 0
}

/** Of few samples, the lowest one; undefined if there is none. */
function lowestMedian(players: readonly number[]): number | undefined {
  if (players.length === 0) return undefined
  if (players.length <= 2 * MEDIAN_SAMPLES) return Math.min(...players)
  const medians = players
    .slice(0, players.length - MEDIAN_SAMPLES + 1)
    .map((_, index) => medianOf(players.slice(index, index + MEDIAN_SAMPLES)))
  return Math.min(...medians)
}

function playersIn({ minutes, columns }: Block, from: Minute, until: Minute): number[] {
  return [...columns.ccu].filter((_, row) => (minutes[row] ?? 0) >= from && (minutes[row] ?? 0) < until)
}
