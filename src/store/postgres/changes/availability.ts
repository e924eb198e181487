// Whether the database answers at all. While it does not, all who wait for it are rejected; for some seconds after any other fault, a
// request that waits is rejected in time for an answer within two seconds, however long the connection itself would wait.
import { AsyncLocalStorage } from 'node:async_hooks'
import { HeadcountError, rejection } from '../../../domain/error.js'
import type { UnansweredResponse } from '../../../domain/ports/store.js'

/** A server that restarts is back after about as many seconds. */
const DATABASE_RETRY_SECONDS = 2

export const unreachableDatabase = (cause: string, error?: unknown): HeadcountError =>
  rejection(
    'UNAVAILABLE',
    { name: 'database unreachable', facts: { cause } },
    { retryAfterSeconds: DATABASE_RETRY_SECONDS, cause: error },
  )

export const isUnreachable = (error: unknown): boolean =>
  error instanceof HeadcountError && error.options.reason?.name === 'database unreachable'

/** So long after it arrived, a request is rejected where the database is not well; what is left of two seconds is for its answer. */
const ANSWER_DELAY_MS = 1_500
/** So long after the last fault, the database is not well: what was sent to it before may have been lost. */
const FAULT_MAX_AGE_MS = 3_000
const WAITING_CHECK_INTERVAL_MS = 100

interface WaitingRequest {
  readonly response: UnansweredResponse
  /** In ms, as `performance.now`. */
  readonly arrivedAt: number
}

export class Availability {
  private readonly requests = new AsyncLocalStorage<WaitingRequest>()
  /** What waits, by what rejects it; undefined where no request waits for it. */
  private readonly waiting = new Map<(error: Error) => void, WaitingRequest | undefined>()
  private isLost = false
  private lastFaultAt = Number.NEGATIVE_INFINITY
  private checking: NodeJS.Timeout | undefined

  /** Rejects all readers, those that wait and those that come later, until `restore`. */
  lose(): void {
    this.isLost = true
    this.noteFault()
    for (const reject of this.waiting.keys()) reject(unreachableDatabase('it does not answer'))
    this.waiting.clear()
  }

  restore(): void {
    this.isLost = false
  }

  /** Forgets which request is answered. */
  close(): void {
    this.requests.disable()
  }

  /** Of any connection: for some seconds, no request waits longer than it must. */
  noteFault(): void {
    this.lastFaultAt = performance.now()
  }

  /** Runs what answers a request. */
  answerInTime(response: UnansweredResponse, answer: () => void): void {
    this.requests.run({ response, arrivedAt: performance.now() }, answer)
  }

  /** What `work` began may still be committed: it is unknown, as after any loss of a connection. */
  async whileAvailable<T>(work: () => Promise<T>): Promise<T> {
    if (this.isLost) throw unreachableDatabase('it does not answer')
    const { waiting } = this
    return new Promise<T>((resolve, reject) => {
      waiting.set(reject, this.requests.getStore())
      this.check()
      work()
        .then(resolve, reject)
        .finally(() => waiting.delete(reject))
    })
  }

  /** Looks after the requests again and again while any waits. */
  private check(): void {
    this.checking ??= setInterval(() => {
      if (this.waiting.size === 0) {
        clearInterval(this.checking)
        this.checking = undefined
      } else this.rejectLate()
    }, WAITING_CHECK_INTERVAL_MS).unref()
  }

  private rejectLate(): void {
    const now = performance.now()
    if (now - this.lastFaultAt > FAULT_MAX_AGE_MS) return
    for (const [reject, request] of this.waiting) {
      if (request === undefined || request.response.headersSent || now - request.arrivedAt < ANSWER_DELAY_MS) continue
      this.waiting.delete(reject)
      reject(unreachableDatabase('it does not answer in time'))
    }
  }
}
