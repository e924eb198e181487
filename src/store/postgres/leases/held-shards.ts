// Holds the share of the shards that falls to this process: takes free ones up to it, and frees those beyond it, but never
// while a tick runs.
import { SHARD_COUNT } from '../../../domain/processes/leases.js'
import { enlist, freeShard, readSamplers, shareOf, tryShard, unlist } from './lock-table.js'
import type { LockSession } from './session.js'

export class HeldShards {
  private held = new Set<number>()
  private term: number | undefined
  private ticks = 0

  constructor(private readonly session: LockSession) {}

  /** Those of the session that is open, ascending. */
  shards(): readonly number[] {
    return this.session.term() === this.term ? [...this.held].sort((a, b) => a - b) : []
  }

  /** Undefined without a session. */
  currentTerm(): number | undefined {
    return this.session.term() === this.term ? this.term : undefined
  }

  /** Others that sample no longer count on this process, which keeps its shards until the session is closed. */
  async leave(): Promise<void> {
    const { term } = this
    if (term !== undefined) await this.session.run(term, ({ client }) => unlist(client))
  }

  async hasOthers(): Promise<boolean> {
    const { term } = this
    if (term === undefined) return false
    return this.session.run(term, async ({ client }) => {
      const { self, samplers } = await readSamplers(client)
      return samplers.some((pid) => pid !== self)
    })
  }

  /** Nothing is freed until it ends. */
  async whileTicking<T>(work: () => Promise<T>): Promise<T> {
    this.ticks++
    try {
      return await work()
    } finally {
      this.ticks--
    }
  }

  /** Must be called about once a second. */
  async balance(): Promise<void> {
    const term = await this.session.keep()
    if (term === undefined) return
    await this.session.run(term, async ({ client }) => {
      if (term !== this.term) {
        await enlist(client)
        this.held = new Set()
        this.term = term
      }
      const { self, samplers, heldShards } = await readSamplers(client)
      const share = shareOf(self, samplers)
      if (this.ticks === 0) await this.freeBeyond(client, share)
      for (let shard = 0; shard < SHARD_COUNT && this.held.size < share; shard++)
        if (!heldShards.has(shard) && !this.held.has(shard) && (await tryShard(client, shard))) this.held.add(shard)
    })
  }

  private async freeBeyond(client: Parameters<typeof freeShard>[0], share: number): Promise<void> {
    const surplus = [...this.held].slice(share)
    for (const shard of surplus) {
      // No longer used even where the answer is lost.
      this.held.delete(shard)
      await freeShard(client, shard)
    }
  }
}
