// Users/Usernames: the past names of a user, newest first.
import { z } from 'zod'
import { id } from './inputs.js'
import { lookUp } from './lookup.js'

export const usernames = lookUp({
  paths: ['/Users/Usernames', '/Username'],
  summary: 'The past names of a user, newest first',
  example: { call: '/Users/Usernames?userId=156', answer: [{ Username: 'builder' }] },
  inTurn: true,
  input: z.object({ userId: id }),
  response: z.array(z.strictObject({ Username: z.string() })),
  handle: async ({ userId }, { lookUp }) => {
    const { value, isStale } = await lookUp.pastNames(userId)
    return { value: value.map((name) => ({ Username: name })), isStale }
  },
})
