// The pieces that every wire schema is made of.
import { z } from 'zod'

/** Safe integers only (zod's `int`): a number that lost digits on the way is a wrong number. */
export const wireCount = z.int().nonnegative()

export const wireId = z.int().positive()

/** ISO UTC with 0 to 7 fraction digits (PLATFORM-3). */
export const wireDate = z.iso.datetime({ offset: true })

/** A list's envelope. The rows are parsed one by one, so that one bad row does not spoil the other 49. */
export const listAnswer = z.object({ data: z.array(z.unknown()) })

/** A list that comes in pages; a null cursor ends it. */
export const pageAnswer = listAnswer.extend({ nextPageCursor: z.string().nullish() })
