// Groups/GroupName, Groups/GroupOwner and Groups/GroupDescription.
import { z } from 'zod'
import { groupInput, groupPaths } from './inputs.js'
import { lookUp } from './lookup.js'

export const groupName = lookUp({
  paths: groupPaths('GroupName'),
  summary: 'The name of a group',
  example: { call: '/Groups/GroupName?GroupId=7', answer: { GroupId: '7', GroupName: 'Roblox' } },
  input: groupInput,
  response: z.strictObject({ GroupId: z.string(), GroupName: z.string() }),
  handle: async ({ GroupId }, { lookUp }) => {
    const { value, isStale } = await lookUp.group.facts(GroupId)
    return { value: { GroupId: `${GroupId}`, GroupName: value.name }, isStale }
  },
})

/** The owner is null where the group has none. */
export const groupOwner = lookUp({
  paths: groupPaths('GroupOwner'),
  summary: 'The owner of a group; null where it has none',
  example: {
    call: '/Groups/GroupOwner?GroupId=7',
    answer: { GroupId: '7', GroupOwner: { Id: 156, Username: 'builderman' } },
  },
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

export const groupDescription = lookUp({
  paths: groupPaths('GroupDescription'),
  summary: 'The description of a group',
  example: {
    call: '/Groups/GroupDescription?GroupId=7',
    answer: { GroupId: '7', GroupDescription: 'Official group' },
  },
  input: groupInput,
  response: z.strictObject({ GroupId: z.string(), GroupDescription: z.string() }),
  handle: async ({ GroupId }, { lookUp }) => {
    const { value, isStale } = await lookUp.group.facts(GroupId)
    return { value: { GroupId: `${GroupId}`, GroupDescription: value.description }, isStale }
  },
})
