// Runs a form's action only once if the form is sent twice: without scripts, reloading the response sends the form again.
import { randomUUID } from 'node:crypto'

/** The browser shows the second response to a double click, so for this many milliseconds it equals the first one. */
const REPEATED_ANSWER_LIFETIME_MS = 10_000
const MAX_REMEMBERED = 10_000

/** A value for the form's hidden field `once`. */
export const createIdempotencyKey = (): string => randomUUID()

export class IdempotencyCache<T> {
  private readonly done = new Map<string, Promise<T> | undefined>()

  /** Undefined where the work was done before. Forms without the field run each time they are sent. */
  async run(once: string, sent: readonly (string | number)[], work: () => Promise<T>): Promise<T | undefined> {
    if (once === '') return work()
    const name = JSON.stringify([once, ...sent])
    if (this.done.has(name)) return this.done.get(name)
    const answer = work()
    this.done.set(name, answer)
    for (const oldest of this.done.keys()) {
      if (this.done.size <= MAX_REMEMBERED) break
      this.done.delete(oldest)
    }
    try {
      await answer
    } catch (error) {
      this.done.delete(name)
      throw error
    }
    setTimeout(() => this.done.has(name) && this.done.set(name, undefined), REPEATED_ANSWER_LIFETIME_MS).unref()
    return answer
  }
}
