// How often one endpoint may be called: learned from the platform's own headers, spread over its window (upstream §2).
import { setTimeout as sleep } from 'node:timers/promises'

/** A tenth of a window's calls may go at once; the rest is spread over it. */
const BURST_SHARE = 10

export class Budget {
  private limit: { readonly calls: number; readonly windowMs: number } | undefined
  /** When the next call would be on pace (monotonic ms; by up to the burst a call may come earlier). */
  private onPaceAt = 0
  private closedUntil = 0

  /** Waits for a turn. False where the turn would come after `latest` (monotonic ms). */
  async take(latest: number, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const now = performance.now()
      const wait = Math.max(this.closedUntil - now, this.paceWait(now))
      if (wait <= 0) break
      if (now + wait > latest) return false
      await sleep(wait, undefined, { signal })
    }
    this.onPaceAt = Math.max(performance.now(), this.onPaceAt) + this.spacing()
    return true
  }

  /** Seconds until a call would be let through. */
  waitSeconds(): number {
    const now = performance.now()
    return Math.max(0, Math.ceil(Math.max(this.closedUntil - now, this.paceWait(now)) / 1000))
  }

  /** Reads `x-ratelimit-limit: 1000, 1000;w=60`, `-remaining` and `-reset` off an answer. */
  learn(headers: Readonly<Record<string, string | undefined>>): void {
    const window = /(\d+);w=(\d+)/.exec(headers['x-ratelimit-limit'] ?? '')
    if (window) this.limit = { calls: Math.max(1, Number(window[1])), windowMs: Math.max(1, Number(window[2])) * 1000 }
    const reset = seconds(headers['x-ratelimit-reset'])
    if (seconds(headers['x-ratelimit-remaining']) === 0 && reset !== undefined) this.close(reset * 1000)
  }

  /** After a 429: nothing for that long. */
  refused(headers: Readonly<Record<string, string | undefined>>, attempt: number): void {
    const told = seconds(headers['retry-after']) ?? seconds(headers['x-ratelimit-reset'])
    this.close(Math.min(told ?? 2 ** attempt, 60) * 1000 + Math.random() * 250)
  }

  private close(milliseconds: number): void {
    this.closedUntil = Math.max(this.closedUntil, performance.now() + milliseconds)
  }

  private spacing(): number {
    return this.limit ? this.limit.windowMs / this.limit.calls : 0
  }

  private paceWait(now: number): number {
    if (!this.limit) return 0
    const burst = Math.floor(this.limit.calls / BURST_SHARE) * this.spacing()
    return Math.ceil(this.onPaceAt - burst - now)
  }
}

const seconds = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
