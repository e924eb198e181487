// The HTTP client of the lookups: it has its own connections and waits only a limited time for the rate limit.

import type { z } from 'zod'
import type { Clock } from '../../domain/clock.js'
import { HeadcountError, rejection } from '../../domain/error.js'
import { noteReads } from '../../domain/ports/activity.js'
import { PlatformFailure } from '../failure.js'
import { type PlatformCall, type PlatformClock, PlatformHttp } from '../http.js'
import { type Deadline, deadlineIn } from '../outgoing/deadline.js'

/** Separate from the poller's 16 connections, so that slow lookups take none of them. */
const MAX_LOOKUP_CONNECTIONS = 6
/** One attempt less than the poller makes, because a person waits for the response. */
const MAX_LOOKUP_ATTEMPTS = 3
/** In milliseconds, for the rate limit and the response together. */
const LOOKUP_TIMEOUT_MS = 10_000

export class LookupClient {
  readonly clock: Clock
  /** Called with every read of a cache of lookups. */
  readonly onCacheRead: (isHit: boolean) => void
  private readonly http: PlatformHttp
  private readonly stop = new AbortController()

  constructor(urlTemplate: string, platformClock: PlatformClock) {
    this.clock = platformClock.clock
    const { activity } = platformClock
    this.onCacheRead = noteReads(activity, 'lookups')
    this.http = new PlatformHttp(urlTemplate, platformClock, { connections: MAX_LOOKUP_CONNECTIONS })
  }

  deadline(withinMs = LOOKUP_TIMEOUT_MS): Deadline {
    return deadlineIn({ withinMs, stop: this.stop.signal })
  }

  async ask<Schema extends z.ZodType>(call: PlatformCall<Schema>, deadline: Deadline): Promise<z.infer<Schema>> {
    try {
      return (await this.http.ask({ tries: MAX_LOOKUP_ATTEMPTS, ...call }, deadline)).body
    } catch (error) {
      if (!(error instanceof PlatformFailure) || error.kind !== 'busy') throw error
      throw this.limitReached(call.endpoint)
    }
  }

  /** The error where the rate limit of `endpoint` allows no call in time; it states when it will. */
  limitReached(endpoint: string): HeadcountError {
    const waits = this.http.budgets(endpoint).map((budget) => budget.waitSeconds())
    const retryAfterSeconds = Math.max(1, Math.min(...waits))
    const facts = { seconds: retryAfterSeconds }
    return rejection('UNAVAILABLE', { name: 'platform limit reached', facts }, { retryAfterSeconds })
  }

  close(): Promise<void> {
    this.stop.abort()
    return this.http.close()
  }
}

export const isFailure = (error: unknown): error is PlatformFailure | HeadcountError =>
  error instanceof PlatformFailure || error instanceof HeadcountError

/** Maps a failure to a platform error, unless it already has an error code. URLs appear only in the log. */
export const toHeadcountError = (error: unknown): unknown =>
  error instanceof PlatformFailure
    ? rejection('UPSTREAM_ERROR', { name: 'platform failed', facts: {} }, { cause: error })
    : error
