// What a value must be, in words, where its schema has none: predicates such as "must be …", after the name of the parameter.
import type { z } from 'zod'

/** Undefined leaves the words to the schema's library. */
export function fieldProblem(issue: z.core.$ZodRawIssue): string | undefined {
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
