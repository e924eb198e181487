// How look-ups reach the platform: on connections of their own, and with a bounded wait for their turn in a budget.
import type { z } from 'zod'
import type { Clock } from '../../domain/clock.js'
import { HeadcountError, upstream } from '../../domain/error.js'
import { PlatformFailure } from '../failure.js'
import { type Deadline, deadlineIn, type PlatformCall, type PlatformClock, PlatformHttp } from '../http.js'

/** The poller has 16: a look-up that hangs takes none of them. */
const CONNECTIONS = 6
/** One less than the poller: somebody waits. */
const TRIES = 3
/** The wait for a turn, and for the answer with it. */
const LOOK_UP_MS = 10_000

export class LookUpClient {
  readonly clock: Clock
  private readonly http: PlatformHttp
  private readonly stop = new AbortController()

  constructor(urlTemplate: string, platformClock: PlatformClock) {
    this.clock = platformClock.clock
    this.http = new PlatformHttp(urlTemplate, platformClock, CONNECTIONS)
  }

  deadline(withinMs = LOOK_UP_MS): Deadline {
    return deadlineIn({ withinMs, stop: this.stop.signal })
  }

  async ask<Schema extends z.ZodType>(call: PlatformCall<Schema>, deadline: Deadline): Promise<z.infer<Schema>> {
    try {
      return (await this.http.ask({ tries: TRIES, ...call }, deadline)).body
    } catch (error) {
      if (!(error instanceof PlatformFailure) || error.kind !== 'busy') throw error
      throw this.crowded(call.endpoint)
    }
  }

  /** The budget of `endpoint` leaves no turn within the bounded wait; says when it will. */
  crowded(endpoint: string): HeadcountError {
    const retryAfterSeconds = Math.max(1, this.http.budget(endpoint).waitSeconds())
    const message = `The platform may not be asked for this so often. Try again in ${retryAfterSeconds} s.`
    return new HeadcountError('UNAVAILABLE', message, { retryAfterSeconds })
  }

  close(): Promise<void> {
    this.stop.abort()
    return this.http.close()
  }
}

export const isFailure = (error: unknown): error is PlatformFailure | HeadcountError =>
  error instanceof PlatformFailure || error instanceof HeadcountError

/** What a failure is to the caller: the platform's, unless it has a code already. Addresses stay in the log. */
export const translated = (error: unknown): unknown =>
  error instanceof PlatformFailure
    ? upstream('The platform did not answer, or not as it should. Try again in a minute.', error)
    : error
