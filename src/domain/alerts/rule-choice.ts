// What can be chosen for an alert rule, and whether two say the same: a second one would only post everything twice.
import { rejection } from '../error.js'
import type { Game } from '../game.js'
import type { RuleChoice } from '../notifications/settings.js'

const MAX_COOLDOWN_MINUTES = 43_200
const MAX_READINGS = 1_440

/** Rejects a value out of bounds or a combination that has no meaning. */
export function checkRule({ metric, condition, readings, minutes = null, cooldownMinutes }: RuleChoice): void {
  const isChange = condition.is === 'changed' || condition.is === 'unusual'
  const number = isChange ? condition.by : condition.value
  if (condition.is === 'unusual' && metric !== 'ccu')
    throw rejection('INVALID_PARAMETERS', { name: 'usual of another metric', facts: {} })
  if (!Number.isFinite(number)) throw rejection('INVALID_PARAMETERS', { name: 'value not a number', facts: {} })
  if (isChange && number === 0) throw rejection('INVALID_PARAMETERS', { name: 'change of zero', facts: {} })
  if (condition.is === 'unusual' && number <= -100)
    throw rejection('INVALID_PARAMETERS', { name: 'fall of everything', facts: {} })
  if (!isChange && number < 0) throw rejection('INVALID_PARAMETERS', { name: 'value below zero', facts: {} })
  if (!Number.isInteger(readings) || readings < 1 || readings > MAX_READINGS)
    throw rejection('INVALID_PARAMETERS', { name: 'not a number of readings', facts: { most: MAX_READINGS } })
  if (minutes !== null && (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_READINGS))
    throw rejection('INVALID_PARAMETERS', { name: 'not a number of minutes', facts: { most: MAX_READINGS } })
  if (!Number.isInteger(cooldownMinutes) || cooldownMinutes < 0 || cooldownMinutes > MAX_COOLDOWN_MINUTES)
    throw rejection('INVALID_PARAMETERS', { name: 'not a cooldown', facts: { most: MAX_COOLDOWN_MINUTES } })
}

/** Rules of earlier versions lack some parts, and stored ones may have them in another order. */
const partsOf = ({ metric, condition, readings, minutes, cooldownMinutes, quietHours, roleId }: RuleChoice) => [
  metric,
  condition.is,
  'by' in condition ? condition.by : condition.value,
  condition.is === 'changed' ? condition.unit : null,
  readings,
  minutes ?? null,
  cooldownMinutes,
  quietHours?.from ?? null,
  quietHours?.until ?? null,
  quietHours?.timeZone ?? null,
  roleId,
]

export function isSameRule(one: RuleChoice, other: RuleChoice): boolean {
  const parts = partsOf(other)
  return partsOf(one).every((part, index) => part === parts[index])
}

/** Which games got a rule, and which had the same one before. */
export interface AddedRules {
  readonly added: readonly Game[]
  readonly existing: readonly Game[]
}
