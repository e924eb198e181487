// Holds the share of the shards that falls to this process: takes free ones up to it, and frees those beyond it, but never
// while a tick runs. What is held is read from the server each time: an answer may be lost.
import { SHARD_COUNT } from '../../../domain/processes/leases.js'
import {
  enlist,
  freeShards,
  isMember,
  type LockClient,
  ownOf,
  readShared,
  SAMPLING,
  type SharedLocks,
  shareOf,
  tryShards,
  unlist,
} from './lock-table.js'
import type { LockSession } from './session.js'

export class HeldShards {
  private held = new Set<number>()
  private term: number | undefined
  private ticks = 0
  private hasLeft = false

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
    this.hasLeft = true
    const { term } = this
    if (term !== undefined) await this.session.run(term, ({ client }) => unlist(client, SAMPLING))
  }

  async hasOthers(): Promise<boolean> {
    const { term } = this
    if (term === undefined) return false
    return this.session.run(term, async ({ client }) => {
      const { self, members } = await readShared(client, SAMPLING)
      return members.some((pid) => pid !== self)
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
      if (this.hasLeft) return
      const locks = await enlisted(client)
      this.held = new Set(ownOf(locks))
      this.term = term
      const share = shareOf(locks.self, locks.members)
      if (this.ticks === 0) await this.freeBeyond(client, share)
      await this.takeUpTo(client, share, locks.holders)
    })
  }

  private async takeUpTo(client: LockClient, share: number, taken: ReadonlyMap<number, number>): Promise<void> {
    const missing = share - this.held.size
    if (missing <= 0) return
    const free = Array.from({ length: SHARD_COUNT }, (_, shard) => shard).filter((shard) => !taken.has(shard))
    for (const shard of await tryShards(client, SAMPLING, free.slice(0, missing))) this.held.add(shard)
  }

  private async freeBeyond(client: LockClient, share: number): Promise<void> {
    const surplus = [...this.held].slice(share)
    if (surplus.length === 0) return
    // No longer used even where the answer is lost.
    for (const shard of surplus) this.held.delete(shard)
    await freeShards(client, SAMPLING, surplus)
  }
}

/** A session that took part twice would still take part after it left once. */
async function enlisted(client: LockClient): Promise<SharedLocks> {
  const locks = await readShared(client, SAMPLING)
  if (isMember(locks)) return locks
  await enlist(client, SAMPLING)
  return readShared(client, SAMPLING)
}
