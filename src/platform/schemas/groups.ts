// Schemas of the responses about groups.
import { z } from 'zod'
import { wireCount, wireId } from './wire.js'

/** PLATFORM-16: one group with its owner's name; the owner is null where there is none. */
export const groupRecord = z.object({
  id: wireId,
  name: z.string(),
  description: z.string().nullish(),
  owner: z.object({ userId: wireId, username: z.string(), displayName: z.string().nullish() }).nullish(),
  memberCount: wireCount.optional(),
})

/** PLATFORM-16: a row of the groups by id; the owner is an id without a name. */
export const groupRow = z.object({
  id: wireId,
  name: z.string(),
  description: z.string().nullish(),
  owner: z.object({ id: wireId }).nullish(),
})
export type GroupRow = z.infer<typeof groupRow>
