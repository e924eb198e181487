// Counts the calls of an hour against the limits that the platform stated, and those that came while it had asked for none.
import { type Clock, MINUTE_MS } from '../../../src/domain/clock.js'
import type { Span } from '../../../src/domain/rules/span.js'
import type { InterceptedRequest, SimulatorFault } from '../../../src/simulator/options.js'
import type { LoggedRequest } from '../../../src/simulator/request-log.js'
import { findCall } from '../../../src/simulator/routes.js'
import type { HourReport } from './hour-report.js'

/** Small enough that repeated calls and single looks reach the limits of the platform. */
export const LIMIT_FACTOR = 0.1
export const LOWER_LIMIT_FACTOR = 0.012

export class CallCount {
  private readonly factors: { readonly at: number; readonly factor: number }[] = []
  private readonly closed = new Map<string, { readonly from: number; readonly until: number }[]>()

  constructor(private readonly clock: Clock) {}

  begin(factor: number): void {
    this.factors.push({ at: this.clock.now(), factor })
  }

  note({ path, service, method }: InterceptedRequest, fault: SimulatorFault | undefined): void {
    if (fault?.status !== 429) return
    const key = keyOf({ path, service, method })
    const from = this.clock.now()
    // Without the header, no call comes in the first second.
    const until = from + Number(fault.headers?.['retry-after'] ?? 1) * 1_000
    this.closed.set(key, [...(this.closed.get(key) ?? []), { from, until }])
  }

  report(
    requests: readonly LoggedRequest[],
    span: Span,
  ): Pick<HourReport, 'aboveLimit' | 'tooEarly' | 'callsByMinute'> {
    const counts = new Map<string, { count: number; limit: number; key: string; window: number }>()
    const callsByMinute = new Array<number>(span.until - span.from).fill(0)
    const tooEarly: string[] = []
    for (const request of requests) {
      const { at, path } = request
      const [key, limit] = [keyOf(request), limitOf(request)]
      const minute = Math.floor(at / MINUTE_MS) - span.from
      callsByMinute[minute] = (callsByMinute[minute] ?? 0) + 1
      // Calls of the same moment were under way already.
      for (const { from, until } of this.closed.get(key) ?? [])
        if (at > from && at < until)
          tooEarly.push(`${path}: ${at - from} ms after a 429 that asked for ${until - from} ms`)
      if (limit === undefined) continue
      const window = Math.floor(at / (limit.seconds * 1_000)) * limit.seconds * 1_000
      const name = `${key} ${window}`
      const found = counts.get(name) ?? { count: 0, key, window, limit: this.calls(limit, window) }
      counts.set(name, { ...found, count: found.count + 1 })
    }
    const above = [...counts.values()].filter(({ count, limit }) => count > limit)
    const aboveLimit = above.map(
      ({ key, window, count, limit }) => `${key} in minute ${window / MINUTE_MS - span.from}: ${count} of ${limit}`,
    )
    return { aboveLimit, tooEarly, callsByMinute }
  }

  /** The limit of a window; the larger, where it changed at its beginning or within it, because only an answer states it. */
  private calls({ count, seconds }: { count: number; seconds: number }, window: number): number {
    const begun = this.factors.filter(({ at }) => at < window + seconds * 1_000)
    const before = begun.findLastIndex(({ at }) => at < window)
    const factors = begun.slice(Math.max(0, before)).map(({ factor }) => factor)
    return Math.max(1, Math.round(count * Math.max(...factors)))
  }
}

const keyOf = ({ method, service, path }: Pick<LoggedRequest, 'method' | 'service' | 'path'>): string =>
  `${method} ${findCall(method, `/${service}${path}`)?.call.path ?? path}`

const limitOf = ({ method, service, path }: LoggedRequest) => findCall(method, `/${service}${path}`)?.call.limit
