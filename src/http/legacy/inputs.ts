// Schemas of the parameters of the legacy lookups.
import { z } from 'zod'
import { isId } from '../../domain/universe.js'

const ID = 'must be a whole number from 1 to 9007199254740991 in plain digits, given once'

/** API-9: an integer from 1 to 2^53−1 in plain digits, also for legacy ids. */
export const id = z
  .string({ error: ID })
  .regex(/^[1-9]\d{0,15}$/, ID)
  .transform(Number)
  .refine(isId, ID)

/** LEGACY-3: the query parameter takes precedence; where it is absent, a numeric last path segment is used. */
export const groupInput = z.preprocess(
  (query: { GroupId?: unknown; keyword?: unknown }) => ({ GroupId: query.GroupId ?? query.keyword }),
  z.object({ GroupId: id }),
)

/** The two paths of a group lookup. */
export const groupPaths = (name: string): string[] => [`/Groups/${name}`, `/Groups/${name}/:keyword`]

/** A search text of one line, without control characters and surrogates. */
export const line = (longest: number) => {
  const message = `must be a text of 1 to ${longest} characters, given once`
  return z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(longest, message)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, message)
}
