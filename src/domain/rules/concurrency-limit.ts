// How much may run at once: for each subject, and where it is said, for all together.
import { HeadcountError } from '../error.js'

export interface ConcurrencyLimitOptions {
  readonly perSubject: number
  readonly tooMany: string
  /** Of all subjects together: more than any one of them may have, so that none uses it up alone. */
  readonly total?: { readonly most: number; readonly tooMany: string }
  readonly retryAfterSeconds: number
}

export class ConcurrencyLimit<Subject extends string | number> {
  private readonly running = new Map<Subject, number>()
  private all = 0

  constructor(private readonly terms: ConcurrencyLimitOptions) {}

  /** Runs it in a place of the subject; the place is free again however it ends. */
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
    if (this.of(subject) >= perSubject) throw new HeadcountError('RATE_LIMIT_EXCEEDED', tooMany, { retryAfterSeconds })
    // Nobody's own fault.
    if (total && this.all >= total.most) throw new HeadcountError('UNAVAILABLE', total.tooMany, { retryAfterSeconds })
  }
}
