// Reads the path and the parameters of a request, such that mistakes in them are rejected in the usual order: 404, 405,
// 403, 400.
import type { z } from 'zod'
import { rejection } from '../domain/error.js'
import type { ParameterFault } from '../domain/reasons/error-reasons.js'

/**
 * Makes a path with a broken percent escape routable: Express would reject it with 400 before the route and the plan are
 * checked. Segments that cannot be decoded are treated as plain text; most paths have no escape and are returned at once.
 */
export function repairEscapes(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%')) return url
  return path.split('/').map(repaired).join('/') + url.slice(path.length)
}

function repaired(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return encodeURIComponent(segment)
  }
}

/**
 * Validates the parameters; the error names the first invalid one and what it accepts (API-14). The messages of the schemas
 * are predicates such as "must be …"; the name of the parameter is added here.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: fieldProblem })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const facts = {
    parameter: issue?.path.join('.') || 'The request',
    problem: issue?.message ?? 'is not as expected',
    fault: faultOf(issue, issue?.path.reduce<unknown>(memberOf, value)),
  }
  throw rejection('INVALID_PARAMETERS', { name: 'bad parameter', facts })
}

const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function faultOf(issue: z.core.$ZodIssue | undefined, input: unknown): ParameterFault {
  if (input === undefined) return { kind: 'missing' }
  if (issue?.code === 'too_big' && typeof input === 'string')
    return { kind: 'too long', most: Number(issue.maximum), length: input.length }
  return Array.isArray(input) && issue?.code === 'invalid_type' ? { kind: 'repeated' } : { kind: 'unfit' }
}

/**
 * What a value must be, in words, where its schema has none; a predicate such as "must be …". Undefined leaves the words to the
 * schema's library.
 */
function fieldProblem(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeProblem(issue.input)
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `${issue.origin === 'string' ? 'is too long' : 'is too large'}: at most ${issue.maximum}`
    case 'too_small':
      return `${issue.origin === 'string' ? 'is too short' : 'is too small'}: at least ${issue.minimum}`
    case 'invalid_format':
      return 'is not in the expected form'
    case 'invalid_union':
      return 'is not one of the values that are taken here'
    default:
      return undefined
  }
}

function typeProblem(input: unknown): string {
  if (input === undefined) return 'is missing'
  return Array.isArray(input) ? 'must be given once' : 'is not in the expected form'
}
