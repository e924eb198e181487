// Limits how many tasks run at once: per subject, and optionally in total.
import { type Reason, rejection } from '../error.js'

export interface ConcurrencyLimitOptions {
  readonly perSubject: number
  /** Why one more task of the subject is rejected. */
  readonly tooMany: Reason
  /** The limit of all subjects together, higher than that of one subject, so that none can use it up alone. */
  readonly total?: { readonly most: number; readonly tooMany: Reason }
  readonly retryAfterSeconds: number
}

export class ConcurrencyLimit<Subject extends string | number> {
  private readonly running = new Map<Subject, number>()
  private all = 0

  constructor(private readonly terms: ConcurrencyLimitOptions) {}

  /** Runs a task that counts toward the subject's limit until it settles. */
  async during<T>(subject: Subject, run: () => Promise<T>): Promise<T> {
    this.check(subject)
    this.running.set(subject, this.of(subject) + 1)
    this.all++
    try {
      return await run()
    } finally {
      const left = this.of(subject) - 1
      if (left > 0) this.running.set(subject, left)
      else this.running.delete(subject)
      this.all--
    }
  }

  private of(subject: Subject): number {
    return this.running.get(subject) ?? 0
  }

  private check(subject: Subject): void {
    const { perSubject, tooMany, total, retryAfterSeconds } = this.terms
    if (this.of(subject) >= perSubject) throw rejection('RATE_LIMIT_EXCEEDED', tooMany, { retryAfterSeconds })
    // The caller did not cause this, so it is not a user error.
    if (total && this.all >= total.most) throw rejection('UNAVAILABLE', total.tooMany, { retryAfterSeconds })
  }
}
