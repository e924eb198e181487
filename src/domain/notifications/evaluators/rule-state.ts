// What a rule remembers: how it stands, and what people were told. Outside of quiet hours and cooldown the two are made alike.
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../clock.js'
import { isQuiet } from '../quiet-hours.js'
import type { RuleDraft } from '../rule.js'
import type { Standing } from './condition.js'

interface Row {
  readonly count: number
  readonly since: Minute
  readonly last: Minute
}

export interface RuleState {
  /** Readings in a row that lead to the other side, before they are enough. */
  readonly row: Row | null
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
  standing: Standing,
  { minute, interval }: { readonly minute: Minute; readonly interval: number },
): RuleState {
  const leadsOn = state.trueSince === null ? standing === 'beyond' : standing === 'back'
  if (!leadsOn) return state.row === null ? state : { ...state, row: null }
  const isInRow = state.row !== null && minute - state.row.last <= ROW_INTERVALS * interval
  const row = isInRow && state.row ? { ...state.row, count: state.row.count + 1, last: minute } : begin(minute)
  if (row.count < rule.readings) return { ...state, row }
  if (state.trueSince !== null) return { ...state, row: null, trueSince: null, coveredBy: null }
  return { ...state, row: null, trueSince: row.since }
}

const begin = (minute: Minute): Row => ({ count: 1, since: minute, last: minute })

/**
 * What people should hear at this reading, so that they know how it stands. What began and ended while nothing was to be
 * told is never told of: that is the less noisy of both.
 */
export function dueAt(
  state: RuleState,
  rule: RuleDraft,
  standing: Standing,
  minute: Minute,
): 'alert' | 'recovery' | undefined {
  const { trueSince, toldSince, toldAt } = state
  if (trueSince !== null && toldSince === null && standing === 'beyond') {
    const isCooling = toldAt !== null && minute - toldAt < rule.cooldownMinutes
    return isCooling || isQuietFor(rule, minute) ? undefined : 'alert'
  }
  if (trueSince === null && toldSince !== null && standing === 'back')
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
