// What the platform says of a universe whose details it does not show.
import { PlatformFailure } from './failure.js'
import type { Deadline, PlatformHttp } from './http.js'
import { playabilityAnswer, type UniverseExistence, universeExistence } from './schemas.js'

/** PLATFORM-10: "The universe does not exist." */
const DOES_NOT_EXIST = 1

/** PLATFORM-10; undefined where the platform says that there is no such universe. */
export async function existence(
  http: PlatformHttp,
  id: number,
  deadline: Deadline,
): Promise<UniverseExistence | undefined> {
  try {
    const answer = await http.ask(
      { endpoint: 'develop:universe', service: 'develop', path: `/v1/universes/${id}`, answer: universeExistence },
      deadline,
    )
    return answer.body
  } catch (error) {
    if (error instanceof PlatformFailure && saysUnknown(error)) return undefined
    throw error
  }
}

/** A bare 404 is a path that is not there (PLATFORM-5): it says nothing of the universe. */
const saysUnknown = ({ status, code }: PlatformFailure): boolean =>
  (status === 400 || status === 404) && code === DOES_NOT_EXIST

/** Nobody but its makers may see it. */
const isClosed = ({ privacyType, isArchived, isActive }: UniverseExistence): boolean =>
  privacyType === 'Private' || isArchived === true || isActive === false

/**
 * PLATFORM-11: what keeps everybody out. The others are about the one who asks, the address that it asks from, or this
 * moment; a new one proves nothing.
 */
const SHUT_FOR_ALL: ReadonlySet<string> = new Set([
  'GameUnapproved',
  'UniverseRootPlaceIsPrivate',
  'InsufficientPermissionFriendsOnly',
  'InsufficientPermissionGroupOnly',
  'UnderReview',
  'PlaceHasNoPublishedVersion',
  'ContextualPlayabilityUnrated',
])

/** Whether the platform says by another way than missing details that the public may not see it. */
export async function isProvenHidden(
  http: PlatformHttp,
  universe: UniverseExistence,
  deadline: Deadline,
): Promise<boolean> {
  if (isClosed(universe)) return true
  const path = `/v1/games/multiget-playability-status?universeIds=${universe.id}`
  const { body } = await http.ask(
    { endpoint: 'games:playability', service: 'games', path, answer: playabilityAnswer },
    deadline,
  )
  return body.some(
    ({ universeId, playabilityStatus }) => universeId === universe.id && SHUT_FOR_ALL.has(playabilityStatus),
  )
}
