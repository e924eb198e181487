// Finds out why the platform does not return the details of a universe.
import { PlatformFailure } from './failure.js'
import type { PlatformHttp } from './http.js'
import type { Deadline } from './outgoing/deadline.js'
import { playabilityAnswer, type UniverseExistence, universeExistence } from './schemas/universes.js'

/** PLATFORM-10: the error code of "The universe does not exist." */
const DOES_NOT_EXIST_CODE = 1

/** PLATFORM-10; undefined where the platform reports that there is no such universe. */
export async function readExistence(
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
    if (error instanceof PlatformFailure && isNotFound(error)) return undefined
    throw error
  }
}

/** A 404 without an error code is an unknown path (PLATFORM-5), so it does not say whether the universe exists. */
const isNotFound = ({ status, code }: PlatformFailure): boolean =>
  (status === 400 || status === 404) && code === DOES_NOT_EXIST_CODE

/** Only the makers of the universe can see it. */
const isClosed = ({ privacyType, isArchived, isActive }: UniverseExistence): boolean =>
  privacyType === 'Private' || isArchived === true || isActive === false

/**
 * PLATFORM-11: the statuses that exclude everybody. All other statuses concern the caller, its address or this moment, and an unknown
 * status proves nothing.
 */
const CLOSED_STATES: ReadonlySet<string> = new Set([
  'GameUnapproved',
  'UniverseRootPlaceIsPrivate',
  'InsufficientPermissionFriendsOnly',
  'InsufficientPermissionGroupOnly',
  'UnderReview',
  'PlaceHasNoPublishedVersion',
  'ContextualPlayabilityUnrated',
])

/** Whether the platform confirms, by more than missing details, that the public cannot see the universe. */
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
    ({ universeId, playabilityStatus }) => universeId === universe.id && CLOSED_STATES.has(playabilityStatus),
  )
}
