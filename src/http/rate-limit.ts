// Rate limits in windows of 60 seconds, kept by rate-limiter-flexible, and their response headers (API-3). Processes that share
// a database count together; while it does not answer, each counts in its memory.
import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rejection } from '../domain/error.js'
import type { CountedWindow, WindowCounter } from '../domain/processes/window-counter.js'

export const WINDOW_SECONDS = 60
/** API-5: failed authentications per minute and address. */
export const MAX_FAILURES_PER_MINUTE = 30

/** No request waits longer for shared counts. */
const SHARED_COUNT_TIMEOUT_MS = 300
/** How long memory counts after that, before the shared counts are asked again. */
const MEMORY_PERIOD_MS = 1_000

export interface RateWindow {
  readonly limit: number
  readonly remaining: number
  /** Unix seconds. */
  readonly reset: number
}

type CountedState = RateLimiterRes & { readonly isOver?: boolean }

const isOver = (state: CountedState): boolean => state.isOver === true

/** The limit of an account, whatever the number of its keys (API-4). */
export const accountSubject = (accountId: number): string => `account:${accountId}`

export class RateLimits {
  /** Until then, nobody waits for shared counts that do not answer. */
  private memoryUntil = 0
  private isCountingAlone = false
  /** One limiter per limit, because plans differ and may change during a window. */
  private readonly limiters = new Map<number, RateLimiterMemory>()
  private readonly rejected = new WeakMap<IncomingMessage, { readonly subject: string; readonly state: CountedState }>()

  /**
   * `shared` is missing where one process does everything. `report` is called with the error when this process begins to count
   * for itself.
   */
  constructor(
    private readonly shared?: WindowCounter | undefined,
    private readonly report: (error: unknown) => void = () => undefined,
    private readonly timeoutMs = SHARED_COUNT_TIMEOUT_MS,
  ) {}

  /** Counts one request. Throws RATE_LIMIT_EXCEEDED above the limit. The headers are set in both cases. */
  async count(subject: string, limit: number, response: Response): Promise<RateWindow> {
    const rejected = this.rejected.get(response.req)
    const state = rejected?.subject === subject ? rejected.state : await this.consume(subject, limit)
    const window = windowOf(state, limit)
    response.set(rateHeaders(window))
    if (!isOver(state)) return window
    const retryAfterSeconds = Math.max(1, Math.ceil(msLeftOf(state) / 1000))
    const facts = { limit, seconds: retryAfterSeconds }
    throw rejection('RATE_LIMIT_EXCEEDED', { name: 'too many requests', facts }, { retryAfterSeconds })
  }

  /** Counts one request. Undefined above the limit; a later `count` for this request then throws and counts no more. */
  async take(request: IncomingMessage, subject: string, limit: number): Promise<RateWindow | undefined> {
    const state = await this.consume(subject, limit)
    if (!isOver(state)) return windowOf(state, limit)
    this.rejected.set(request, { subject, state })
    return undefined
  }

  /** The current window, without counting a request. It begins now if there is none. */
  async open(subject: string, limit: number): Promise<RateWindow> {
    return windowOf(await this.consume(subject, limit, { points: 0 }), limit)
  }

  /**
   * Counts one request by a limit of its own, whose window ends together with `window`, so that there is one time at which
   * more is allowed. False above the limit.
   */
  async countWithin(window: RateWindow, subject: string, limit: number): Promise<boolean> {
    const seconds = Math.max(1, window.reset - Date.now() / 1000)
    return !isOver(await this.consume(subject, limit, { seconds }))
  }

  /** `seconds` is the length of the window if this request begins it. */
  private async consume(
    subject: string,
    limit: number,
    { points = 1, seconds = WINDOW_SECONDS }: { readonly points?: number; readonly seconds?: number } = {},
  ): Promise<CountedState> {
    const counted = await this.ask((shared) => shared.count(`${limit} ${subject}`, points, seconds))
    if (counted !== undefined) return stateOf(counted, limit)
    return this.limiter(limit)
      .consume(subject, points, { customDuration: seconds })
      .then(
        (state) => state,
        (rejected: unknown) => {
          if (!(rejected instanceof RateLimiterRes)) throw rejected
          return Object.assign(rejected, { isOver: true })
        },
      )
  }

  /** The current window, without counting a request. */
  async peek(subject: string, limit: number): Promise<RateWindow> {
    const counted = await this.ask((shared) => shared.read(`${limit} ${subject}`))
    if (counted !== undefined) return windowOf(stateOf(counted, limit), limit)
    const state = await this.limiter(limit).get(subject)
    return state ? windowOf(state, limit) : { limit, remaining: limit, reset: inSeconds(WINDOW_SECONDS * 1000) }
  }

  /** Undefined where this process counts for itself. */
  private async ask<Answer>(question: (shared: WindowCounter) => Promise<Answer>): Promise<Answer | undefined> {
    if (this.shared === undefined || performance.now() < this.memoryUntil) return undefined
    try {
      const answer = await Promise.race([question(this.shared), lateAfter(this.timeoutMs)])
      // An answer that was on its way while another one was late does not say that they answer in time again.
      if (performance.now() >= this.memoryUntil) this.isCountingAlone = false
      return answer
    } catch (error) {
      this.memoryUntil = performance.now() + MEMORY_PERIOD_MS
      if (!this.isCountingAlone) this.report(error)
      this.isCountingAlone = true
      return undefined
    }
  }

  private limiter(limit: number): RateLimiterMemory {
    const known = this.limiters.get(limit)
    if (known) return known
    const newLimiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS })
    this.limiters.set(limit, newLimiter)
    return newLimiter
  }
}

const lateAfter = (ms: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The shared counts do not answer.')), ms).unref()
  })

const stateOf = ({ points, msLeft }: CountedWindow, limit: number): CountedState =>
  Object.assign(new RateLimiterRes(Math.max(0, limit - points), msLeft, points), { isOver: points > limit })

const inSeconds = (ms: number): number => Math.ceil((Date.now() + ms) / 1000)

/** The library subtracts times of the clock, and a clock that was set back would make a window of a minute last for hours. */
const msLeftOf = ({ msBeforeNext }: RateLimiterRes): number => Math.min(msBeforeNext, WINDOW_SECONDS * 1000)

const windowOf = (state: RateLimiterRes, limit: number): RateWindow => ({
  limit,
  remaining: Math.max(0, state.remainingPoints),
  reset: inSeconds(msLeftOf(state)),
})

export const rateHeaders = (window: RateWindow): Record<string, string> => ({
  'X-RateLimit-Limit': `${window.limit}`,
  'X-RateLimit-Remaining': `${window.remaining}`,
  'X-RateLimit-Reset': `${window.reset}`,
})
