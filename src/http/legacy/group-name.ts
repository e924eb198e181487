// Groups/GroupName: the name of a group.
import { z } from 'zod'
import { groupInput, groupPaths } from './inputs.js'
import { lookUp } from './look-up.js'

export const groupName = lookUp({
  paths: groupPaths('GroupName'),
  input: groupInput,
  response: z.strictObject({ GroupId: z.string(), GroupName: z.string() }),
  handle: async ({ GroupId }, { lookUp }) => {
    const { value, isStale } = await lookUp.group.facts(GroupId)
    return { value: { GroupId: `${GroupId}`, GroupName: value.name }, isStale }
  },
})
