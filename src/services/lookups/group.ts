// Looks up a group by its id, with its owner.
import { rejection } from '../../domain/error.js'
import type { GroupFacts, LookUps, LookUpValue, UserFacts } from '../../domain/ports/look-ups.js'

interface OwnedGroup {
  readonly id: number
  readonly owner: UserFacts | null
}

export function createGroup({ lookUps }: { lookUps: LookUps }) {
  const facts = async (id: number): Promise<LookUpValue<GroupFacts>> => {
    const { value, isStale } = await lookUps.group(id)
    if (value === undefined) throw rejection('NOT_FOUND', { name: 'unknown group', facts: { id } })
    return { value, isStale }
  }

  return {
    facts,
    withOwner: async (id: number): Promise<LookUpValue<OwnedGroup>> => {
      const group = await facts(id)
      const { ownerId } = group.value
      if (ownerId === null) return { value: { id, owner: null }, isStale: group.isStale }
      const owner = await lookUps.userById(ownerId)
      // Returning no owner would be wrong, and the owner's name is not available.
      if (owner.value === undefined)
        throw rejection('UPSTREAM_ERROR', { name: 'unknown group owner', facts: { ownerId, groupId: id } })
      return { value: { id, owner: owner.value }, isStale: group.isStale || owner.isStale }
    },
  }
}
