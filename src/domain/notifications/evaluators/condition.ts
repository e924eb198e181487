// Where a reading stands towards a rule: beyond its threshold, clearly back, or in between.
import type { Minute } from '../../clock.js'
import type { AlertMetric, RuleCondition, RuleDraft } from '../rule.js'

export interface Reading {
  readonly minute: Minute
  readonly value: number
  /** Of the same hour last week; null where the rule does not ask. */
  readonly baseline: number | null
}

export type Standing = 'beyond' | 'between' | 'back'

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

export function standingOf({ metric, condition }: Pick<RuleDraft, 'metric' | 'condition'>, reading: Reading): Standing {
  if (condition.is === 'changed') {
    const standing = standingOfChange(condition, reading)
    return standing === 'beyond' && isChance(metric, condition, reading) ? 'between' : standing
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
 * in per cent must also be so many times the square root of the usual crowd; from 36 players on, half always is.
 */
const CHANCE = 3
const FEW_PLAYERS = 36

function isChance(metric: AlertMetric, { unit }: Change, { value, baseline }: Reading): boolean {
  if (metric !== 'ccu' || unit !== 'percent' || baseline === null || baseline >= FEW_PLAYERS) return false
  return Math.abs(value - baseline) < CHANCE * Math.sqrt(baseline)
}

type Change = Extract<RuleCondition, { is: 'changed' }>

function standingOfChange({ by, unit }: Change, { value, baseline }: Reading): Standing {
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
export const isDropOfPlayers = ({ metric, condition }: RuleDraft, { value, baseline }: Reading): boolean =>
  metric === 'ccu' && (condition.is === 'below' || (condition.is === 'changed' && value < (baseline ?? value)))
