// A circuit breaker for one local address: after a failure no call is sent from it for a while, and then one call at a time tries whether
// it works again.

const MIN_TRIAL_INTERVAL_MS = 1_000
const MAX_TRIAL_INTERVAL_MS = 30_000
/** Longer than a call may take, so that a call that never ends does not keep an address from being tried again. */
const TRIAL_TIMEOUT_MS = 15_000

export class Circuit {
  private failures = 0
  private openedAt = 0
  private retryAt = 0
  private reason: string | undefined

  /** Why the address fails; undefined while it works. */
  get failure(): string | undefined {
    return this.reason
  }

  get isClosed(): boolean {
    return this.failures === 0
  }

  /** Whether a call should try if the address works again. */
  isDue(): boolean {
    return !this.isClosed && performance.now() >= this.retryAt
  }

  begin(): void {
    if (!this.isClosed) this.retryAt = performance.now() + TRIAL_TIMEOUT_MS
  }

  recordSuccess(): void {
    this.failures = 0
    this.reason = undefined
  }

  /** `beganAt` is when the failed call began: calls that were pending together fail for the same cause, and count once. */
  recordFailure(beganAt: number, reason: string): void {
    this.reason = reason
    const now = performance.now()
    if (!this.isClosed && beganAt < this.openedAt) return
    this.openedAt = now
    this.retryAt = now + Math.min(MAX_TRIAL_INTERVAL_MS, MIN_TRIAL_INTERVAL_MS * 2 ** this.failures)
    this.failures++
  }
}
