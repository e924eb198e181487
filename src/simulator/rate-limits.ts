// The platform's rate limits: fixed, clock-aligned windows, with one bucket per endpoint and address (PLATFORM-6).
import type { SimulatorCall } from './call.js'
import type { SimulatorSettings } from './options.js'

export interface RateLimitResult {
  readonly allowed: boolean
  readonly headers: Readonly<Record<string, string>>
}

interface Bucket {
  window: number
  used: number
}

const FREE: RateLimitResult = { allowed: true, headers: {} }

export class SimulatedRateLimits {
  private readonly buckets = new Map<string, Bucket>()

  constructor(private readonly settings: SimulatorSettings) {}

  /** Counts one request. Calls without a published limit have no rate limit headers. */
  take(call: SimulatorCall, address: string, now: number): RateLimitResult {
    const { rateLimits } = this.settings
    if (rateLimits === 'off' || !call.limit) return FREE
    const { seconds } = call.limit
    const limit = Math.max(1, Math.round(call.limit.count * (rateLimits === 'real' ? 1 : rateLimits)))
    const bucket = this.bucketOf(`${address} ${call.method} ${call.path}`, Math.floor(now / (seconds * 1_000)))
    const allowed = bucket.used < limit
    if (allowed) bucket.used++
    const reset = Math.ceil(seconds - ((now / 1_000) % seconds))
    return {
      allowed,
      headers: {
        'x-ratelimit-limit': `${limit}, ${limit};w=${seconds}, ${limit};w=${seconds}`,
        'x-ratelimit-remaining': String(limit - bucket.used),
        'x-ratelimit-reset': String(reset),
        ...(allowed ? {} : { 'retry-after': String(reset) }),
      },
    }
  }

  private bucketOf(key: string, window: number): Bucket {
    const known = this.buckets.get(key)
    if (known?.window === window) return known
    const fresh = { window, used: 0 }
    this.buckets.set(key, fresh)
    return fresh
  }
}
