// Looks up a user: by name and whether the user is online, the previous names, and the visits of the user's games.
import { HeadcountError, rejection } from '../../domain/error.js'
import type { Lookups, LookupValue, UserFacts } from '../../domain/ports/lookups.js'

interface UserRecord extends UserFacts {
  readonly isOnline: boolean
}

export function createUser({ lookups }: { lookups: Lookups }) {
  return async (name: string): Promise<LookupValue<UserRecord>> => {
    const user = await lookups.userByName(name)
    if (user.value === undefined) throw rejection('NOT_FOUND', { name: 'unknown user name', facts: {} })
    const online = await presenceOf(lookups, user.value.id)
    const value = { ...user.value, isOnline: online.value ?? false }
    return { value, isStale: user.isStale || online.isStale }
  }
}

/** If the presence cannot be read, the user is reported as one who hides it. */
const presenceOf = (lookups: Lookups, userId: number): Promise<LookupValue<boolean | undefined>> =>
  lookups.isOnline(userId).catch((error: unknown) => {
    if (error instanceof HeadcountError) return { value: undefined, isStale: false }
    throw error
  })

/** Newest first. */
export function createPastNames({ lookups }: { lookups: Lookups }) {
  return async (userId: number): Promise<LookupValue<readonly string[]>> => {
    const { value, isStale } = await lookups.pastNames(userId)
    if (value === undefined) throw rejection('NOT_FOUND', { name: 'unknown user', facts: { id: userId } })
    return { value, isStale }
  }
}

/** The live total over the public games of a user. */
export function createVisits({ lookups }: { lookups: Lookups }) {
  return async (userId: number): Promise<LookupValue<number>> => {
    const { value, isStale } = await lookups.visits(userId)
    if (value === undefined) throw rejection('NOT_FOUND', { name: 'unknown user', facts: { id: userId } })
    return { value, isStale }
  }
}
