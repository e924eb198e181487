// The port by which processes that share a database divide the work. A process has a lease until it stops, or until the
// database ends the session that holds it; no clock decides. With one process, it has all of them.
import type { Minute } from '../clock.js'
import type { Tick, TickCursor } from '../ports/series.js'
import type { GatewayShards } from './gateway-shards.js'

/** Universes belong to this many fixed shards. */
export const SHARD_COUNT = 64

export const shardOf = (universeId: number): number => universeId % SHARD_COUNT

/** What at most one process does, wherever. */
export const SINGLE_TASKS = ['evaluation', 'delivery', 'posts', 'market', 'icons', 'maintenance'] as const
export type SingleTask = (typeof SINGLE_TASKS)[number]

export interface Lease {
  /** Another number once the lease was lost and got again: meanwhile another process may have done the task. */
  readonly term: number
  /** What `work` writes is committed only while this process has the lease, or else it rejects. */
  fenced<T>(work: () => Promise<T>): Promise<T>
}

/** Universes that this process samples, and whose due time is accounted for up to the same minute. */
export interface SampledPart {
  includes(universeId: number): boolean
  cursor(): Promise<TickCursor | undefined>
  /**
   * Stores a tick of these universes. Rejects, and stores nothing, where this process has lost one of their shards, or
   * where their tick was stored meanwhile.
   */
  record(tick: Tick): Promise<void>
  /** Whether another process can sample them if this one stops, so that a tick that a stop ended is better not stored. */
  canHandOver(): Promise<boolean>
}

export interface SampledShards {
  /** Begins to take a share of the shards: before it, this process samples nothing. */
  start(): Promise<void>
  /** Calls `work` with what is sampled now; no shard is given away meanwhile. */
  during<T>(work: (parts: readonly SampledPart[]) => Promise<T>): Promise<T>
  /**
   * All universes, also those that other processes sample. A tick of them moves the cursor of no shard, and of two samples of one
   * minute the first one stays.
   */
  everything(): SampledPart
  /** Whether shards came whose tick of this minute is not stored yet. */
  areBehind(minute: Minute): Promise<boolean>
  /** Shows the others that this process begins to stop, so that none hands over to it. */
  leave(): void
  /** Gives all shards away. Call it after the last tick, so that others go on within the minute. */
  stop(): Promise<void>
}

/** Who holds what, for the operator. */
export interface LeaseReport {
  readonly processes: readonly {
    /** The host and the id of the process. */
    readonly name: string
    readonly shards: readonly number[]
    readonly tasks: readonly SingleTask[]
    /** The shards of Discord's gateway that it opens. */
    readonly gatewayShards: readonly number[]
  }[]
  /** The shards that nobody samples. */
  readonly unheld: readonly number[]
  /** The last accounted minute of the shard that is furthest behind; undefined before the first tick. */
  readonly oldestMinute: Minute | undefined
  /** The shards of Discord's gateway that nobody opens; empty before any process has opened one. */
  readonly unheldGatewayShards: readonly number[]
}

export interface Leases {
  /** Undefined while another process has it. */
  take(task: SingleTask): Promise<Lease | undefined>
  readonly shards: SampledShards
  /** Undefined where one process does everything: it opens as many as Discord recommends. */
  readonly gateway: GatewayShards | undefined
  /** Undefined where one process does everything. */
  report(): Promise<LeaseReport | undefined>
}
