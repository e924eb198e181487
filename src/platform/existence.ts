// Whether a universe that is not shown exists at all, and what a failed call means for its gap.
import type { GapReason } from '../domain/gap.js'
import { PlatformFailure } from './failure.js'
import type { Deadline, PlatformHttp } from './http.js'
import { type UniverseExistence, universeExistence } from './schemas.js'

export type MissingReason = Extract<GapReason, 'platform error' | 'stopping' | 'hidden' | 'gone'>

/** upstream 3.2: "The universe does not exist." */
const DOES_NOT_EXIST = 1

/** upstream 6; undefined where the platform knows no such universe. */
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
    if (error instanceof PlatformFailure && isUnknown(error)) return undefined
    throw error
  }
}

const isUnknown = (failure: PlatformFailure): boolean =>
  failure.status === 404 || (failure.status === 400 && failure.code === DOES_NOT_EXIST)

export const reasonOf = (error: unknown): MissingReason =>
  error instanceof PlatformFailure && error.kind === 'stopped' ? 'stopping' : 'platform error'
