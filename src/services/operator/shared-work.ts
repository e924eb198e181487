// How processes that share a database divide the work, for the report on whether it is done (PROCESS-15).
import { type Clock, minuteOf } from '../../domain/clock.js'
import type { Leases } from '../../domain/processes/leases.js'

export interface SharedWork {
  readonly processes: readonly {
    readonly name: string
    /** How many of the 64 shards it samples. */
    readonly shards: number
    readonly tasks: readonly string[]
    /** The shards of Discord's gateway that it opens. */
    readonly gatewayShards: readonly number[]
  }[]
  /** The shards that nobody samples now. */
  readonly unheldShards: number
  /** How far behind the shard is whose last tick was longest ago; missing before the first tick. */
  readonly minutesBehind?: number
  /** The shards of Discord's gateway that nobody opens now. */
  readonly unheldGatewayShards: readonly number[]
}

/** Undefined where one process does everything. */
export async function readSharedWork(leases: Pick<Leases, 'report'>, clock: Clock): Promise<SharedWork | undefined> {
  const report = await leases.report()
  if (report === undefined) return undefined
  const { processes, unheld, oldestMinute, unheldGatewayShards } = report
  return {
    processes: processes.map(({ shards, ...others }) => ({ ...others, shards: shards.length })),
    unheldShards: unheld.length,
    unheldGatewayShards,
    ...(oldestMinute === undefined ? {} : { minutesBehind: Math.max(0, minuteOf(clock.now()) - oldestMinute) }),
  }
}
