// How fast the bot speaks by itself: people's commands go through the same client, and always find room.
import { setTimeout as sleep } from 'node:timers/promises'

/** Discord takes 50 calls a second from a bot (discord.md §7); these are less than half. */
const GAP_MS = 50

export class Pace {
  #next = 0

  constructor(private readonly gapMs = GAP_MS) {}

  /** Waits for its turn; rejects when the signal fires. */
  async turn(stop: AbortSignal): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, this.#next)
    this.#next = at + this.gapMs
    await sleep(at - now, undefined, { signal: stop })
  }
}
