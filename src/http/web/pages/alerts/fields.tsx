// The fields of the forms for notifications: each shows its own error, found by the reason of the rejection.
import type { ReasonName } from '../../../../domain/error.js'
import { formErrorText } from '../../../../messages/error-text.js'
import { Field } from '../../components/field.js'
import type { RequestContext } from '../../page.js'

type FormContext = Pick<RequestContext, 'catalog' | 'rejection'>

/** The field that an error is about. Errors of no field stand above the form. */
const FIELD_OF: Partial<Record<ReasonName, string>> = {
  'unknown game': 'game',
  'too many rules': 'game',
  'usual of another metric': 'condition',
  'condition missing': 'condition',
  'value missing': 'value',
  'value not a number': 'value',
  'value below zero': 'value',
  'change of zero': 'value',
  'fall of everything': 'value',
  'two lengths': 'readings',
  'not a number of minutes': 'minutes',
  'not a number of readings': 'readings',
  'not a cooldown': 'cooldown',
  'half quiet hours': 'quiet_from',
  'not a time of day': 'quiet_from',
  'no channel': 'channel',
  'unknown channel': 'channel',
  'rights missing': 'channel',
  'not a channel': 'channel',
  'server not linked': 'channel',
}

const fieldOf = ({ rejection }: FormContext): string | undefined => {
  const name = rejection?.error.options.reason?.name
  return name === undefined ? undefined : FIELD_OF[name]
}

const errorAt = (context: FormContext, name: string): string | undefined =>
  context.rejection && fieldOf(context) === name ? formErrorText(context.rejection.error, context.catalog) : undefined

/** An error that no field of the form shows. */
export function FormError({ context, fields }: { readonly context: FormContext; readonly fields: readonly string[] }) {
  const { rejection, catalog } = context
  if (!rejection || fields.includes(fieldOf(context) ?? '')) return null
  return (
    <p class="message danger" role="alert">
      {formErrorText(rejection.error, catalog)}
    </p>
  )
}

interface RuleFieldProps {
  readonly context: FormContext
  readonly values: Readonly<Record<string, string>>
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isNumber?: boolean
}

export const RuleField = ({ context, values, name, label, hint, isNumber = false }: RuleFieldProps) => (
  <Field
    {...{ name, label }}
    {...(hint === undefined ? {} : { hint })}
    value={values[name] ?? ''}
    error={errorAt(context, name)}
    maxLength={100}
    {...(isNumber ? { inputMode: 'numeric' as const } : {})}
  />
)

export type SelectOption = readonly [value: string, label: string]

interface SelectProps {
  readonly context: FormContext
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly chosen: string
  readonly options: readonly SelectOption[]
  /** Options below a heading each. */
  readonly groups?: readonly { readonly label: string; readonly options: readonly SelectOption[] }[]
}

export function Select({ context, name, label, hint, chosen, options, groups = [] }: SelectProps) {
  const error = errorAt(context, name)
  const described = [...(error === undefined ? [] : [`${name}-error`]), ...(hint === undefined ? [] : [`${name}-hint`])]
  const optionOf = ([value, text]: SelectOption) => (
    <option key={value} value={value} selected={value === chosen}>
      {text}
    </option>
  )
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select
        id={name}
        name={name}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        aria-invalid={error === undefined ? undefined : 'true'}
      >
        {options.map(optionOf)}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.options.map(optionOf)}
          </optgroup>
        ))}
      </select>
      {error === undefined ? undefined : (
        <p class="error" id={`${name}-error`} role="alert">
          {error}
        </p>
      )}
      {hint === undefined ? undefined : <small id={`${name}-hint`}>{hint}</small>}
    </div>
  )
}

interface RuleSelectProps extends Omit<SelectProps, 'chosen'> {
  readonly values: Readonly<Record<string, string>>
}

/** A select whose chosen option is the value of the same name. */
export const RuleSelect = ({ values, ...select }: RuleSelectProps) => (
  <Select {...select} chosen={values[select.name] ?? ''} />
)
