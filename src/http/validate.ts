// Checks what came with a request; the first thing wrong is named with what it takes (API-14).
import type { z } from 'zod'
import { invalid } from '../domain/error.js'

/** Messages of the schemas are predicates, "must be …": here they get their subject. */
export function validate<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalid(`${issue?.path.join('.') || 'The request'} ${issue?.message ?? 'is not as expected'}.`)
}
