// What a reading does to a rule: how it stands, and what people were told. Outside of quiet hours and cooldown the two are
// made alike.
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../clock.js'
import { type AlertMetric, isQuiet, type RuleCondition, type RuleDraft } from '../settings.js'

interface Streak {
  readonly count: number
  readonly since: Minute
  readonly last: Minute
}

export interface RuleState {
  /** Readings in a row that lead to the other side, before they are enough. */
  readonly row: Streak | null
  /** The first reading of those that made it true; null while it is not. */
  readonly trueSince: Minute | null
  /** The alert that people know of, by its first reading; null while they know of none. */
  readonly toldSince: Minute | null
  /** When they were last alerted. */
  readonly toldAt: Minute | null
  /** Since when the whole platform is down, where that is why this is not told of. */
  readonly coveredBy: Minute | null
}

export const NOTHING_YET: RuleState = { row: null, trueSince: null, toldSince: null, toldAt: null, coveredBy: null }

/** More intervals than this between two readings: they are not in a row. */
export const ROW_INTERVALS = 3

/** A reading moves how things stand. What lies in a gap counts for neither side, and breaks the row. */
export function take(
  state: RuleState,
  rule: Pick<RuleDraft, 'readings'>,
  position: Position,
  { minute, interval }: { readonly minute: Minute; readonly interval: number },
): RuleState {
  const leadsOn = state.trueSince === null ? position === 'beyond' : position === 'back'
  if (!leadsOn) return state.row === null ? state : { ...state, row: null }
  const isInRow = state.row !== null && minute - state.row.last <= ROW_INTERVALS * interval
  const row = isInRow && state.row ? { ...state.row, count: state.row.count + 1, last: minute } : begin(minute)
  if (row.count < rule.readings) return { ...state, row }
  if (state.trueSince !== null) return { ...state, row: null, trueSince: null, coveredBy: null }
  return { ...state, row: null, trueSince: row.since }
}

const begin = (minute: Minute): Streak => ({ count: 1, since: minute, last: minute })

/**
 * What people should hear at this reading, so that they know how it stands. What began and ended while nothing was to be
 * told is never told of: that is the less noisy of both.
 */
export function dueAt(
  state: RuleState,
  rule: RuleDraft,
  position: Position,
  minute: Minute,
): 'alert' | 'recovery' | undefined {
  const { trueSince, toldSince, toldAt } = state
  if (trueSince !== null && toldSince === null && position === 'beyond') {
    const isCooling = toldAt !== null && minute - toldAt < rule.cooldownMinutes
    return isCooling || isQuietFor(rule, minute) ? undefined : 'alert'
  }
  if (trueSince === null && toldSince !== null && position === 'back')
    return isQuietFor(rule, minute) ? undefined : 'recovery'
  return undefined
}

const isQuietFor = ({ quietHours }: RuleDraft, minute: Minute): boolean =>
  quietHours !== null && isQuiet(quietHours, minute)

export const told = (state: RuleState, what: 'alert' | 'recovery', minute: Minute): RuleState =>
  what === 'alert'
    ? { ...state, toldSince: state.trueSince, toldAt: minute, coveredBy: null }
    : { ...state, toldSince: null }

/** A drop of the platform that lasts longer than it can be followed covers its alerts for a day at most. */
const FOLLOWED = 5 * HOUR_MINUTES

export const isCoveredStill = ({ coveredBy }: RuleState, minute: Minute): boolean =>
  coveredBy !== null && minute - coveredBy >= FOLLOWED && minute - coveredBy < DAY_MINUTES

/** Seen from hours later, the same drop may seem to begin a step or two later. */
export const isSameDrop = ({ coveredBy }: RuleState, since: Minute): boolean =>
  coveredBy !== null && Math.abs(since - coveredBy) <= HOUR_MINUTES / 2

export interface MetricReading {
  readonly minute: Minute
  readonly value: number
  /** Of the same hour last week; null where the rule does not ask. */
  readonly baseline: number | null
}

export type Position = 'beyond' | 'between' | 'back'

/**
 * How far back over the threshold a value must come to count as back, in parts of the threshold: what trembles around it
 * is told of once. Players tremble by some percent from minute to minute; totals and ratios hardly do, places not at all.
 */
const MARGINS: Readonly<Record<AlertMetric, number>> = {
  ccu: 0.05,
  visits_a_day: 0.02,
  favorites: 0.001,
  likes: 0.001,
  like_ratio: 0.002,
  rank: 0,
}

/** A change is over when it is down to this part of what was asked for. */
const REST_OF_CHANGE = 0.8

export function positionOf(
  { metric, condition }: Pick<RuleDraft, 'metric' | 'condition'>,
  reading: MetricReading,
): Position {
  if (condition.is === 'changed') {
    const position = positionOfChange(condition, reading)
    return position === 'beyond' && isChance(metric, condition, reading) ? 'between' : position
  }
  const margin = marginOf(metric, condition.value)
  const distance = condition.is === 'above' ? reading.value - condition.value : condition.value - reading.value
  return distance > 0 ? 'beyond' : distance <= -margin ? 'back' : 'between'
}

/** Whole numbers move by whole steps: a threshold of 10 players has no margin. */
function marginOf(metric: AlertMetric, threshold: number): number {
  const margin = Math.abs(threshold) * MARGINS[metric]
  return metric === 'like_ratio' ? margin : Math.floor(margin)
}

/**
 * Where few play, half of them are gone for ten minutes every other day: coming and going alone does it. There, a change
 * in per cent must also be so many times the square root of their usual number; from 36 players on, half always is.
 */
const CHANCE = 3
const FEW_PLAYERS = 36

function isChance(metric: AlertMetric, { unit }: ChangeCondition, { value, baseline }: MetricReading): boolean {
  if (metric !== 'ccu' || unit !== 'percent' || baseline === null || baseline >= FEW_PLAYERS) return false
  return Math.abs(value - baseline) < CHANCE * Math.sqrt(baseline)
}

type ChangeCondition = Extract<RuleCondition, { is: 'changed' }>

function positionOfChange({ by, unit }: ChangeCondition, { value, baseline }: MetricReading): Position {
  if (baseline === null) return 'between'
  const change = value - baseline
  // Of nothing, any change is endless: there is no saying.
  if (unit === 'percent' && baseline <= 0) return 'between'
  const size = unit === 'percent' ? (change / baseline) * 100 : change
  // Below zero: falls alone.
  const far = by < 0 ? -size : Math.abs(size)
  const limit = Math.abs(by)
  return far >= limit ? 'beyond' : far < limit * REST_OF_CHANGE ? 'back' : 'between'
}

/** Whether it tells of fewer players: what all games of the platform may have in common. */
export const isDropOfPlayers = ({ metric, condition }: RuleDraft, { value, baseline }: MetricReading): boolean =>
  metric === 'ccu' && (condition.is === 'below' || (condition.is === 'changed' && value < (baseline ?? value)))
