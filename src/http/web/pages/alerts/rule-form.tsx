// The fields of an alert rule: as a form, and read back from what was typed.
import { z } from 'zod'
import { rejection } from '../../../../domain/error.js'
import {
  ALERT_METRICS,
  CHANGE_UNITS,
  DEFAULT_RULE,
  type Rule,
  type RuleChoice,
  type RuleInput,
  ruleOf,
} from '../../../../domain/notifications/settings.js'
import { PERCENT } from '../../../../domain/rounding.js'
import { zoneNamed } from '../../../../domain/rules/wall-clock.js'
import { clockText } from '../../../../domain/time/time-of-day.js'
import { zoneName } from '../../../../domain/time/zone-name.js'
import { HiddenFields } from '../../components/field.js'
import type { RequestContext } from '../../page.js'
import { RuleField, RuleSelect } from './fields.js'

/** As people choose them; two of them are falls of another one. */
const CONDITIONS = ['fewer', 'unusual', 'below', 'above', 'fallen', 'changed'] as const
type ConditionChoice = (typeof CONDITIONS)[number]

const MAX_LENGTH = 100
const text = z.string().max(MAX_LENGTH, `must be at most ${MAX_LENGTH} characters`).default('')

export const ruleForm = z.object({
  metric: text,
  condition: text,
  value: text,
  unit: text,
  minutes: text,
  readings: text,
  cooldown: text,
  quiet_from: text,
  quiet_until: text,
  zone: text,
  role: text,
})

const optionalText = z.string().max(MAX_LENGTH).optional()

/** The same fields in the address of a preview, where each may be left out. */
export const ruleQuery = z.object({
  metric: optionalText,
  condition: optionalText,
  value: optionalText,
  unit: optionalText,
  minutes: optionalText,
  readings: optionalText,
  cooldown: optionalText,
  quiet_from: optionalText,
  quiet_until: optionalText,
  zone: optionalText,
  role: optionalText,
  game: optionalText,
  channel: optionalText,
})

export type RuleValues = z.output<typeof ruleForm>

const oneOf = <Value extends string>(known: readonly Value[], typed: string): Value | null =>
  known.find((one) => one === typed) ?? null

