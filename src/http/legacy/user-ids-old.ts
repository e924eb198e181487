// Users/UserIds-old: the record of the user with a given name.
import { z } from 'zod'
import { line } from './inputs.js'
import { lookUp } from './lookup.js'

export const userIdsOld = lookUp({
  paths: ['/Users/UserIds-old'],
  summary: 'The user with a name',
  example: {
    call: '/Users/UserIds-old?Usernames=builderman',
    answer: { Id: 156, Username: 'builderman', AvatarUri: 'null', AvatarFinal: 'false', IsOnline: 'false' },
  },
  input: z.object({ Usernames: line(50) }),
  response: z.strictObject({
    Id: z.int(),
    Username: z.string(),
    // LEGACY-9: the string 'null', and not a null.
    AvatarUri: z.literal('null'),
    AvatarFinal: z.literal('false'),
    IsOnline: z.enum(['true', 'false']),
  }),
  handle: async ({ Usernames }, { lookUp }) => {
    const { value, isStale } = await lookUp.user(Usernames)
    const { id: Id, name: Username } = value
    const IsOnline: 'true' | 'false' = value.isOnline ? 'true' : 'false'
    return { value: { Id, Username, AvatarUri: 'null' as const, AvatarFinal: 'false' as const, IsOnline }, isStale }
  },
})
