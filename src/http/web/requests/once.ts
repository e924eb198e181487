// A form that is sent twice does its work once: without scripts, loading the answer again sends it again.
import { randomUUID } from 'node:crypto'

/** Of the two answers to a double press the browser shows the second: for so long it is the first one again. */
const SAME_ANSWER_MS = 10_000
const MAX_REMEMBERED = 10_000

/** For the form's hidden field `once`. */
export const newOnce = (): string => randomUUID()

export class IdempotencyCache<T> {
  private readonly done = new Map<string, Promise<T> | undefined>()

  /** undefined: it was done before. What is sent without the field is done as often as it is sent. */
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
    setTimeout(() => this.done.has(name) && this.done.set(name, undefined), SAME_ANSWER_MS).unref()
    return answer
  }
}
