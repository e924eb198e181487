// One transaction on one connection, and what its commit reports: to the caches of this process at once, and to those of the
// others with the commit itself.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { EventBus, RecordTable, StoreEvent } from '../../../domain/ports/events.js'
import { CHANGE_CHANNEL, changeMessage } from '../changes/messages.js'
import { causeOf, isRepeatable, isTimeout } from './errors.js'
import { runTogether, type StatementCall, settleStatements } from './prepared-statements.js'

export type Orm = NodePgDatabase

/** Runs one statement that is written by hand, for what would cost too much with drizzle. */
export interface Statements {
  <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Runs several statements in one round trip. */
  together(calls: readonly StatementCall[]): Promise<readonly (readonly object[])[]>
}

/** One transaction of the database. */
export interface Transaction {
  readonly orm: Orm
  readonly run: Statements
  /**
   * The event waits for the commit, and is dropped on a rollback. What follows from a past that was rewritten is deleted with
   * it.
   */
  publish(event: StoreEvent): void
  /** Reports to the caches that records changed, once that is committed. */
  changed(table: RecordTable): void
}

export interface ChangeReport {
  readonly bus: EventBus
  /** Names this process to the others. */
  readonly self: string
}

export interface TransactionClient {
  readonly client: pg.Client | pg.PoolClient
  /** Called where the connection may still be in a transaction, and must not be used again. */
  breakOff(error: Error): void
}

export async function transact<T>(
  { client, breakOff }: TransactionClient,
  { bus, self }: ChangeReport,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const waiting: StoreEvent[] = []
  const publish = (event: StoreEvent): void => void waiting.push(event)
  const changed = (table: RecordTable): void => publish({ type: 'records changed', table })
  let result: T
  try {
    await client.query('BEGIN')
    result = await withCause(() => work({ orm: drizzle({ client }), run: statementsOf(client), publish, changed }))
    await forgetRewritten(client, waiting)
    const message = changeMessage(self, waiting)
    if (message !== undefined) await client.query('SELECT pg_notify($1, $2)', [CHANGE_CHANNEL, message])
    const { command } = await client.query('COMMIT')
    // The server answers this to a COMMIT after a statement that failed, without an error.
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed, and it was rolled back.')
  } catch (error) {
    const broken = isTimeout(error) ? error : await rollBack(client)
    if (broken !== undefined) breakOff(broken)
    throw error
  }
  for (const event of waiting) bus.publish(event)
  return result
}

async function forgetRewritten(client: TransactionClient['client'], events: readonly StoreEvent[]): Promise<void> {
  const ids = events.flatMap((event) => (event.type === 'history rewritten' ? [event.universeId] : []))
  if (ids.length === 0) return
  await client.query('DELETE FROM hourly_numbers WHERE universe_id = ANY($1::bigint[])', [[...new Set(ids)]])
}

const statementsOf = (client: pg.Client | pg.PoolClient): Statements =>
  Object.assign(
    async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await client.query<Row>(text, [...values])).rows,
    { together: (calls: readonly StatementCall[]) => runTogether(client, calls) },
  )

/**
 * The lock comes before the snapshot: a partition of head rows that is dropped meanwhile was compacted before, and one that is
 * still there stays until the transaction ends. All statements find their rows by key, so that one plan fits all values, and to
 * make one takes longer than to run it.
 */
const BEGIN_SNAPSHOT = [
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  'LOCK TABLE head_row IN ACCESS SHARE MODE',
  'SET LOCAL plan_cache_mode = force_generic_plan',
] as const

/** Begins with the first statement of `run`, in the same round trip where that is one without values. */
export interface Snapshot {
  readonly run: Statements
  /** Never rejects; resolves with the error that makes the connection unusable, if there is one. */
  end(): Promise<Error | undefined>
  /** The same after a failed statement. */
  abort(error: unknown): Promise<Error | undefined>
}

export function beginSnapshot(client: pg.PoolClient): Snapshot {
  const plain = statementsOf(client)
  let hasBegun = false
  const begin = async (): Promise<void> => {
    if (hasBegun) return
    hasBegun = true
    await runTogether(client, BEGIN_SNAPSHOT)
  }
  const together: Statements['together'] = async (calls) => {
    if (hasBegun || calls.length === 0) return plain.together(calls)
    hasBegun = true
    return (await runTogether(client, [...BEGIN_SNAPSHOT, ...calls])).slice(BEGIN_SNAPSHOT.length)
  }
  const run = async <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    await begin()
    return plain<Row>(text, values)
  }
  return {
    run: Object.assign(run, { together }),
    end: async () => (hasBegun ? rollBack(client) : undefined),
    abort: async (error) => (isTimeout(error) ? error : rollBack(client)),
  }
}

/** All of these see the same state of the database, in a transaction that one message begins and ends. */
export async function runSnapshot(
  client: pg.PoolClient,
  calls: readonly StatementCall[],
): Promise<readonly (readonly object[])[]> {
  const results = await runTogether(client, [...BEGIN_SNAPSHOT, ...calls, 'ROLLBACK'])
  return results.slice(BEGIN_SNAPSHOT.length, -1)
}

/** Returns the error that makes the connection unusable, if there is one. */
export async function rollBack(client: pg.Client | pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    await settleStatements(client)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const MAX_TRANSACTION_ATTEMPTS = 3

/** Repeats a transaction that lost a deadlock; `attempt` may only change the database. */
export async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++)
    try {
      return await attempt()
    } catch (error) {
      if (count === MAX_TRANSACTION_ATTEMPTS || !isRepeatable(error)) throw error
    }
}

export async function withCause<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw causeOf(error)
  }
}
