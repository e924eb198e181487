// Looks up the live total of visits over the public games of a user.
import { notFound } from '../../domain/error.js'
import type { LookUps, LookUpValue } from '../../domain/ports/look-ups.js'

export function createVisits({ lookUps }: { lookUps: LookUps }) {
  return async (userId: number): Promise<LookUpValue<number>> => {
    const { value, isStale } = await lookUps.visits(userId)
    if (value === undefined) throw notFound(`The platform knows no user ${userId}.`)
    return { value, isStale }
  }
}
