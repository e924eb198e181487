// Schemas of the responses about thumbnails of games, users, groups and assets.
import { z } from 'zod'
import { wireId } from './wire.js'

/** PLATFORM-22: a row of the thumbnails. The URL is empty or null unless `state` is Completed. */
export const thumbnailRow = z.object({ targetId: wireId, state: z.string(), imageUrl: z.string().nullish() })
