// Whether the database answers at all. Who waits for it is rejected after two seconds at most, however long the connection
// itself would wait.
import { type HeadcountError, rejection } from '../../../domain/error.js'

/** A server that restarts is back after about as many seconds. */
const DATABASE_RETRY_SECONDS = 2

export const unreachableDatabase = (cause: string, error?: unknown): HeadcountError =>
  rejection(
    'UNAVAILABLE',
    { name: 'database unreachable', facts: { cause } },
    { retryAfterSeconds: DATABASE_RETRY_SECONDS, cause: error },
  )

export class Availability {
  private readonly waiting = new Set<(error: Error) => void>()
  private isLost = false

  /** Rejects all readers, those that wait and those that come later, until `restore`. */
  lose(): void {
    this.isLost = true
    for (const reject of this.waiting) reject(unreachableDatabase('it does not answer'))
    this.waiting.clear()
  }

  restore(): void {
    this.isLost = false
  }

  /** What `work` began may still be committed: it is unknown, as after any loss of a connection. */
  async whileAvailable<T>(work: () => Promise<T>): Promise<T> {
    if (this.isLost) throw unreachableDatabase('it does not answer')
    const { waiting } = this
    return new Promise<T>((resolve, reject) => {
      waiting.add(reject)
      work()
        .then(resolve, reject)
        .finally(() => waiting.delete(reject))
    })
  }
}
