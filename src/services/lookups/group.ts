// Looks up a group by its id, with its owner.
import { rejection } from '../../domain/error.js'
import type { GroupFacts, Lookups, LookupValue, UserFacts } from '../../domain/ports/lookups.js'

interface OwnedGroup {
  readonly id: number
  readonly owner: UserFacts | null
}

export function createGroup({ lookups }: { lookups: Lookups }) {
  const facts = async (id: number): Promise<LookupValue<GroupFacts>> => {
    const { value, isStale } = await lookups.group(id)
    if (value === undefined) throw rejection('NOT_FOUND', { name: 'unknown group', facts: { id } })
    return { value, isStale }
  }

  return {
    facts,
    withOwner: async (id: number): Promise<LookupValue<OwnedGroup>> => {
      const group = await facts(id)
      const { ownerId } = group.value
      if (ownerId === null) return { value: { id, owner: null }, isStale: group.isStale }
      const owner = await lookups.userById(ownerId)
      // Returning no owner would be wrong, and the owner's name is not available.
      if (owner.value === undefined)
        throw rejection('UPSTREAM_ERROR', { name: 'unknown group owner', facts: { ownerId, groupId: id } })
      return { value: { id, owner: owner.value }, isStale: group.isStale || owner.isStale }
    },
  }
}
