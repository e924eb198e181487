// How fast one reader takes what waits for it. Time counts only while something waits: a slow service is not a slow reader.

export interface ReaderLimits {
  /** On the wire: of a compressed answer its compressed bytes count. */
  readonly minBytesPerSecond: number
  /** The rate is measured over at least so long. */
  readonly windowMs: number
  /** A reader that takes nothing for so long is disconnected. */
  readonly stallTimeoutMs: number
}

/** Why a reader is disconnected. */
export type Slowness = 'it took nothing' | 'it took too little'

export class ReaderPace {
  /** When it was looked at last, and how much had been taken by then; nothing where nothing was waiting. */
  private lookedAt: number | undefined
  private lastTaken: number | undefined
  private waitedMs = 0
  private taken = 0
  private silentMs = 0

  constructor(private readonly limits: ReaderLimits) {}

  /** Nothing waits for the reader: whatever passes until the next look is not the reader's time. */
  rest(): void {
    this.lookedAt = undefined
  }

  /** `taken`: bytes since the connection began. Called while something waits. */
  look(taken: number, now: number): Slowness | undefined {
    const passedMs = this.lookedAt === undefined ? 0 : now - this.lookedAt
    // What the reader has taken can seem to shrink: a buffer is counted as handed over only once it is empty.
    const more = Math.max(0, taken - (this.lastTaken ?? taken))
    this.lookedAt = now
    this.lastTaken = taken
    this.waitedMs += passedMs
    this.taken += more
    this.silentMs = more > 0 ? 0 : this.silentMs + passedMs
    if (this.silentMs >= this.limits.stallTimeoutMs) return 'it took nothing'
    return more > 0 ? this.rate() : undefined
  }

  /** Only when something was taken: a reader's side tells of it in steps, which may lie many seconds apart. */
  private rate(): Slowness | undefined {
    if (this.waitedMs < this.limits.windowMs) return undefined
    const needed = (this.limits.minBytesPerSecond * this.waitedMs) / 1_000
    const surplus = this.taken - needed
    this.waitedMs = 0
    // What it took beyond its due counts in the next window, and no longer.
    this.taken = Math.min(surplus, needed)
    return surplus < 0 ? 'it took too little' : undefined
  }
}
