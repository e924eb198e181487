// The state of a rule: whether its condition is true, and of which state people were notified. Outside of quiet hours
// and cooldown, a notification makes the two equal.
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../clock.js'
import { isQuiet } from '../../time/quiet-hours.js'
import type { AlertMetric, RuleCondition, RuleDraft } from '../settings.js'

interface Streak {
  readonly count: number
  readonly since: Minute
  readonly last: Minute
}

export interface RuleState {
  /** Consecutive readings on the other side of the threshold, while there are too few of them to change the state. */
  readonly row: Streak | null
  /** The first of the readings that made the condition true; null while it is not true. */
  readonly trueSince: Minute | null
  /** The alert that people were notified of, identified by its first reading; null if there is none. */
  readonly notifiedSince: Minute | null
  /** When the last alert was sent. */
  readonly notifiedAt: Minute | null
  /** The beginning of the platform drop that replaces this alert; null if there is none. */
  readonly coveredBy: Minute | null
}

export const INITIAL_RULE_STATE: RuleState = {
  row: null,
  trueSince: null,
  notifiedSince: null,
  notifiedAt: null,
  coveredBy: null,
}

/** Two readings that are more intervals apart are not consecutive. */
export const ROW_INTERVALS = 3

/** Applies a reading to the state. Minutes in a gap count for neither side and end a series of consecutive readings. */
export function withReading(
  state: RuleState,
  rule: Pick<RuleDraft, 'readings' | 'minutes'>,
  position: Position,
  { minute, interval }: { readonly minute: Minute; readonly interval: number },
): RuleState {
  const isTowardChange = state.trueSince === null ? position === 'beyond' : position === 'back'
  if (!isTowardChange) return state.row === null ? state : { ...state, row: null }
  const isInRow = state.row !== null && minute - state.row.last <= ROW_INTERVALS * interval
  const row = isInRow && state.row ? { ...state.row, count: state.row.count + 1, last: minute } : begin(minute)
  if (!isLongEnough(rule, row, minute)) return { ...state, row }
  if (state.trueSince !== null) return { ...state, row: null, trueSince: null, coveredBy: null }
  return { ...state, row: null, trueSince: row.since }
}

/** A reading stands for its minute, so ten readings of ten minutes last ten minutes, and so do two that are ten apart. */
const isLongEnough = (
  { readings, minutes = null }: Pick<RuleDraft, 'readings' | 'minutes'>,
  row: Streak,
  now: Minute,
) => (minutes === null ? row.count >= readings : now - row.since + 1 >= minutes)

const begin = (minute: Minute): Streak => ({ count: 1, since: minute, last: minute })

/**
 * The notification that is due at this reading. An alert that began and ended while notifications were suppressed is
 * never sent, to keep the number of notifications low.
 */
export function dueAt(
  state: RuleState,
  rule: RuleDraft,
  position: Position,
  minute: Minute,
): 'alert' | 'recovery' | undefined {
  const { trueSince, notifiedSince, notifiedAt } = state
  if (trueSince !== null && notifiedSince === null && position === 'beyond') {
    const isCooling = notifiedAt !== null && minute - notifiedAt < rule.cooldownMinutes
    return isCooling || isQuietFor(rule, minute) ? undefined : 'alert'
  }
  if (trueSince === null && notifiedSince !== null && position === 'back')
    return isQuietFor(rule, minute) ? undefined : 'recovery'
  return undefined
}

const isQuietFor = ({ quietHours }: RuleDraft, minute: Minute): boolean =>
  quietHours !== null && isQuiet(quietHours, minute)

export const withNotification = (state: RuleState, what: 'alert' | 'recovery', minute: Minute): RuleState =>
  what === 'alert'
    ? { ...state, notifiedSince: state.trueSince, notifiedAt: minute, coveredBy: null }
    : { ...state, notifiedSince: null }

/** How many minutes a platform drop can be tracked; a longer one replaces alerts for at most a day. */
const MAX_DROP_MINUTES = 5 * HOUR_MINUTES

export const isStillReplaced = ({ coveredBy }: RuleState, minute: Minute): boolean =>
  coveredBy !== null && minute - coveredBy >= MAX_DROP_MINUTES && minute - coveredBy < DAY_MINUTES

/** Evaluated hours later, the same drop may appear to begin one or two steps later. */
export const isSameFall = ({ coveredBy }: RuleState, since: Minute): boolean =>
  coveredBy !== null && Math.abs(since - coveredBy) <= HOUR_MINUTES / 2

