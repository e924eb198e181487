// The rate limit of one endpoint: learned from the platform's headers, with calls spread over its window (PLATFORM-6).

/** One tenth of a window's calls may be a burst; the rest is spread over the window. */
const BURST_SHARE = 10

type Headers = Readonly<Record<string, string | undefined>>

export class Budget {
  private limit: { readonly calls: number; readonly windowMs: number } | undefined
  /** The remaining calls of the current window and its end (monotonic ms), from the last response. */
  private window: { left: number; readonly endsAt: number } | undefined
  /** When the next call would be on pace (monotonic ms). A call may come earlier by up to the length of the burst. */
  private onPaceAt = 0
  private closedUntil = 0

  /** Counts a call that is about to be made. The caller has waited until `waitMs` is not above 0. */
  use(): void {
    const now = performance.now()
    this.window = this.windowAt(now)
    if (this.window) this.window.left--
    this.onPaceAt = Math.max(now, this.onPaceAt) + this.spacing()
  }

  /** The time until a call would be allowed; not above 0 where one is. */
  waitMs(): number {
    const now = performance.now()
    return Math.max(this.closedUntil - now, this.windowWait(now), this.paceWait(now))
  }

  /** Whether this window leaves more than a burst of other calls after this many optional calls. */
  hasSpare(calls: number): boolean {
    const now = performance.now()
    if (this.closedUntil > now) return false
    if (!this.limit || !this.window || now >= this.window.endsAt) return true
    return this.window.left - calls >= this.limit.calls / BURST_SHARE
  }

  /** The calls that the current window leaves; undefined if the platform has reported none. */
  callsLeft(): number | undefined {
    return this.window && performance.now() < this.window.endsAt ? Math.max(0, this.window.left) : undefined
  }

  /** The calls that may be made in the current window, or in a new one if it is over; undefined if the limit is not known. */
  available(): number | undefined {
    return this.isRejected() ? 0 : (this.callsLeft() ?? this.limit?.calls)
  }

  /** Whether the platform has answered 429, and the time that it asked for is not over. */
  isRejected(): boolean {
    return this.closedUntil > performance.now()
  }

  /** How many calls the limit allows in a time, in milliseconds; undefined if the platform has stated no limit. */
  callsWithin(ms: number): number | undefined {
    if (!this.limit) return undefined
    const { calls, windowMs } = this.limit
    const paced = Math.floor(calls / BURST_SHARE) + Math.floor(ms / this.spacing())
    return ms <= windowMs ? Math.min(calls, paced) : paced
  }

  /** Seconds until a call would be allowed. */
  waitSeconds(): number {
    return Math.max(0, Math.ceil(this.waitMs() / 1000))
  }

  /** Reads the headers `x-ratelimit-limit: 1000, 1000;w=60`, `-remaining` and `-reset` of a response. */
  learn(headers: Headers): void {
    const stated = /(?<!\d)(\d+);w=(\d+)/.exec(headers['x-ratelimit-limit'] ?? '')
    if (stated) this.limit = { calls: Math.max(1, Number(stated[1])), windowMs: Math.max(1, Number(stated[2])) * 1000 }
    const left = seconds(headers['x-ratelimit-remaining'])
    const reset = seconds(headers['x-ratelimit-reset'])
    if (left === undefined || reset === undefined) return
    const endsAt = performance.now() + reset * 1000
    // Responses can arrive out of order; the one with the fewest remaining calls is the most accurate.
    const isSame = this.window !== undefined && Math.abs(this.window.endsAt - endsAt) < 1_500
    this.window = { left: isSame ? Math.min(this.window?.left ?? left, left) : left, endsAt }
  }

  /** After a 429, allows no calls for the time that the platform states, or with exponential backoff where it states none. */
  rejected(headers: Headers, attempt: number): void {
    const stated = seconds(headers['retry-after']) ?? seconds(headers['x-ratelimit-reset'])
    const until = performance.now() + Math.min(stated ?? 2 ** attempt, 60) * 1000 + Math.random() * 250
    this.closedUntil = Math.max(this.closedUntil, until)
  }

  /** One window follows the other without a pause, so the current one is known even if no response has stated it. */
  private windowAt(now: number): { left: number; readonly endsAt: number } | undefined {
    if (!this.window || !this.limit || now < this.window.endsAt) return this.window
    const { calls, windowMs } = this.limit
    const passed = Math.floor((now - this.window.endsAt) / windowMs) + 1
    return { left: calls, endsAt: this.window.endsAt + passed * windowMs }
  }

  private windowWait(now: number): number {
    if (!this.window || this.window.left > 0 || now >= this.window.endsAt) return 0
    return Math.ceil(this.window.endsAt - now)
  }

  private spacing(): number {
    return this.limit ? this.limit.windowMs / this.limit.calls : 0
  }

  /** Where the platform reports the end of its window and the limit is too small for a burst, only the window limits the calls. */
  private paceWait(now: number): number {
    if (!this.limit || (this.window && this.limit.calls < BURST_SHARE)) return 0
    const burst = Math.floor(this.limit.calls / BURST_SHARE) * this.spacing()
    return Math.ceil(this.onPaceAt - burst - now)
  }
}

const seconds = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
