// Validates the parameters of a request; the error names the first invalid one and what it accepts (API-14).
import type { z } from 'zod'
import { invalid } from '../domain/error.js'

/** The messages of the schemas are predicates such as "must be …"; the name of the parameter is added here. */
export function validate<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalid(`${issue?.path.join('.') || 'The request'} ${issue?.message ?? 'is not as expected'}.`)
}
