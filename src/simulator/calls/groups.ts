// PLATFORM-16: one group with all its fields, or many groups with a few fields.
import { commaList, ok, readId, readIds, reject, type SimulatorCall } from '../call.js'
import { findGroup, type Group } from '../world/groups.js'

const recordOf = ({ id, name, description, owner, memberCount, isLocked }: Group): object => ({
  id,
  name,
  description,
  owner: owner && { hasVerifiedBadge: false, userId: owner.id, username: owner.name, displayName: owner.name },
  shout: null,
  memberCount,
  isBuildersClubOnly: false,
  publicEntryAllowed: true,
  // The field is present only when it is true (PLATFORM-4).
  ...(isLocked ? { isLocked } : {}),
  hasVerifiedBadge: false,
  hasSocialModules: true,
})

export const group: SimulatorCall = {
  method: 'GET',
  path: '/groups/v1/groups/{groupId}',
  limit: { count: 7, seconds: 60 },
  answer({ params }, { world }) {
    const id = readId(params.groupId)
    const found = id === undefined ? undefined : findGroup(world.seed, id)
    if (!found)
      throw reject(400, 1, 'Group is invalid or does not exist.', {
        userFacingMessage: 'The community is invalid or does not exist.',
      })
    return ok(recordOf(found))
  },
}

const GROUP_IDS = {
  maxIds: 100,
  malformed: reject(400, 3, 'Ids could not be parsed from request.'),
  tooMany: reject(400, 2, 'Too many ids in request.'),
}

export const groups: SimulatorCall = {
  method: 'GET',
  path: '/groups/v2/groups',
  limit: { count: 1, seconds: 1 },
  answer({ query }, { world }) {
    const found = readIds(commaList(query, 'groupIds'), GROUP_IDS).map((id) => findGroup(world.seed, id))
    const data = found
      .filter((one) => one !== undefined)
      .map(({ id, name, description, owner, created }) => ({
        id,
        name,
        description,
        owner: owner && { id: owner.id, type: 'User' },
        created,
        hasVerifiedBadge: false,
      }))
    return ok({ data })
  },
}
