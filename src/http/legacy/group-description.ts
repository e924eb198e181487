// Groups/GroupDescription: the description of a group.
import { z } from 'zod'
import { groupInput, groupPaths } from './inputs.js'
import { lookUp } from './look-up.js'

export const groupDescription = lookUp({
  paths: groupPaths('GroupDescription'),
  input: groupInput,
  response: z.strictObject({ GroupId: z.string(), GroupDescription: z.string() }),
  handle: async ({ GroupId }, { lookUp }) => {
    const { value, isStale } = await lookUp.group.facts(GroupId)
    return { value: { GroupId: `${GroupId}`, GroupDescription: value.description }, isStale }
  },
})
