// The HTTP client for the platform: undici with time limits, retries and a rate limit per endpoint. It knows no particular endpoint.
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import type { z } from 'zod'
import type { Clock } from '../domain/clock.js'
import type { Activity } from '../domain/ports/activity.js'
import type { CallDeadline } from '../domain/ports/platform.js'
import type { ClockCheck } from '../domain/time/clock-check.js'
import { attempt, type UpstreamResponse } from './attempt.js'
import { Budget } from './budget.js'
import { PlatformFailure } from './failure.js'
import { withinTime } from './within-time.js'

export interface PlatformCall<Schema extends z.ZodType> {
  /** The key of the rate limit: the path with the ids removed. */
  readonly endpoint: string
  readonly service: string
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: Schema
  /** The total number of attempts; 1 for calls that must not be repeated. */
  readonly tries?: number | undefined
}

/** `at` is in monotonic ms (`performance.now`), because the wall clock may be wrong or may be set. */
export interface Deadline {
  readonly at: number
  readonly stop: AbortSignal
}

export function deadlineIn(limit: CallDeadline): Deadline {
  // Hundreds of calls of one tick listen to the same signal, which is not a memory leak.
  setMaxListeners(0, limit.stop)
  return { at: performance.now() + limit.withinMs, stop: limit.stop }
}

export interface PlatformResponse<T> {
  readonly body: T
}

/** Receives the platform's clock from the `Date` headers of responses. */
export interface PlatformClock {
  readonly clock: Clock
  readonly compare: ClockCheck['compare']
  /** Receives every call and its end. */
  readonly activity?: Activity
}

const MAX_CALL_ATTEMPTS = 4
export const CONNECTION_TIMEOUT_MS = 4_000
const PLATFORM_SILENCE_TIMEOUT_MS = 5_000
const ATTEMPT_TIMEOUT_MS = 10_000
const MAX_PLATFORM_CONNECTIONS = 16
const MAX_PLATFORM_ANSWER_BYTES = 8 * 1024 * 1024

export class PlatformHttp {
  private readonly agent: Agent
  private readonly budgets = new Map<string, Budget>()

  constructor(
    private readonly urlTemplate: string,
    private readonly platformClock: PlatformClock,
    connections = MAX_PLATFORM_CONNECTIONS,
  ) {
    this.agent = new Agent({
      connect: { timeout: CONNECTION_TIMEOUT_MS },
      headersTimeout: PLATFORM_SILENCE_TIMEOUT_MS,
      bodyTimeout: PLATFORM_SILENCE_TIMEOUT_MS,
      keepAliveTimeout: 30_000,
      connections,
      maxResponseSize: MAX_PLATFORM_ANSWER_BYTES,
    })
  }

  async ask<Schema extends z.ZodType>(
    call: PlatformCall<Schema>,
    deadline: Deadline,
  ): Promise<PlatformResponse<z.infer<Schema>>> {
    const tries = call.tries ?? MAX_CALL_ATTEMPTS
    let before: PlatformFailure | undefined
    for (let tried = 1; ; tried++) {
      try {
        return await this.once(call, deadline, tried)
      } catch (error) {
        const failure = error instanceof PlatformFailure ? error : failureOf(error, deadline)
        // A call that failed and then ran out of time is reported with its first failure, not as late.
        if (failure.kind === 'late') throw before ?? failure
        if (tried >= tries || !worthAnotherTry(failure)) throw failure
        if (!(await this.pause(tried, deadline))) throw failure
        before = failure
      }
    }
  }

  budget(endpoint: string): Budget {
    const known = this.budgets.get(endpoint)
    if (known) return known
    const made = new Budget()
    this.budgets.set(endpoint, made)
    return made
  }

  close(): Promise<void> {
    return this.agent.destroy()
  }

  private async once<Schema extends z.ZodType>(
    call: PlatformCall<Schema>,
    deadline: Deadline,
    tried: number,
  ): Promise<PlatformResponse<z.infer<Schema>>> {
    const budget = this.budget(call.endpoint)
    if (!(await budget.take(deadline.at, deadline.stop))) {
      throw new PlatformFailure('busy', `The platform's limit for ${call.endpoint} leaves no call before the deadline.`)
    }
    const left = Math.ceil(Math.min(ATTEMPT_TIMEOUT_MS, deadline.at - performance.now()))
    if (left <= 0) throw new PlatformFailure('late', `No time left for ${call.endpoint}.`)
    const url = this.urlTemplate.replaceAll('{service}', call.service) + call.path
    const { agent } = this
    const begin = performance.now()
    let answer: UpstreamResponse | undefined
    try {
      answer = await withinTime(left, deadline.stop, (signal) => attempt({ ...call, url, signal, agent }))
      budget.learn(answer.headers)
    } finally {
      this.publish(call.endpoint, answer, performance.now() - begin)
    }
    if (answer.status === 429) budget.rejected(answer.headers, tried)
    this.platformClock.compare(clockSkewOf(answer, this.platformClock.clock.now()))
    return { body: answer.accept(call.answer) }
  }

  private publish(endpoint: string, answer: UpstreamResponse | undefined, durationMs: number): void {
    const callsLeft = this.budget(endpoint).callsLeft()
    const status = answer?.status ?? null
    this.platformClock.activity?.publish({ type: 'platform called', endpoint, status, durationMs, callsLeft })
  }

  /** Waits with full jitter, so that failed calls do not all retry together. Returns false where the deadline is nearer. */
  private async pause(tried: number, deadline: Deadline): Promise<boolean> {
    const wait = Math.random() * 250 * 2 ** tried
    if (performance.now() + wait >= deadline.at) return false
    await sleep(wait, undefined, { signal: deadline.stop }).catch(() => undefined)
    return !deadline.stop.aborted
  }
}

const worthAnotherTry = (failure: PlatformFailure): boolean =>
  failure.kind === 'unreachable' || failure.kind === 'garbage' || (failure.kind === 'busy' && failure.status === 429)

function failureOf(error: unknown, deadline: Deadline): PlatformFailure {
  if (deadline.stop.aborted) return new PlatformFailure('stopped', 'The process is stopping.', { cause: error })
  if (performance.now() >= deadline.at) return new PlatformFailure('late', 'The time was over.', { cause: error })
  return new PlatformFailure('unreachable', 'The platform could not be reached.', { cause: error })
}

/** A response with such a status may come from a proxy that did not reach the platform and that uses the clock to be compared. */
const MIN_SERVER_ERROR_STATUS = 500

/** The platform's clock minus ours in ms; null where the response has no usable date. */
function clockSkewOf({ status, headers }: Pick<UpstreamResponse, 'status' | 'headers'>, now: number): number | null {
  const date = Date.parse(headers.date ?? '')
  if (Number.isNaN(date) || status >= MIN_SERVER_ERROR_STATUS) return null
  // RFC 9111: a cached response keeps its original date, and the Age header holds its age in seconds.
  const age = Number(headers.age ?? 0)
  return date + (Number.isFinite(age) ? age * 1_000 : 0) - now
}
