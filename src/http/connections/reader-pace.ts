// Measures how fast one client reads the bytes that wait for it. Only time in which bytes wait counts, so a slow service is not a slow
// client.

export interface ReaderLimits {
  /** Bytes on the wire: for a compressed response, its compressed bytes. */
  readonly minBytesPerSecond: number
  /** The rate is measured over at least this many milliseconds. */
  readonly windowMs: number
  /** A client that reads nothing for this many milliseconds is disconnected. */
  readonly stallTimeoutMs: number
}

/** Why a client is disconnected. */
export type Slowness = 'it took nothing' | 'it took too little'

export class ReaderPace {
  /** The time of the last check in milliseconds; undefined where nothing was waiting. */
  private lookedAt: number | undefined
  private lastTaken: number | undefined
  private waitedMs = 0
  private taken = 0
  private silentMs = 0

  constructor(private readonly limits: ReaderLimits) {}

  /** Called while nothing waits for the client: the time until the next check does not count. */
  rest(): void {
    this.lookedAt = undefined
  }

  /** Called while bytes wait for the client. `taken` is the number of bytes read since the connection began; `now` is in milliseconds. */
  look(taken: number, now: number): Slowness | undefined {
    const passedMs = this.lookedAt === undefined ? 0 : now - this.lookedAt
    // The count can seem to shrink, because a buffer counts as handed over only once it is empty.
    const more = Math.max(0, taken - (this.lastTaken ?? taken))
    this.lookedAt = now
    this.lastTaken = taken
    this.waitedMs += passedMs
    this.taken += more
    this.silentMs = more > 0 ? 0 : this.silentMs + passedMs
    if (this.silentMs >= this.limits.stallTimeoutMs) return 'it took nothing'
    return more > 0 ? this.rate() : undefined
  }

  /** Evaluated only after something was read, because TCP acknowledgments arrive in steps that may be many seconds apart. */
  private rate(): Slowness | undefined {
    if (this.waitedMs < this.limits.windowMs) return undefined
    const needed = (this.limits.minBytesPerSecond * this.waitedMs) / 1_000
    const surplus = this.taken - needed
    this.waitedMs = 0
    // A surplus over the required bytes counts in the next window, and not after it.
    this.taken = Math.min(surplus, needed)
    return surplus < 0 ? 'it took too little' : undefined
  }
}
