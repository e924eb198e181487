// The error of a field whose label stands beside or around it, as in the small forms of menus.
import { type FormContext, wrongAt } from './rejection-of.js'

interface FieldErrorProps {
  readonly context: FormContext
  /** The name of the field. */
  readonly name: string
}

export function FieldError({ context, name }: FieldErrorProps) {
  const error = wrongAt(context, name)
  return error === undefined ? null : (
    <p class="error" id={errorId(name)} role="alert">
      {error}
    </p>
  )
}

const errorId = (name: string): string => `${name}-error`

/** The attributes of the field itself. */
export const errorAttributes = (context: FormContext, name: string) =>
  wrongAt(context, name) === undefined ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': errorId(name) }

/** Whether one of the fields is wrong, so that the menu of their form is open. */
export const isWrongAtAny = (context: FormContext, names: readonly string[]): boolean =>
  names.some((name) => wrongAt(context, name) !== undefined)

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** What was typed, where a field of a browser for date and time can show it; otherwise the current time. */
export function typedTime({ rejection }: FormContext, name: string, otherwise: string | undefined): string | undefined {
  const typed = rejection?.values[name] ?? ''
  return LOCAL_TIME.test(typed) ? typed : otherwise
}
