// The leases on PostgreSQL: advisory locks of two sessions of this process. One has the shards and writes their ticks, the
// other has the single tasks, so that no post waits for a tick.
import { hostname } from 'node:os'
import type { Log } from '../../../domain/ports/events.js'
import type { SeriesStore } from '../../../domain/ports/series.js'
import {
  type Lease,
  type LeaseReport,
  type Leases,
  type SampledPart,
  SHARD_COUNT,
  type SingleTask,
  shardOf,
} from '../../../domain/processes/leases.js'
import type { Connection } from '../connection.js'
import { repeated } from '../server/transaction.js'
import { readPlanIn } from './gateway-plan.js'
import { gatewayShards } from './held-gateway.js'
import { HeldShards } from './held-shards.js'
import { readHolders, tryTask } from './lock-table.js'
import { LockSession } from './session.js'
import { advanceCursors, type CursorGroup, readCursorGroups, readWholeCursor } from './shard-cursors.js'

const KEEP_INTERVAL_MS = 1_000

export interface PostgresLeases extends Leases {
  close(): Promise<void>
}

interface LeasesDeps {
  readonly databaseUrl: string
  readonly connection: Connection
  readonly recordTick: SeriesStore['recordTick']
  /** Up to which minute the due time of all shards is accounted for. */
  readonly cursor: SeriesStore['cursor']
  readonly log: Log | undefined
}

export function openLeases({ databaseUrl, connection, recordTick, cursor, log }: LeasesDeps): PostgresLeases {
  const name = `headcount ${hostname()}:${process.pid}`.slice(0, 63)
  const problem = { message: undefined }
  const shardSession = new LockSession({ databaseUrl, name, problem, log })
  const taskSession = new LockSession({ databaseUrl, name, problem, log })
  const held = new HeldShards(shardSession)
  const tasks = new Map<SingleTask, number>()
  let balancing: Promise<void> | undefined
  let isSampling = false
  const balance = (): Promise<void> => {
    balancing ??= held
      .balance()
      .catch((error: unknown) => log?.error({ err: error }, 'The shards could not be shared.'))
      .finally(() => {
        balancing = undefined
      })
    return balancing
  }
  const timer = setInterval(() => {
    if (isSampling) void balance()
    if (tasks.size > 0 || taskSession.term() !== undefined) void taskSession.keep()
  }, KEEP_INTERVAL_MS)
  timer.unref()

  const partOf = (group: CursorGroup): SampledPart => {
    const shards = new Set(group.shards)
    const term = held.currentTerm()
    return {
      includes: (universeId) => shards.has(shardOf(universeId)),
      cursor: async () => group.cursor,
      record: (tick) =>
        shardSession.run(term ?? 0, (client) =>
          repeated(() =>
            connection.writeOn(client, async () => {
              await connection.write(({ orm }) => advanceCursors(orm, group, tick.cursor))
              await recordTick(tick)
            }),
          ),
        ),
      canHandOver: () => held.hasOthers().catch(() => false),
    }
  }

  return {
    take: async (task) => {
      const term = taskSession.term() ?? (await taskSession.keep())
      if (term === undefined) return undefined
      if (tasks.get(task) !== term) {
        if (!(await taskSession.run(term, ({ client }) => tryTask(client, task)))) return undefined
        tasks.set(task, term)
      }
      return leaseOf(connection, taskSession, term)
    },
    shards: {
      start: async () => {
        isSampling = true
        await balance()
      },
      during: (work) =>
        held.whileTicking(async () => {
          const groups = await connection.read((orm) => readCursorGroups(orm, held.shards()))
          return work(groups.map(partOf))
        }),
      everything: () => ({ includes: () => true, cursor, record: recordTick, canHandOver: async () => false }),
      areBehind: async (minute) => {
        const groups = await connection.read((orm) => readCursorGroups(orm, held.shards()))
        return groups.some(({ cursor }) => (cursor?.minute ?? Number.NEGATIVE_INFINITY) < minute)
      },
      leave: () => {
        isSampling = false
        // Where the database does not answer, the others find out without a word.
        held.leave().catch(() => undefined)
      },
      stop: async () => {
        isSampling = false
        await balancing
        await shardSession.close()
      },
    },
    gateway: gatewayShards(taskSession, connection),
    report: () => readReport(connection),
    close: async () => {
      clearInterval(timer)
      isSampling = false
      await balancing
      await Promise.all([shardSession.close(), taskSession.close()])
    },
  }
}

const leaseOf = (connection: Connection, session: LockSession, term: number): Lease => ({
  term,
  fenced: (work) => session.run(term, (client) => connection.writeOn(client, work)),
})

async function readReport(connection: Connection): Promise<LeaseReport> {
  const [[processes, plan], cursor] = await Promise.all([
    connection.snapshot(async (run) => [await readHolders(run), await readPlanIn(run)] as const),
    connection.read(readWholeCursor),
  ])
  return {
    processes,
    unheld: unheldOf(
      SHARD_COUNT,
      processes.flatMap(({ shards }) => shards),
    ),
    oldestMinute: cursor?.minute,
    unheldGatewayShards: unheldOf(
      plan?.count ?? 0,
      processes.flatMap(({ gatewayShards: own }) => own),
    ),
  }
}

function unheldOf(count: number, shards: readonly number[]): number[] {
  const heldShards = new Set(shards)
  return Array.from({ length: count }, (_, shard) => shard).filter((shard) => !heldShards.has(shard))
}
