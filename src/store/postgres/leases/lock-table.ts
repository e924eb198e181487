// The advisory locks by which processes share the work, and who holds them. The two numbers of a lock are a kind and what it
// is about; nothing else takes locks with these kinds.
import type pg from 'pg'
import { SHARD_COUNT, SINGLE_TASKS, type SingleTask } from '../../../domain/processes/leases.js'
import type { Statements } from '../server/transaction.js'

const [SAMPLER_LOCK_CODE, SHARD_LOCK_CODE, TASK_LOCK_CODE] = [4_839_031, 4_839_032, 4_839_033]

export type LockClient = pg.Client | pg.PoolClient

/** Returns those of the shards that this session has taken now. */
export async function tryShards(client: LockClient, shards: readonly number[]): Promise<readonly number[]> {
  const { rows } = await client.query<{ shard: number; held: boolean }>(
    'SELECT shard, pg_try_advisory_lock($1, shard) AS held FROM unnest($2::integer[]) AS shard',
    [SHARD_LOCK_CODE, shards],
  )
  return rows.filter(({ held }) => held).map(({ shard }) => shard)
}

export async function tryTask(client: LockClient, task: SingleTask): Promise<boolean> {
  const about = SINGLE_TASKS.indexOf(task)
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [
    TASK_LOCK_CODE,
    about,
  ])
  return rows[0]?.held === true
}

/** Shows the others that this process samples, and so gets its share. */
export const enlist = async (client: LockClient): Promise<void> =>
  void (await client.query('SELECT pg_advisory_lock($1, pg_backend_pid())', [SAMPLER_LOCK_CODE]))

export const unlist = async (client: LockClient): Promise<void> =>
  void (await client.query('SELECT pg_advisory_unlock($1, pg_backend_pid())', [SAMPLER_LOCK_CODE]))

export const freeShards = async (client: LockClient, shards: readonly number[]): Promise<void> =>
  void (await client.query('SELECT pg_advisory_unlock($1, shard) FROM unnest($2::integer[]) AS shard', [
    SHARD_LOCK_CODE,
    shards,
  ]))

export interface SamplerLocks {
  /** The session that asks. */
  readonly self: number
  /** The sessions of all processes that sample, ascending. */
  readonly samplers: readonly number[]
  readonly heldShards: ReadonlySet<number>
}

export async function readSamplers(client: LockClient): Promise<SamplerLocks> {
  const { rows } = await client.query<{ self: number; pid: number; kind: number; about: number }>(
    `SELECT pg_backend_pid() AS self, ${LOCK_COLUMNS} FROM ${LOCKS} WHERE ${IS_OURS} AND classid::bigint IN ($1, $2)`,
    [SAMPLER_LOCK_CODE, SHARD_LOCK_CODE],
  )
  const samplers = rows.filter(({ kind }) => kind === SAMPLER_LOCK_CODE).map(({ pid }) => pid)
  const shards = rows.filter(({ kind }) => kind === SHARD_LOCK_CODE).map(({ about }) => about)
  return { self: rows[0]?.self ?? 0, samplers: samplers.sort((a, b) => a - b), heldShards: new Set(shards) }
}

export interface HeldLocks {
  readonly name: string
  readonly shards: readonly number[]
  readonly tasks: readonly SingleTask[]
}

export async function readHolders(run: Statements): Promise<readonly HeldLocks[]> {
  const rows = await run<{ pid: number; kind: number; about: number; name: string }>(
    `SELECT ${LOCK_COLUMNS}, a.application_name AS name FROM ${LOCKS} JOIN pg_stat_activity AS a ON a.pid = l.pid
     WHERE ${IS_OURS} AND classid::bigint IN ($1, $2, $3) ORDER BY name, kind, about`,
    [SAMPLER_LOCK_CODE, SHARD_LOCK_CODE, TASK_LOCK_CODE],
  )
  const names = [...new Set(rows.map(({ name }) => name))]
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name)
    const aboutOf = (kind: number) => own.filter((row) => row.kind === kind).map(({ about }) => about)
    return {
      name,
      shards: aboutOf(SHARD_LOCK_CODE),
      tasks: aboutOf(TASK_LOCK_CODE).flatMap((index) => SINGLE_TASKS[index] ?? []),
    }
  })
}

/** How many shards each of the processes holds that sample: as even as it can be. */
export function shareOf(self: number, samplers: readonly number[]): number {
  const rank = samplers.indexOf(self)
  if (rank < 0) return 0
  return Math.floor(SHARD_COUNT / samplers.length) + (rank < SHARD_COUNT % samplers.length ? 1 : 0)
}

const LOCKS = 'pg_locks AS l'
const LOCK_COLUMNS = 'l.pid, classid::bigint::integer AS kind, objid::bigint::integer AS about'
const IS_OURS = `locktype = 'advisory' AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
