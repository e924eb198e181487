// Remembers the last call of each endpoint of the platform and what its rate limit left, for the operator.
import type { Clock } from '../../domain/clock.js'
import type { Activity } from '../../domain/ports/activity.js'

export interface PlatformCallState {
  /** The path with the ids removed. */
  readonly endpoint: string
  /** When the last call ended, ms. */
  readonly at: number
  /** The HTTP status of the last call; null if there was no response. */
  readonly status: number | null
  /** The calls that the rate limit left after it in its window; undefined if that is not known. */
  readonly callsLeft: number | undefined
  /** Since the start of this process. */
  readonly calls: number
  /** Of `calls`, those without a response and those with a status of 400 or more. */
  readonly failed: number
}

/** The service calls fewer; the limit holds if a path ever keeps an id. */
const MAX_LISTED = 50
const MIN_ERROR_STATUS = 400

export function createPlatformCalls({ activity, clock }: { readonly activity: Activity; readonly clock: Clock }) {
  const callsByEndpoint = new Map<string, PlatformCallState>()
  activity.subscribe((event) => {
    if (event.type !== 'platform called') return
    const { endpoint, status, callsLeft } = event
    const before = callsByEndpoint.get(endpoint)
    if (before === undefined && callsByEndpoint.size >= MAX_LISTED) return
    const isFailure = status === null || status >= MIN_ERROR_STATUS
    callsByEndpoint.set(endpoint, {
      endpoint,
      at: clock.now(),
      status,
      callsLeft,
      calls: (before?.calls ?? 0) + 1,
      failed: (before?.failed ?? 0) + Number(isFailure),
    })
  })
  /** The endpoints that were called since the start of this process, by name; at most 50. */
  return (): PlatformCallState[] => [...callsByEndpoint.values()].sort((a, b) => a.endpoint.localeCompare(b.endpoint))
}
