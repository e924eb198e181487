// The fields of forms: a labeled one, which shows its error and keeps what was typed, and hidden ones.
import { createElement } from 'preact'
import { type FormContext, typedAt, wrongAt } from './rejection-of.js'

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: string
  /** Why the field's value was rejected. */
  readonly error: string | undefined
  readonly type?: 'text' | 'date' | 'number' | 'password'
  readonly inputMode?: 'numeric'
  readonly required?: boolean
  readonly maxLength?: number
  readonly min?: string | number
  readonly max?: string | number
  readonly placeholder?: string
}

export function Field({ label, hint, error, ...input }: FieldProps) {
  const { name } = input
  const described = [...(error === undefined ? [] : [`${name}-error`]), ...(hint === undefined ? [] : [`${name}-hint`])]
  const about = {
    id: name,
    ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }),
    ...(error === undefined ? {} : { 'aria-invalid': 'true' as const }),
    autocomplete: 'off',
  }
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {/* As JSX, the element would have to be written once for each input type. */}
      {createElement('input', { ...about, ...input })}
      {error === undefined ? undefined : (
        <p class="error" id={`${name}-error`} role="alert">
          {error}
        </p>
      )}
      {hint === undefined ? undefined : <small id={`${name}-hint`}>{hint}</small>}
    </div>
  )
}

interface FormFieldProps extends Omit<FieldProps, 'error' | 'value'> {
  readonly context: FormContext
  /** The value before anything was typed. */
  readonly initial?: string
}

/** A field that shows what was typed, and its error, where the form was rejected. */
export const FormField = ({ context, initial, ...field }: FormFieldProps) => (
  <Field {...field} error={wrongAt(context, field.name)} value={typedAt(context, field.name, initial)} />
)

export type HiddenField = readonly [name: string, value: string]

/** The rest of a choice that a form keeps. */
export const HiddenFields = ({ fields }: { readonly fields: readonly HiddenField[] }) => (
  <>
    {fields.map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ))}
  </>
)
