// Looks up the previous names of a user, newest first.
import { notFound } from '../../domain/error.js'
import type { LookUps, LookUpValue } from '../../domain/ports/look-ups.js'

export function createPastNames({ lookUps }: { lookUps: LookUps }) {
  return async (userId: number): Promise<LookUpValue<readonly string[]>> => {
    const { value, isStale } = await lookUps.pastNames(userId)
    if (value === undefined) throw notFound(`The platform knows no user ${userId}.`)
    return { value, isStale }
  }
}
