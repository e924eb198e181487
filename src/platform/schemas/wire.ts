// Schemas that all other schemas of responses share.
import { z } from 'zod'

/** Only safe integers (zod's `int`), because a larger number may have lost digits. */
export const wireCount = z.int().nonnegative()

export const wireId = z.int().positive()

/** DATA-38: PostgreSQL stores no text with a zero byte. */
export const wireName = z.string().transform((name) => name.replaceAll('\0', '\uFFFD'))

/** ISO 8601 in UTC with 0 to 7 fraction digits (PLATFORM-3). */
export const wireDate = z.iso.datetime({ offset: true })

/** A list of rows. The rows are parsed one by one, so that one invalid row does not affect the other 49. */
export const listAnswer = z.object({ data: z.array(z.unknown()) })

/** A list with several pages; the cursor of the last page is null. */
export const pageAnswer = listAnswer.extend({ nextPageCursor: z.string().nullish() })

/** PLATFORM-22: a row of the thumbnails. The URL is empty or null unless `state` is Completed. */
export const thumbnailRow = z.object({ targetId: wireId, state: z.string(), imageUrl: z.string().nullish() })
