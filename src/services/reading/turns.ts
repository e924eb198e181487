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

interface Lane {
  running: number
  /** Oldest first; each function is called when its turn comes. */
  readonly waiting: Set<() => void>
}

const RETRY_AFTER_SECONDS = 5

export class ConcurrencyQueue {
  private readonly lanes = new Map<string, Lane>()

  constructor(private readonly terms: ConcurrencyQueueOptions) {}

  async take<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(subject) ?? { running: 0, waiting: new Set() }
    this.lanes.set(subject, lane)
    if (lane.running < this.terms.concurrency) lane.running++
    else await this.turn(lane)
    try {
      return await work()
    } finally {
      this.passOn(subject, lane)
    }
  }

  private turn({ waiting }: Lane): Promise<void> {
    const { maxWaiting, waitTimeoutMs, tooMany } = this.terms
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

  private passOn(subject: string, lane: Lane): void {
    const [next] = lane.waiting
    if (next) {
      lane.waiting.delete(next)
      next()
      return
    }
    lane.running--
    if (lane.running === 0) this.lanes.delete(subject)
  }
}
