// Schemas of the responses about users.
import { z } from 'zod'
import { wireCount, wireDate, wireId } from './wire.js'

/** PLATFORM-14: one user, who may be banned. */
export const userRecord = z.object({
  id: wireId,
  name: z.string(),
  displayName: z.string(),
  created: wireDate,
  isBanned: z.boolean(),
})

/** PLATFORM-15: a row of the past names. */
export const pastNameRow = z.object({ name: z.string() })

/** PLATFORM-14: a row of users by name. `name` differs from `requestedUsername` where a past name matched. */
export const userByNameRow = z.object({
  requestedUsername: z.string(),
  id: wireId,
  name: z.string(),
  displayName: z.string(),
})
export type UserByNameRow = z.infer<typeof userByNameRow>

/** PLATFORM-14: a row of users by id. */
export const userByIdRow = z.object({ id: wireId, name: z.string(), displayName: z.string() })
export type UserByIdRow = z.infer<typeof userByIdRow>

/** PLATFORM-25: presences have a list field of their own. */
export const presenceAnswer = z.object({ userPresences: z.array(z.unknown()) })

/** PLATFORM-25: 0 is offline, 1 online, 2 in a game and 3 in the editor; more values may be added. */
export const presenceRow = z.object({ userId: wireId, userPresenceType: wireCount })
export type PresenceRow = z.infer<typeof presenceRow>
