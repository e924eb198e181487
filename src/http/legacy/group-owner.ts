// Groups/GroupOwner: the owner of a group, or null where it has none.
import { z } from 'zod'
import { groupInput, groupPaths } from './inputs.js'
import { lookUp } from './look-up.js'

export const groupOwner = lookUp({
  paths: groupPaths('GroupOwner'),
  input: groupInput,
  response: z.strictObject({
    GroupId: z.string(),
    GroupOwner: z.strictObject({ Id: z.int(), Username: z.string() }).nullable(),
  }),
  handle: async ({ GroupId }, { lookUp }) => {
    const { value, isStale } = await lookUp.group.withOwner(GroupId)
    const owner = value.owner && { Id: value.owner.id, Username: value.owner.name }
    return { value: { GroupId: `${GroupId}`, GroupOwner: owner }, isStale }
  },
})
