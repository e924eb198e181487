// Faults that a test plans; the next matching call uses one up.
import type { ServerResponse } from 'node:http'
import type { RestCall, RestResponse } from '../types.js'

/** `'POST /channels/*\/messages'`, an expression for `METHOD /path`, or a predicate. */
export type CallMatcher = string | RegExp | ((call: RestCall) => boolean)

export interface RestFault {
  status?: 429 | 500 | 502 | 503
  /** Seconds, for 429. */
  retryAfter?: number
  global?: boolean
  /** The connection is reset. */
  reset?: boolean
  /** The connection ends without an answer. */
  politeClose?: boolean
  /** The request takes effect, and only its answer is lost. */
  afterCommit?: boolean
  delayMs?: number
}

function matches(matcher: CallMatcher, call: RestCall): boolean {
  if (typeof matcher === 'function') return matcher(call)
  const line = `${call.method} ${call.path}`
  if (matcher instanceof RegExp) return matcher.test(line)
  const parts = matcher.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`).test(line)
}

export class Faults {
  readonly #waiting: { matcher: CallMatcher; fault: RestFault }[] = []

  next(matcher: CallMatcher, fault: RestFault, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#waiting.push({ matcher, fault })
  }

  /** How many planned faults have not happened yet. */
  get pending(): number {
    return this.#waiting.length
  }

  clear(): void {
    this.#waiting.length = 0
  }

  take(call: RestCall): RestFault | undefined {
    const index = this.#waiting.findIndex(({ matcher }) => matches(matcher, call))
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]?.fault
  }
}

/** Returns the faulty answer, `cut` if the connection was ended, or undefined if the fault was only a delay. */
export function applyFault(fault: RestFault, response: ServerResponse): RestResponse | 'cut' | undefined {
  if (fault.reset) {
    response.socket?.resetAndDestroy()
    return 'cut'
  }
  if (fault.politeClose) {
    response.socket?.end()
    return 'cut'
  }
  if (fault.status === 429) return tooManyRequests(fault.retryAfter ?? 1, fault.global ? 'global' : 'user')
  if (fault.status) return { status: fault.status, body: { message: `${fault.status}: the double failed`, code: 0 } }
  return undefined
}

export function tooManyRequests(
  seconds: number,
  scope: 'global' | 'user',
  headers: Record<string, string> = {},
): RestResponse {
  const isGlobal = scope === 'global'
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: seconds, global: isGlobal },
    headers: {
      'retry-after': String(Math.ceil(seconds)),
      'x-ratelimit-scope': scope,
      ...(isGlobal ? { 'x-ratelimit-global': 'true' } : {}),
      ...headers,
    },
  }
}
