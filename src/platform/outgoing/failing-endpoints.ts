// Which endpoints of the platform fail, since when and why. While one has failed for three minutes without a break, each call to it
// is made once and not repeated, so that a platform that is unreachable or overloaded is not asked four times as often (PROCESS-41).
import type { PlatformState } from '../../domain/ports/platform.js'
import type { PlatformFailure } from '../failure.js'

const BACK_OFF_DELAY_MS = 180_000

interface UnbrokenFailure {
  /** In monotonic ms. */
  readonly since: number
  readonly detail: string
}

export class FailingEndpoints {
  private readonly failing = new Map<string, UnbrokenFailure>()
  private hasCalled = false

  recordSuccess(endpoint: string): void {
    this.hasCalled = true
    this.failing.delete(endpoint)
  }

  recordFailure(endpoint: string, failure: PlatformFailure): void {
    const { kind, status } = failure
    // Calls that we did not make in time say nothing, and one that was rejected for what it asked was answered.
    if (kind === 'late' || kind === 'stopped' || (kind === 'busy' && status === undefined)) return
    this.hasCalled = true
    if (kind === 'rejected' && !isGeneralRejection(status)) {
      this.failing.delete(endpoint)
      return
    }
    const since = this.failing.get(endpoint)?.since ?? performance.now()
    this.failing.set(endpoint, { since, detail: `${endpoint}: ${reasonOf(failure)}` })
  }

  isBackingOff(endpoint: string): boolean {
    const failure = this.failing.get(endpoint)
    return failure !== undefined && performance.now() - failure.since >= BACK_OFF_DELAY_MS
  }

  /** Of these endpoints together: the one that has failed longest decides. `now` is in wall clock ms. */
  state(endpoints: readonly string[], now: number): PlatformState {
    const failing = endpoints.filter((endpoint) => this.failing.has(endpoint))
    const [longest] = failing
      .flatMap((endpoint) => this.failing.get(endpoint) ?? [])
      .sort((one, other) => one.since - other.since)
    if (longest === undefined) return { state: this.hasCalled ? 'running' : 'waiting' }
    return {
      state: failing.some((endpoint) => this.isBackingOff(endpoint)) ? 'backing off' : 'failing',
      since: now - (performance.now() - longest.since),
      detail: longest.detail,
    }
  }
}

/** A redirect, which is not followed, or a rejection that does not depend on what was requested. */
const isGeneralRejection = (status = 0): boolean => status < 400 || status === 401 || status === 403

function reasonOf({ kind, status }: PlatformFailure): string {
  if (kind === 'garbage') return 'The answer is not of the expected form.'
  return status === undefined ? 'No answer.' : `The platform answered ${status}.`
}
