// Looks up a user: by name and whether the user is online, the previous names, and the visits of the user's games.
import { HeadcountError, rejection } from '../../domain/error.js'
import type { LookUps, LookUpValue, UserFacts } from '../../domain/ports/look-ups.js'

interface UserRecord extends UserFacts {
  readonly isOnline: boolean
}

export function createUser({ lookUps }: { lookUps: LookUps }) {
  return async (name: string): Promise<LookUpValue<UserRecord>> => {
    const user = await lookUps.userByName(name)
    if (user.value === undefined) throw rejection('NOT_FOUND', { name: 'unknown user name', facts: {} })
    const online = await presenceOf(lookUps, user.value.id)
    const value = { ...user.value, isOnline: online.value ?? false }
    return { value, isStale: user.isStale || online.isStale }
  }
}

/** If the presence cannot be read, the user is reported as one who hides it. */
const presenceOf = (lookUps: LookUps, userId: number): Promise<LookUpValue<boolean | undefined>> =>
  lookUps.isOnline(userId).catch((error: unknown) => {
    if (error instanceof HeadcountError) return { value: undefined, isStale: false }
    throw error
  })

/** Newest first. */
export function createPastNames({ lookUps }: { lookUps: LookUps }) {
  return async (userId: number): Promise<LookUpValue<readonly string[]>> => {
    const { value, isStale } = await lookUps.pastNames(userId)
    if (value === undefined) throw rejection('NOT_FOUND', { name: 'unknown user', facts: { id: userId } })
    return { value, isStale }
  }
}

/** The live total over the public games of a user. */
export function createVisits({ lookUps }: { lookUps: LookUps }) {
  return async (userId: number): Promise<LookUpValue<number>> => {
    const { value, isStale } = await lookUps.visits(userId)
    if (value === undefined) throw rejection('NOT_FOUND', { name: 'unknown user', facts: { id: userId } })
    return { value, isStale }
  }
}
