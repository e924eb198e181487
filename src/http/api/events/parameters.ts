// The parameters of the lists of what happened. Their errors follow the name of the parameter.
import { z } from 'zod'
import type { Minute } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { EVENT_KINDS, type EventKind } from '../../../domain/events/event-facts.js'
import { parseUtcEnd } from '../../../services/reading/series/range-text.js'
import { hint, listItems } from '../query-names.js'

const TYPES_ERROR = `must be a list of different types of ${EVENT_KINDS.join(', ')}, separated by commas, given once`
const TIME_ERROR =
  'must be a date (2026-01-31) or a time (2026-01-31T19:30Z, 2026-01-31T20:30+01:00, or without an offset in UTC), given once'
export const CURSOR_ERROR = 'must be a cursor of an earlier answer of this endpoint, unchanged, given once'

const isKind = (name: string): name is EventKind => EVENT_KINDS.some((kind) => kind === name)

export const eventTypes = z
  .string({ error: TYPES_ERROR })
  .transform((text, context): readonly EventKind[] => {
    const names = listItems(text)
    const wrong = names.find((name) => !isKind(name))
    if (wrong === undefined && new Set(names).size === names.length) return names.filter(isKind)
    const near = wrong === undefined ? '' : hint(wrong, EVENT_KINDS)
    context.addIssue({ code: 'custom', message: TYPES_ERROR + near })
    return z.NEVER
  })
  .optional()
  .meta({
    description: `List of ${EVENT_KINDS.join(', ')}; all types if it is left out`,
    example: 'update,incident',
    override: { type: 'string' },
  })

const time = (isLast: boolean, description: string) =>
  z
    .string({ error: TIME_ERROR })
    .transform((text, context): Minute => {
      const minute = parseUtcEnd(text, isLast)
      if (minute !== undefined) return minute
      context.addIssue({ code: 'custom', message: TIME_ERROR })
      return z.NEVER
    })
    .optional()
    .meta({ description, example: '2026-01-31', override: { type: 'string' } })

export const from = time(false, 'Only events that end on or after this date (UTC), or after this time')
export const to = time(true, 'Only events that begin on or before this date (UTC), or before this time')

export const gapsFrom = time(
  false,
  'Begin of the range: a date (UTC) or a time; 30 days before its end if it is left out. A range has at most 732 days',
)
export const gapsTo = time(
  true,
  'End of the range: a date (UTC, inclusive) or a time; the newest data if it is left out',
)
export const updatesFrom = time(false, 'Only updates on or after this date (UTC), or at or after this time')
export const updatesTo = time(true, 'Only updates on or before this date (UTC), or before this time')

/** Throws where the end is not after the beginning. */
export function checkOrder({ from: begin, to: end }: { from?: Minute | undefined; to?: Minute | undefined }): void {
  if (begin !== undefined && end !== undefined && begin >= end)
    throw rejection('INVALID_PARAMETERS', { name: 'from after to', facts: {} })
}

export function limit(maximum: number, fallback: number) {
  const error = `must be a whole number from 1 to ${maximum}, given once`
  return z
    .string({ error })
    .regex(/^[1-9]\d{0,3}$/, error)
    .transform(Number)
    .refine((value) => value <= maximum, error)
    .prefault(`${fallback}`)
    .meta({
      description: 'Most entries in one answer',
      override: { type: 'integer', minimum: 1, maximum, default: fallback },
    })
}

/** A word that distinguishes the cursors of one list from those of another, and how many numbers follow it. */
type CursorForms = Readonly<Record<string, number>>

export interface Cursor<Word extends string> {
  readonly word: Word
  readonly numbers: readonly number[]
}

/** A cursor of the first form. */
function exampleOf(forms: CursorForms): string {
  const [[word, numbers] = ['after', 1]] = Object.entries(forms)
  return cursorText(word, ...Array.from({ length: numbers }, (_, index) => 29_497_500 + index))
}

export function cursor<const Forms extends CursorForms>(forms: Forms) {
  return z
    .string({ error: CURSOR_ERROR })
    .transform((text, context): Cursor<keyof Forms & string> => {
      const [word = '', ...rest] = text.split('-')
      if (Object.hasOwn(forms, word) && rest.length === forms[word] && rest.every((part) => /^\d{1,15}$/.test(part)))
        return { word, numbers: rest.map(Number) }
      context.addIssue({ code: 'custom', message: CURSOR_ERROR })
      return z.NEVER
    })
    .optional()
    .meta({ description: 'Continues an earlier answer', override: { type: 'string' }, example: exampleOf(forms) })
}

export const cursorText = (word: string, ...numbers: readonly number[]): string => [word, ...numbers].join('-')
