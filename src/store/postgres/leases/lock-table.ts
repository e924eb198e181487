// The advisory locks by which processes share the work, and who holds them. The two numbers of a lock are a kind and what it
// is about; nothing else takes locks with these kinds.
import type pg from 'pg'
import { SHARD_COUNT, SINGLE_TASKS, type SingleTask } from '../../../domain/processes/leases.js'
import {
  GATEWAY_LOCK_CODE,
  GATEWAY_TURN_CODE,
  OPENER_LOCK_CODE,
  SAMPLER_LOCK_CODE,
  SHARD_LOCK_CODE,
  TASK_LOCK_CODE,
} from '../server/lock-codes.js'
import type { Statements } from '../server/transaction.js'

export type LockClient = pg.Client | pg.PoolClient

/** The two kinds of locks by which something is shared: who takes part, and who has which part. */
export interface SharedKind {
  readonly member: number
  readonly part: number
}

export const SAMPLING: SharedKind = { member: SAMPLER_LOCK_CODE, part: SHARD_LOCK_CODE }
export const GATEWAY: SharedKind = { member: OPENER_LOCK_CODE, part: GATEWAY_LOCK_CODE }

/** Returns those of the shards that this session has taken now. */
export async function tryShards(
  client: LockClient,
  { part }: SharedKind,
  shards: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await client.query<{ shard: number; held: boolean }>(
    'SELECT shard, pg_try_advisory_lock($1, shard) AS held FROM unnest($2::integer[]) AS shard',
    [part, shards],
  )
  return rows.filter(({ held }) => held).map(({ shard }) => shard)
}

/** Until the end of the transaction: no other process takes shards of the gateway, so that all count the same shards. */
export async function tryGatewayTurn(client: LockClient): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_xact_lock($1, 0) AS held', [
    GATEWAY_TURN_CODE,
  ])
  return rows[0]?.held === true
}

export async function tryTask(client: LockClient, task: SingleTask): Promise<boolean> {
  const about = SINGLE_TASKS.indexOf(task)
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [
    TASK_LOCK_CODE,
    about,
  ])
  return rows[0]?.held === true
}

/** Shows the others that this process takes part, and so gets its share. */
export const enlist = async (client: LockClient, { member }: SharedKind): Promise<void> =>
  void (await client.query('SELECT pg_advisory_lock($1, pg_backend_pid())', [member]))

export const unlist = async (client: LockClient, { member }: SharedKind): Promise<void> =>
  void (await client.query('SELECT pg_advisory_unlock($1, pg_backend_pid())', [member]))

export const freeShards = async (client: LockClient, { part }: SharedKind, shards: readonly number[]): Promise<void> =>
  void (await client.query('SELECT pg_advisory_unlock($1, shard) FROM unnest($2::integer[]) AS shard', [part, shards]))

export interface SharedLocks {
  /** The session that asks. */
  readonly self: number
  /** The sessions of all processes that take part, ascending. */
  readonly members: readonly number[]
  /** Which session holds each shard. */
  readonly holders: ReadonlyMap<number, number>
}

export async function readShared(client: LockClient, { member, part }: SharedKind): Promise<SharedLocks> {
  const { rows } = await client.query<{ self: number; pid: number | null; kind: number; about: number }>(
    `SELECT me.self, l.* FROM (SELECT pg_backend_pid() AS self) AS me
     LEFT JOIN (SELECT ${LOCK_COLUMNS} FROM ${LOCKS} WHERE ${IS_OURS} AND classid::bigint IN ($1, $2)) AS l ON true`,
    [member, part],
  )
  const locks = rows.flatMap(({ pid, kind, about }) => (pid === null ? [] : [{ pid, kind, about }]))
  const members = locks.filter(({ kind }) => kind === member).map(({ pid }) => pid)
  const holders = locks.filter(({ kind }) => kind === part).map(({ about, pid }) => [about, pid] as const)
  return { self: rows[0]?.self ?? 0, members: members.sort((a, b) => a - b), holders: new Map(holders) }
}

export const isMember = ({ self, members }: SharedLocks): boolean => members.includes(self)

/** The shards that this session holds, ascending. */
export const ownOf = ({ self, holders }: SharedLocks): number[] =>
  [...holders].flatMap(([shard, pid]) => (pid === self ? [shard] : [])).sort((a, b) => a - b)

export interface HeldLocks {
  readonly name: string
  readonly shards: readonly number[]
  readonly tasks: readonly SingleTask[]
  readonly gatewayShards: readonly number[]
}

export async function readHolders(run: Statements): Promise<readonly HeldLocks[]> {
  const rows = await run<{ pid: number; kind: number; about: number; name: string }>(
    `SELECT ${LOCK_COLUMNS}, a.application_name AS name FROM ${LOCKS} JOIN pg_stat_activity AS a ON a.pid = l.pid
     WHERE ${IS_OURS} AND classid::bigint = ANY($1::bigint[]) ORDER BY name, kind, about`,
    [[SAMPLER_LOCK_CODE, SHARD_LOCK_CODE, TASK_LOCK_CODE, OPENER_LOCK_CODE, GATEWAY_LOCK_CODE]],
  )
  const names = [...new Set(rows.map(({ name }) => name))]
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name)
    const aboutOf = (kind: number) => own.filter((row) => row.kind === kind).map(({ about }) => about)
    return {
      name,
      shards: aboutOf(SHARD_LOCK_CODE),
      tasks: aboutOf(TASK_LOCK_CODE).flatMap((index) => SINGLE_TASKS[index] ?? []),
      gatewayShards: aboutOf(GATEWAY_LOCK_CODE),
    }
  })
}

/** How many of the shards each of the processes holds that take part, in their order: as even as it can be. */
export function shareOf(self: number, members: readonly number[], count: number = SHARD_COUNT): number {
  const rank = members.indexOf(self)
  if (rank < 0) return 0
  return Math.floor(count / members.length) + (rank < count % members.length ? 1 : 0)
}

const LOCKS = 'pg_locks AS l'
const LOCK_COLUMNS = 'l.pid, classid::bigint::integer AS kind, objid::bigint::integer AS about'
const IS_OURS = `locktype = 'advisory' AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