const NUMBER = /^[+-]?\d{1,15}(?:[.,]\d{1,6})?$/
/** `1,000` means one thousand to some readers, and one to others. */
const GROUPED = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/** Null where nothing was typed; NaN, which is rejected, where it is no number, or may mean two. */
function numberIn(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return null
  return NUMBER.test(text) && !GROUPED.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

/** A number that is read as the same number. */
const typedAs = (number: number): string => (GROUPED.test(`${number}`) ? `${number}0` : `${number}`)

const textIn = (typed: string): string | null => (typed.trim() === '' ? null : typed)

const CONDITION_OF = { fewer: 'unusual', fallen: 'changed' } as const

/** What was typed as a rule; rejects what cannot be meant. */
export function readRuleValues(values: RuleValues, readerZone: string): RuleChoice {
  const choice = oneOf(CONDITIONS, values.condition)
  const size = numberIn(values.value)
  const isFall = choice === 'fewer' || choice === 'fallen'
  const isSize = isFall || choice === 'unusual' || choice === 'changed'
  // Otherwise a fall by −5 would silently become one by 5.
  if (isSize && size !== null && size <= 0) throw rejection('INVALID_PARAMETERS', { name: 'change of zero', facts: {} })
  const input: RuleInput = {
    metric: oneOf(ALERT_METRICS, values.metric),
    condition: choice === 'fewer' || choice === 'fallen' ? CONDITION_OF[choice] : choice,
    value: size !== null && isFall ? -size : size,
    unit: oneOf(CHANGE_UNITS, values.unit),
    minutes: numberIn(values.minutes),
    readings: numberIn(values.readings),
    cooldownMinutes: numberIn(values.cooldown),
    quietFrom: textIn(values.quiet_from),
    quietUntil: textIn(values.quiet_until),
    timeZone: zoneNamed(values.zone) ?? readerZone,
    roleId: /^\d{5,20}$/.test(values.role) ? values.role : null,
  }
  return ruleOf(input)
}

/** A rule as the form shows it. */
export function valuesOf(rule: RuleChoice | Rule, readerZone: string): RuleValues {
  const { metric, condition, readings, minutes = null, cooldownMinutes, quietHours, roleId } = rule
  const isFall = 'by' in condition && condition.by < 0
  const threshold = 'by' in condition ? Math.abs(condition.by) : condition.value
  const isShare = metric === 'like_ratio' && !(condition.is === 'changed' && condition.unit === 'percent')
  const fall: ConditionChoice = condition.is === 'unusual' ? 'fewer' : 'fallen'
  return {
    metric,
    condition: isFall ? fall : condition.is,
    value: typedAs(isShare ? Number((threshold * PERCENT).toFixed(6)) : threshold),
    unit: condition.is === 'changed' ? condition.unit : 'percent',
    minutes: minutes === null ? '' : `${minutes}`,
    readings: minutes === null ? `${readings}` : '',
    cooldown: `${cooldownMinutes}`,
    quiet_from: quietHours ? clockText(quietHours.from) : '',
    quiet_until: quietHours ? clockText(quietHours.until) : '',
    zone: quietHours?.timeZone ?? readerZone,
    role: roleId ?? '',
  }
}

export const defaultValues = (readerZone: string): RuleValues => valuesOf(DEFAULT_RULE, readerZone)

/** Values that fit to all that the other fields may have: the two times differ, and a condition that needs no usual is fit for each metric. */
export const FIT_VALUES: Partial<RuleValues> = {
  metric: 'ccu',
  condition: 'above',
  value: '50',
  minutes: '',
  readings: '',
  cooldown: '60',
  quiet_from: '03:17',
  quiet_until: '04:19',
}

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  readonly values: RuleValues
  readonly roles: readonly (readonly [id: string, name: string])[]
}

export function RuleFields({ context, values, roles }: Props) {
  const { notify, web } = context.catalog
  const texts = web.alerts
  const unknown = values.role !== '' && !roles.some(([id]) => id === values.role)
  return (
    <>
      <div class="pair">
        <RuleSelect
          {...{ context, values }}
          name="metric"
          label={texts.metric}
          options={ALERT_METRICS.map((metric) => [metric, notify.metrics[metric]])}
        />
        <RuleSelect
          {...{ context, values }}
          name="condition"
          label={texts.condition}
          hint={texts.conditionHint}
          options={CONDITIONS.map((condition) => [condition, texts.conditions[condition]])}
        />
        <RuleField {...{ context, values }} name="value" label={texts.value} hint={texts.valueHint} isNumber />
        <RuleSelect
          {...{ context, values }}
          name="unit"
          label={texts.unit}
          hint={texts.unitHint}
          options={CHANGE_UNITS.map((unit) => [unit, texts.units[unit]])}
        />
        <RuleField {...{ context, values }} name="minutes" label={texts.minutes} hint={texts.minutesHint} isNumber />
        <RuleField {...{ context, values }} name="readings" label={texts.readings} hint={texts.readingsHint} isNumber />
        <RuleField {...{ context, values }} name="cooldown" label={texts.cooldown} hint={texts.cooldownHint} isNumber />
        <RuleSelect
          {...{ context, values }}
          name="role"
          label={texts.role}
          options={[
            ['', texts.noRole],
            ...roles,
            ...(unknown ? [[values.role, texts.unknownRole(values.role)] as const] : []),
          ]}
        />
        <RuleField
          {...{ context, values }}
          name="quiet_from"
          label={texts.quietFrom}
          hint={texts.quietHint(zoneName(values.zone))}
        />
        <RuleField {...{ context, values }} name="quiet_until" label={texts.quietUntil} />
      </div>
      <HiddenFields fields={[['zone', values.zone]]} />
    </>
  )
}
