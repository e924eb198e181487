// Wire answers about thumbnails: games, users, groups and assets alike.
import { z } from 'zod'
import { wireId } from './wire.js'

/** PLATFORM-22: a row of thumbnails. The address is empty or null unless `state` is Completed. */
export const thumbnailRow = z.object({ targetId: wireId, state: z.string(), imageUrl: z.string().nullish() })
