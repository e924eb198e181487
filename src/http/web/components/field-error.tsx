// The error of a field whose label stands beside or around it, as in the small forms of menus.
import { isoOfMinute, type Minute, minuteOf } from '../../../domain/clock.js'
import { wallOf } from '../../../domain/rules/wall-clock.js'
import type { RequestContext } from '../page.js'
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

/** As a field of a browser for date and time writes it; an address that is kept has the time of UTC, with a Z. */
const TYPED_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z?$/

/** What was typed, in the reader's zone, where a field for date and time can show it; otherwise the current time. */
export function typedTime(
  { rejection, timeZone }: FormContext & Pick<RequestContext, 'timeZone'>,
  name: string,
  otherwise: string | undefined,
): string | undefined {
  const typed = rejection?.values[name] ?? ''
  if (!TYPED_TIME.test(typed)) return otherwise
  if (!typed.endsWith('Z')) return typed
  const minute = minuteOf(Date.parse(typed))
  return Number.isNaN(minute) ? otherwise : localTime(minute, timeZone)
}

/** The minute as such a field shows it. */
export const localTime = (minute: Minute, timeZone: string): string =>
  isoOfMinute(wallOf(minute, timeZone)).slice(0, 16)
