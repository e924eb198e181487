// Groups, generated from their id alone. By the last digit: 9 does not exist, 8 has no owner, 7 was moderated, 6 is locked.
import { hash, keyOf, pick } from './hash.js'
import { userNameOf } from './people.js'

export interface Group {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly owner: { readonly id: number; readonly name: string } | null
  readonly created: string
  readonly memberCount: number
  readonly isLocked: boolean
}

const STYLES = ['Bright', 'Wild', 'Double', 'Silent', 'Golden', 'Paper', 'Rocket'] as const satisfies readonly [
  string,
  ...string[],
]
const SORTS = ['Games', 'Studios', 'Interactive', 'Builders', 'Club', 'Works'] as const satisfies readonly [
  string,
  ...string[],
]

export const groupNameOf = (seed: number, id: number): string => {
  if (id % 10 === 7) return `[ Content Deleted ${id} ]`
  const key = keyOf(seed, id)
  return `${pick(STYLES, key)} ${pick(SORTS, key >>> 8)} ${id}`
}

export const findGroup = (seed: number, id: number): Group | undefined => {
  if (!Number.isSafeInteger(id) || id < 1 || id > 999_999_999 || id % 10 === 9) return undefined
  const key = keyOf(seed, id)
  const ownerId = 10 * (1 + (hash(seed, id, 61) % 500_000)) + 1
  return {
    id,
    name: groupNameOf(seed, id),
    description: key % 5 === 0 ? '' : `We make games.\nGroup “${id}”, est. ${2010 + (key % 14)} 🎮`,
    owner: id % 10 === 8 ? null : { id: ownerId, name: userNameOf(seed, ownerId) },
    created: new Date(Date.UTC(2010, 0, 1) + (key % 5_000) * 86_400_000).toISOString(),
    memberCount: key % 2_000_000,
    isLocked: id % 10 === 6,
  }
}
