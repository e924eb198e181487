// contract §3: at most 4 exports at once per account, however many keys and connections it has, and through whichever door.
import { HeadcountError } from '../../domain/error.js'

const MOST_AT_ONCE = 4
/** An export mostly lasts seconds; nobody knows when the next one ends. */
const RETRY_AFTER_SECONDS = 5

export class ExportSlots {
  private readonly taken = new Map<number, number>()

  /** Runs one export in a slot of the account; the slot is free again however it ends. */
  async during<T>(accountId: number, run: () => Promise<T>): Promise<T> {
    const before = this.taken.get(accountId) ?? 0
    if (before >= MOST_AT_ONCE) {
      const message = `At most ${MOST_AT_ONCE} exports run at once for an account. Wait until one has ended.`
      throw new HeadcountError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    this.taken.set(accountId, before + 1)
    try {
      return await run()
    } finally {
      const left = (this.taken.get(accountId) ?? 1) - 1
      if (left > 0) this.taken.set(accountId, left)
      else this.taken.delete(accountId)
    }
  }
}
