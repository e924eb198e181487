// The connections to one PostgreSQL database, with a limit on every wait. All statements go through `read` and `write`.
import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { StoreEvent } from '../../domain/ports/events.js'
import {
  createEventBus,
  type EventBus,
  type EventSource,
  type Log,
  type RecordTable,
} from '../../domain/ports/events.js'
import { causeOf, isRepeatable, isTimeout } from './server/errors.js'

export type Orm = NodePgDatabase

/** One transaction of the database. */
export interface Transaction {
  readonly orm: Orm
  /** The event waits for the commit, and is dropped on a rollback. */
  publish(event: StoreEvent): void
  /** Reports to the caches that records changed, once that is committed. */
  changed(table: RecordTable): void
}

export interface Connection {
  /** Runs `work`, which only reads. Inside `writeTogether` it reads in that transaction, and sees what it wrote. */
  read<T>(work: (orm: Orm) => Promise<T>): Promise<T>
  /**
   * Runs `work` as one transaction, which is committed as a whole or not at all. After a deadlock it is repeated, so
   * `work` may only change the database.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  /**
   * All writes that `change` makes until it is settled, as one transaction, with `after`, which gets the result of
   * `change`; it is not called where there was no write.
   */
  writeTogether<T>(change: () => Promise<T>, after: (written: T, transaction: Transaction) => Promise<void>): Promise<T>
  readonly events: EventSource
  close(): Promise<void>
}

const MAX_CONNECTIONS = 10
const DATABASE_CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
const ROW_LOCK_TIMEOUT_MS = 10_000
/** Longer than the server's own limit: it ends the wait for a server that does not answer at all. */
const ANSWER_TIMEOUT_MS = 35_000
const MAX_TRANSACTION_ATTEMPTS = 3

/** Settings that each connection needs, also those that are not of the pool. */
export const clientSettings = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: DATABASE_CONNECT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  keepAlive: true,
})

interface ConnectOptions {
  readonly bus?: EventBus | undefined
  readonly log?: Log | undefined
}

export function connect(databaseUrl: string, { bus = createEventBus(), log }: ConnectOptions = {}): Connection {
  const pool = new pg.Pool({
    ...clientSettings(databaseUrl),
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: ROW_LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  // Without a listener, the loss of a connection that nobody uses would end the process.
  pool.on('error', (error) => log?.warn({ error: error.message }, 'An unused connection to the database was lost.'))
  const orm = drizzle({ client: pool })
  const joint = new AsyncLocalStorage<JointTransaction>()
  // What `change` left running does not end up in a transaction that is over.
  const jointTransaction = (): JointTransaction | undefined => {
    const current = joint.getStore()
    return current?.isOpen() === true ? current : undefined
  }

  async function repeated<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await transact(pool, bus, work)
      } catch (error) {
        if (attempt === MAX_TRANSACTION_ATTEMPTS || !isRepeatable(error)) throw error
      }
  }

  return {
    read: (work) => {
      const current = jointTransaction()
      return withCause(() => (current === undefined ? work(orm) : current.inTurn(({ orm: own }) => work(own))))
    },
    write: (work) => {
      const current = jointTransaction()
      return current === undefined ? repeated(work) : withCause(() => current.writeInTurn(work))
    },
    writeTogether: (change, after) =>
      transact(pool, bus, async (transaction) => {
        const current = createJointTransaction(transaction)
        const written = await joint.run(current, change)
        if (await current.end()) await after(written, transaction)
        return written
      }),
    events: bus,
    close: () => pool.end(),
  }
}

async function transact<T>(pool: pg.Pool, bus: EventBus, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const waiting: StoreEvent[] = []
  const publish = (event: StoreEvent): void => void waiting.push(event)
  const changed = (table: RecordTable): void => publish({ type: 'records changed', table })
  let broken: Error | undefined
  let result: T
  try {
    await client.query('BEGIN')
    result = await withCause(() => work({ orm: drizzle({ client }), publish, changed }))
    const { command } = await client.query('COMMIT')
    // The server answers this to a COMMIT after a statement that failed, without an error.
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed, and it was rolled back.')
  } catch (error) {
    broken = isTimeout(error) ? error : await rollBack(client)
    throw error
  } finally {
    // A connection that may still be in a transaction is closed, and not used again.
    client.release(broken)
  }
  for (const event of waiting) bus.publish(event)
  return result
}

/** Returns the error that makes the connection unusable, if there is one. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function withCause<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw causeOf(error)
  }
}

interface JointTransaction {
  inTurn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  writeInTurn<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
  isOpen(): boolean
  /**
   * Takes no more statements, and resolves once all are done: to whether there was a write. Rejects with the first error
   * of a write, also of one that was caught.
   */
  end(): Promise<boolean>
}

/** One connection runs one statement at a time, so the methods that are called beside each other take turns. */
function createJointTransaction(transaction: Transaction): JointTransaction {
  let last: Promise<unknown> = Promise.resolve()
  let isOpen = true
  let hasWritten = false
  let failure: { readonly error: unknown } | undefined
  const inTurn: JointTransaction['inTurn'] = (work) => {
    const turn = last.then(() => work(transaction))
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    inTurn,
    writeInTurn: async (work) => {
      try {
        const result = await inTurn(work)
        hasWritten = true
        return result
      } catch (error) {
        failure ??= { error }
        throw error
      }
    },
    isOpen: () => isOpen,
    end: async () => {
      isOpen = false
      await last
      if (failure !== undefined) throw failure.error
      return hasWritten
    },
  }
}
