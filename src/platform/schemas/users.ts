// Wire answers about users.
import { z } from 'zod'
import { wireCount, wireDate, wireId } from './wire.js'

/** PLATFORM-14: one user; banned ones too. */
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

/** PLATFORM-25: presences, in an envelope of their own. */
export const presenceAnswer = z.object({ userPresences: z.array(z.unknown()) })

/** PLATFORM-25: 0 offline, 1 online, 2 in a game, 3 in the editor; more may come. */
export const presenceRow = z.object({ userId: wireId, userPresenceType: wireCount })
export type PresenceRow = z.infer<typeof presenceRow>
