// Query parameters that an endpoint does not know: reported by the specified endpoints, rejected by all others (API-14).
import type { Response } from 'express'
import { rejection } from '../../domain/error.js'
import { nearestName } from '../../domain/rules/nearest-name.js'

export const IGNORED_HEADER = 'X-Ignored-Parameters'

const MAX_REPORTED = 20
const MAX_NAME_LENGTH = 60

/** Percent-encoded, because a name may contain anything. */
const echoOf = (name: string): string => encodeURIComponent(name).slice(0, MAX_NAME_LENGTH)

export function reportUnknown(unknown: readonly string[], response: Response): void {
  if (unknown.length > 0) response.set(IGNORED_HEADER, unknown.slice(0, MAX_REPORTED).map(echoOf).join(', '))
}

export function rejectUnknown(unknown: readonly string[], known: readonly string[]): void {
  const [name] = unknown
  if (name === undefined) return
  const facts = { parameter: echoOf(name), hint: hint(name, known), known }
  throw rejection('INVALID_PARAMETERS', { name: 'unknown parameter', facts })
}

/** The items of a list; people also write a space after a comma. */
export const listItems = (text: string): string[] => text.split(',').map((item) => item.trim())

/** The end of a sentence: ` (did you mean interval?)`, or nothing. */
export function hint(text: string, names: readonly string[]): string {
  const nearest = nearestName(text, names)
  return nearest === text ? '' : suggestion(nearest)
}

export const suggestion = (name: string | undefined): string => (name === undefined ? '' : ` (did you mean ${name}?)`)

/** The error of a parameter that takes one of these words; it follows the name of the parameter. */
export const takesOneOf =
  (words: readonly string[]) =>
  ({ input }: { readonly input?: unknown }): string =>
    `must be ${[words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')}, given once${typeof input === 'string' ? hint(input, words) : ''}`
