// What the old look-ups take.
import { z } from 'zod'
import { isId } from '../../domain/universe.js'

const ID = 'must be a whole number from 1 to 9007199254740991 in plain digits, given once'

/** API-9: 1 … 2^53−1 in plain digits, the legacy ids too. */
export const id = z
  .string({ error: ID })
  .regex(/^[1-9]\d{0,15}$/, ID)
  .transform(Number)
  .refine(isId, ID)

/** LEGACY-3: the query parameter wins; a numeric trailing part of the path is used where it is absent. */
export const groupInput = z.preprocess(
  (given: { GroupId?: unknown; keyword?: unknown }) => ({ GroupId: given.GroupId ?? given.keyword }),
  z.object({ GroupId: id }),
)

/** One look-up of a group under its two addresses. */
export const groupPaths = (name: string): string[] => [`/Groups/${name}`, `/Groups/${name}/:keyword`]

/** A line of text to look for, without what no keyboard types. */
export const line = (longest: number) => {
  const message = `must be a text of 1 to ${longest} characters, given once`
  return z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(longest, message)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, message)
}
