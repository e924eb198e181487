// The HTTP client for the platform: undici with time limits, retries and a rate limit per endpoint. It knows no particular endpoint.
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Clock } from '../domain/clock.js'
import type { Activity } from '../domain/ports/activity.js'
import type { PlatformState } from '../domain/ports/platform.js'
import type { ClockCheck } from '../domain/time/clock-check.js'
import { attempt, type UpstreamResponse } from './attempt.js'
import type { Budget } from './budget.js'
import { PlatformFailure } from './failure.js'
import { AddressPool, openPool } from './outgoing/address-pool.js'
import type { Deadline } from './outgoing/deadline.js'
import { FailingEndpoints } from './outgoing/failing-endpoints.js'
import type { LocalAddress } from './outgoing/local-address.js'

export interface PlatformCall<Schema extends z.ZodType> {
  /** The key of the rate limit: the path with the ids removed. */
  readonly endpoint: string
  readonly service: string
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: Schema
  /**
   * The number of attempts, not counting those that another local address takes over; 1 for calls that must not be
   * repeated.
   */
  readonly tries?: number | undefined
  /** Whether the platform serves this call to everybody, so that a 403 rejects the local address and not the caller. */
  readonly isOpenToAll?: boolean
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

export interface OutgoingOptions {
  /** For each local address. */
  readonly connections?: number
  /** The addresses of this machine from which calls leave; none: the system chooses. */
  readonly localAddresses?: readonly string[]
  /** Addresses that are open already. */
  readonly pool?: AddressPool
}

export class PlatformHttp {
  private readonly pool: AddressPool
  private readonly failing = new FailingEndpoints()

