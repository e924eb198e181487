// Whether two alert rules say the same: a second one would only post everything twice.
import type { RuleChoice } from './settings.js'

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
