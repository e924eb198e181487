// A queue for work that all requests share: limits how much runs at once for each subject, and lets further work wait.
import { type Reason, rejection } from '../../domain/error.js'

interface ConcurrencyQueueOptions {
  /** The limit of one subject. */
  readonly concurrency: number
  readonly maxWaiting: number
  readonly waitTimeoutMs: number
  /** The error if too many would wait or the wait takes too long. */
  readonly tooMany: Reason
}

interface TurnQueue {
  running: number
  /** Oldest first; each function is called when its turn comes. */
  readonly waiting: Set<() => void>
}

export const RETRY_AFTER_SECONDS = 5

export class ConcurrencyQueue {
  private readonly queues = new Map<string, TurnQueue>()

  constructor(private readonly options: ConcurrencyQueueOptions) {}

  async take<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(subject) ?? { running: 0, waiting: new Set() }
    this.queues.set(subject, queue)
    if (queue.running < this.options.concurrency) queue.running++
    else await this.waitForTurn(queue)
    try {
      return await work()
    } finally {
      this.startNext(subject, queue)
    }
  }

  private waitForTurn({ waiting }: TurnQueue): Promise<void> {
    const { maxWaiting, waitTimeoutMs, tooMany } = this.options
    const busy = () => rejection('RATE_LIMIT_EXCEEDED', tooMany, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    if (waiting.size >= maxWaiting) throw busy()
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(busy())
      }, waitTimeoutMs)
      waiting.add(start)
    })
  }

  private startNext(subject: string, queue: TurnQueue): void {
    const [next] = queue.waiting
    if (next) {
      queue.waiting.delete(next)
      next()
      return
    }
    queue.running--
    if (queue.running === 0) this.queues.delete(subject)
  }
}
