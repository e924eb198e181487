// Throttles what the bot sends by itself: commands share the same client and must not be delayed, and posts to one
// channel stay below Discord's rate limit. Its nonces make it safe to send again after a lost response.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** In ms. Discord allows 50 requests per second (CHAT-8); this uses less than half of them. */
const POST_INTERVAL_MS = 50

export class PostThrottle {
  #next = 0

  constructor(private readonly gapMs = POST_INTERVAL_MS) {}

  /** Waits for its turn; rejects when the signal fires. */
  async turn(stop: AbortSignal): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, this.#next)
    this.#next = at + this.gapMs
    await sleep(at - now, undefined, { signal: stop })
  }
}

/** Observed, not documented (CHAT-8). */
const BURST_SIZE = 5
const BURST_WINDOW_MS = 5_000
/** Above this number of channels, those without recent posts are removed from memory. */
const MAX_IDLE_CHANNELS = 1_000

export class ChannelThrottle {
  readonly #posts = new Map<string, number[]>()

  /**
   * Waits until the channel may receive another post; rejects when the signal fires. Allows one caller per channel at a
   * time.
   */
  async turn(channelId: string, stop: AbortSignal): Promise<void> {
    if (this.#posts.size > MAX_IDLE_CHANNELS) this.#sweep()
    const now = performance.now()
    const recent = (this.#posts.get(channelId) ?? []).filter((at) => now - at < BURST_WINDOW_MS)
    const oldest = recent[0]
    const at = oldest !== undefined && recent.length >= BURST_SIZE ? oldest + BURST_WINDOW_MS : now
    this.#posts.set(channelId, [...recent.slice(1 - BURST_SIZE), at])
    if (at > now) await sleep(at - now, undefined, { signal: stop })
  }

  #sweep(): void {
    const now = performance.now()
    for (const [channelId, posts] of this.#posts) {
      if (posts.every((at) => now - at >= BURST_WINDOW_MS)) this.#posts.delete(channelId)
    }
  }
}

/** Discord's limit for a nonce. */
const MAX_NONCE_LENGTH = 25

/**
 * Discord recognizes a repeated message by its nonce. The same parts give the same nonce, also after a restart. Discord
 * remembers it for a few minutes.
 */
export const nonceOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join(':')).digest('hex').slice(0, MAX_NONCE_LENGTH)