export interface MetricReading {
  readonly minute: Minute
  readonly value: number
  /** The usual, or the value of the same hour last week; null if the rule does not need one. */
  readonly baseline: number | null
  /**
   * The distance from the usual, in players, at which the rule is broken; null for rules that do not compare with the
   * usual.
   */
  readonly unusual?: number | null
}

export type Position = 'beyond' | 'between' | 'back'

/**
 * The hysteresis: how far a value must return past the threshold to count as recovered, as a share of the threshold, so
 * that a value that fluctuates around it causes one alert. CCU fluctuates by some percent per minute; totals and ratios
 * hardly fluctuate, ranks not at all.
 */
const MARGINS: Readonly<Record<AlertMetric, number>> = {
  ccu: 0.05,
  visits_a_day: 0.02,
  favorites: 0.001,
  likes: 0.001,
  like_ratio: 0.002,
  rank: 0,
}

/** A change is over when it is smaller than this share of the rule's threshold. */
const MAX_REMAINING_CHANGE = 0.8

export function positionOf(
  { metric, condition }: Pick<RuleDraft, 'metric' | 'condition'>,
  reading: MetricReading,
): Position {
  if (condition.is === 'unusual') return positionOfUnusual(condition.by, reading)
  if (condition.is === 'changed') {
    const position = positionOfChange(condition, reading)
    return position === 'beyond' && isChance(metric, condition, reading) ? 'between' : position
  }
  const margin = marginOf(metric, condition.value)
  const distance = condition.is === 'above' ? reading.value - condition.value : condition.value - reading.value
  return distance > 0 ? 'beyond' : distance <= -margin ? 'back' : 'between'
}

/** Whole numbers change in whole steps, so a small threshold such as 10 players has no margin. */
function marginOf(metric: AlertMetric, threshold: number): number {
  const margin = Math.abs(threshold) * MARGINS[metric]
  return metric === 'like_ratio' ? margin : Math.floor(margin)
}

/**
 * A small game often loses half of its players for ten minutes by chance. A change in percent must therefore also be at
 * least this many times the square root of the baseline; from a baseline of 36 players on, a change by half always is.
 */
const MIN_CHANGE_DEVIATIONS = 3
const MIN_CERTAIN_BASELINE = 36

function isChance(metric: AlertMetric, { unit }: ChangeCondition, { value, baseline }: MetricReading): boolean {
  if (metric !== 'ccu' || unit !== 'percent' || baseline === null || baseline >= MIN_CERTAIN_BASELINE) return false
  return Math.abs(value - baseline) < MIN_CHANGE_DEVIATIONS * Math.sqrt(baseline)
}

function positionOfUnusual(by: number, { value, baseline, unusual = null }: MetricReading): Position {
  if (baseline === null || unusual === null) return 'between'
  const deviation = by < 0 ? baseline - value : Math.abs(value - baseline)
  return deviation >= unusual ? 'beyond' : deviation < unusual * MAX_REMAINING_CHANGE ? 'back' : 'between'
}

type ChangeCondition = Extract<RuleCondition, { is: 'changed' }>

function positionOfChange({ by, unit }: ChangeCondition, { value, baseline }: MetricReading): Position {
  if (baseline === null) return 'between'
  const change = value - baseline
  // A relative change from zero is undefined.
  if (unit === 'percent' && baseline <= 0) return 'between'
  const size = unit === 'percent' ? (change / baseline) * 100 : change
  // A negative `by` matches only decreases.
  const deviation = by < 0 ? -size : Math.abs(size)
  const limit = Math.abs(by)
  return deviation >= limit ? 'beyond' : deviation < limit * MAX_REMAINING_CHANGE ? 'back' : 'between'
}

/** Whether some reading of the rule may be a decrease of CCU. */
export const mayReportFall = ({ metric, condition }: RuleDraft): boolean =>
  metric === 'ccu' &&
  (condition.is === 'changed' || condition.is === 'unusual' ? condition.by !== 0 : condition.is === 'below')

/** Whether the rule is about a decrease of CCU, which all games of the platform may have in common. */
export const isFallOfPlayers = ({ metric, condition }: RuleDraft, { value, baseline }: MetricReading): boolean =>
  metric === 'ccu' && (condition.is === 'below' || (condition.is !== 'above' && value < (baseline ?? value)))
