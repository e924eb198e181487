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
    this.noteFailure(endpoint, `${endpoint}: ${reasonOf(failure)}`)
  }

  /** Whether the answers of an endpoint, each of the right form by itself, have failed because none of their rows was usable. */
  recordContent(endpoint: string, isUsable: boolean): void {
    const content = contentOf(endpoint)
    if (isUsable) this.failing.delete(content)
    else this.noteFailure(content, `${endpoint}: ${OTHER_FORM}`)
  }

  isBackingOff(endpoint: string): boolean {
    return this.failuresOf(endpoint).some(({ since }) => performance.now() - since >= BACK_OFF_DELAY_MS)
  }

  /** Of these endpoints together: the one that has failed longest decides. `now` is in wall clock ms. */
  state(endpoints: readonly string[], now: number): PlatformState {
    const failures = endpoints.flatMap((endpoint) => this.failuresOf(endpoint))
    const [longest] = failures.sort((one, other) => one.since - other.since)
    if (longest === undefined) return { state: this.hasCalled ? 'running' : 'waiting' }
    return {
      state: endpoints.some((endpoint) => this.isBackingOff(endpoint)) ? 'backing off' : 'failing',
      since: now - (performance.now() - longest.since),
      detail: longest.detail,
    }
  }

  private failuresOf(endpoint: string): UnbrokenFailure[] {
    return [endpoint, contentOf(endpoint)].flatMap((key) => this.failing.get(key) ?? [])
  }

  private noteFailure(key: string, detail: string): void {
    const since = this.failing.get(key)?.since ?? performance.now()
    this.failing.set(key, { since, detail })
  }
}

/** The key of the failures of its content; no endpoint has a space in its name. */
const contentOf = (endpoint: string): string => `${endpoint} content`

const OTHER_FORM = 'The answer is not of the expected form.'

/** A redirect, which is not followed, or a rejection that does not depend on what was requested. */
const isGeneralRejection = (status = 0): boolean => status < 400 || status === 401 || status === 403

function reasonOf({ kind, status, cause }: PlatformFailure): string {
  if (kind === 'garbage') return OTHER_FORM
  if (status !== undefined) return `The platform answered ${status}.`
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return (typeof code === 'string' && CONNECTION_FAULTS[code]) || 'No answer.'
}

/** What the operator can look into, by the code of the system. */
const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No answer: the name of its host was not found.',
  EAI_AGAIN: 'No answer: the name server does not answer.',
  ECONNREFUSED: 'No answer: the connection was rejected.',
}