  constructor(
    private readonly urlTemplate: string,
    private readonly platformClock: PlatformClock,
    { connections = MAX_PLATFORM_CONNECTIONS, localAddresses = [], pool }: OutgoingOptions = {},
  ) {
    this.pool =
      pool ??
      openPool(localAddresses, {
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
    const { endpoint } = call
    const failed = new Set<LocalAddress>()
    let previousFailure: PlatformFailure | undefined
    for (let attemptNumber = 1; ; ) {
      const from = await this.takeAddress(endpoint, deadline, failed)
      try {
        const response = await this.attemptOnce(call, { from, deadline, attemptNumber })
        this.failing.recordSuccess(endpoint)
        return response
      } catch (error) {
        const failure = error as PlatformFailure
        this.failing.recordFailure(endpoint, failure)
        // A call that failed and then ran out of time is reported with its previous failure, not as late.
        if (failure.kind === 'late') throw previousFailure ?? failure
        previousFailure = failure
        failed.add(from)
        const mayUseOtherAddress = tries > 1 && isAddressFailure(failure, call)
        if (mayUseOtherAddress && this.pool.hasOther(endpoint, deadline, failed)) continue
        if (attemptNumber >= tries || this.failing.isBackingOff(endpoint) || !isRetryable(failure)) throw failure
        if (!(await this.pause(attemptNumber, deadline))) throw failure
        failed.clear()
        // Each address may reach other servers of the platform, so the next attempt prefers another address.
        failed.add(from)
        attemptNumber++
      }
    }
  }

  /** The addresses from which calls leave. */
  get addresses(): readonly LocalAddress[] {
    return this.pool.addresses
  }

  /** The same client for calls from one of its addresses. */
  only(address: LocalAddress): PlatformHttp {
    return new PlatformHttp(this.urlTemplate, this.platformClock, { pool: new AddressPool([address]) })
  }

  /** Whether calls to these endpoints succeed. It is limited only where the limits of all addresses are reached. */
  state(endpoints: readonly string[]): PlatformState {
    const state = this.failing.state(endpoints, this.platformClock.clock.now())
    const limited = endpoints.find((endpoint) => this.budgets(endpoint).every((budget) => budget.isRejected()))
    if (limited === undefined || state.state === 'backing off') return state
    return { ...state, state: 'limited', detail: `${limited}: The platform answered 429.` }
  }

  /** Whether the answers of an endpoint, each of the right form, were usable taken together. */
  recordContent(endpoint: string, isUsable: boolean): void {
    this.failing.recordContent(endpoint, isUsable)
  }

  /** Whether an endpoint has failed for so long that it is asked once a tick. */
  isBackingOff(endpoint: string): boolean {
    return this.failing.isBackingOff(endpoint)
  }

  /** The rate limit of an endpoint, for each address. */
  budgets(endpoint: string): Budget[] {
    return this.addresses.map((one) => one.budget(endpoint))
  }

  close(): Promise<void> {
    return this.pool.close()
  }

  private async takeAddress(
    endpoint: string,
    deadline: Deadline,
    failed: ReadonlySet<LocalAddress>,
  ): Promise<LocalAddress> {
    const from = await this.pool.take(endpoint, deadline, failed).catch((error: unknown) => {
      throw failureOf(error, deadline)
    })
    if (from) return from
    throw new PlatformFailure('busy', `The platform's limit for ${endpoint} leaves no call before the deadline.`)
  }

  /** Makes one attempt, and records for the address whether it works. Throws only a PlatformFailure. */
  private async attemptOnce<Schema extends z.ZodType>(
    call: PlatformCall<Schema>,
    { from, deadline, attemptNumber }: AddressAttempt,
  ): Promise<PlatformResponse<z.infer<Schema>>> {
    const began = performance.now()
    try {
      const answer = await this.send(call, { from, deadline, attemptNumber })
      if (call.isOpenToAll && answer.status === FORBIDDEN_STATUS)
        from.circuit.recordFailure(began, `The platform answered ${FORBIDDEN_STATUS}.`)
      else from.circuit.recordSuccess()
      return { body: answer.accept(call.answer) }
    } catch (error) {
      if (error instanceof PlatformFailure) throw error
      const failure = failureOf(error, deadline)
      if (failure.kind === 'unreachable') from.circuit.recordFailure(began, `No answer: ${codeOf(error)}.`)
      throw failure
    } finally {
      from.pendingCalls--
    }
  }

  private async send<Schema extends z.ZodType>(
    call: PlatformCall<Schema>,
    { from, deadline, attemptNumber }: AddressAttempt,
  ): Promise<UpstreamResponse> {
    const budget = from.budget(call.endpoint)
    const left = Math.ceil(Math.min(ATTEMPT_TIMEOUT_MS, deadline.at - performance.now()))
    if (left <= 0) throw new PlatformFailure('late', `No time left for ${call.endpoint}.`)
    const url = this.urlTemplate.replaceAll('{service}', call.service) + call.path
    const { agent } = from
    const begin = performance.now()
    let answer: UpstreamResponse | undefined
    try {
      answer = await attempt({ ...call, url, agent }, { timeoutMs: left, stop: deadline.stop })
      budget.learn(answer.headers)
    } finally {
      this.publish(call.endpoint, answer, performance.now() - begin)
    }
    if (answer.status === 429) budget.rejected(answer.headers, attemptNumber)
    this.platformClock.compare(clockSkewOf(answer, this.platformClock.clock.now()))
    return answer
  }

  private publish(endpoint: string, answer: UpstreamResponse | undefined, durationMs: number): void {
    const callsLeft = this.pool.callsLeft(endpoint)
    const status = answer?.status ?? null
    this.platformClock.activity?.publish({ type: 'platform called', endpoint, status, durationMs, callsLeft })
  }

  /** Waits with full jitter, so that failed calls do not all retry together. Returns false where the deadline is nearer. */
  private async pause(attemptNumber: number, deadline: Deadline): Promise<boolean> {
    const wait = Math.random() * 250 * 2 ** attemptNumber
    if (performance.now() + wait >= deadline.at) return false
    await sleep(wait, undefined, { signal: deadline.stop }).catch(() => undefined)
    return !deadline.stop.aborted
  }
}

interface AddressAttempt {
  readonly from: LocalAddress
  readonly deadline: Deadline
  readonly attemptNumber: number
}

/** The status with which the platform rejects every call from one local address. */
const FORBIDDEN_STATUS = 403

/** Whether the call may succeed from another address: there was no answer, or one that rejects this address. */
const isAddressFailure = ({ kind, status }: PlatformFailure, { isOpenToAll }: PlatformCall<z.ZodType>): boolean =>
  (kind === 'unreachable' && status === undefined) ||
  status === 429 ||
  (isOpenToAll === true && status === FORBIDDEN_STATUS)

/** For example ECONNREFUSED. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const isRetryable = (failure: PlatformFailure): boolean =>
  failure.kind === 'unreachable' || failure.kind === 'garbage' || (failure.kind === 'busy' && failure.status === 429)

function failureOf(error: unknown, deadline: Deadline): PlatformFailure {
  if (deadline.stop.aborted) return new PlatformFailure('stopped', 'The process is stopping.', { cause: error })
  if (performance.now() >= deadline.at) return new PlatformFailure('late', 'The deadline has passed.', { cause: error })
  return new PlatformFailure('unreachable', 'The platform could not be reached.', { cause: error })
}

/** Such a response may come from a proxy on this machine that did not reach the platform; its date is then from our own clock. */
const MIN_SERVER_ERROR_STATUS = 500

/** The platform's clock minus ours in ms; null where the response has no usable date. */
function clockSkewOf({ status, headers }: Pick<UpstreamResponse, 'status' | 'headers'>, now: number): number | null {
  const date = Date.parse(headers.date ?? '')
  if (Number.isNaN(date) || status >= MIN_SERVER_ERROR_STATUS) return null
  // RFC 9111: a cached response keeps its original date, and the Age header holds its age in seconds.
  const age = Number(headers.age ?? 0)
  return date + (Number.isFinite(age) ? age * 1_000 : 0) - now
}
