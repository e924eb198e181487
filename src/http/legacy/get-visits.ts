// Users/GetVisits: the current total of visits. Its parameter `username` carries a user id (LEGACY-11).
import { z } from 'zod'
import { id } from './inputs.js'
import { lookUp } from './lookup.js'

export const getVisits = lookUp({
  paths: ['/Users/GetVisits'],
  summary: 'Visits of all public games of a user together; the parameter takes a user id',
  example: { call: '/Users/GetVisits?username=156', answer: { Visits: 39_206_917 } },
  inTurn: true,
  cacheSeconds: 60,
  input: z.object({ username: id }),
  response: z.strictObject({ Visits: z.int().nonnegative() }),
  handle: async ({ username }, { lookUp }) => {
    const { value, isStale } = await lookUp.visits(username)
    return { value: { Visits: value }, isStale }
  },
})
