// The fields of the forms for notifications: each shows its own error.
import { Field } from '../../components/field.js'
import { type FormContext, wrongAt } from '../../components/rejection-of.js'

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
    error={wrongAt(context, name)}
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
  const error = wrongAt(context, name)
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
