// The connections to one PostgreSQL database, with a limit on every wait. All statements of the store go through them; locks that outlast a
// transaction, counts of requests, migrations and what is heard of other processes have connections of their own.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { createEventBus, type EventBus, type EventSource, type Log } from '../../domain/ports/events.js'
import type { Store } from '../../domain/ports/store.js'
import { Availability, unreachableDatabase } from './changes/availability.js'
import { type ChangeListener, listenForChanges } from './changes/listener.js'
import { clientSettings } from './server/client-settings.js'
import { isConnectionError, isStatementTimeout, isTimeout, messageOf } from './server/errors.js'
import { createJointTransaction, type JointTransaction } from './server/joint-transaction.js'
import type { StatementCall } from './server/prepared-statements.js'
import { SilentConnections } from './server/silent-connections.js'
import {
  beginSnapshot,
  type Orm,
  repeated,
  rollBack,
  runSnapshot,
  type Statements,
  type Transaction,
  type TransactionClient,
  transact,
  withCause,
} from './server/transaction.js'

export type { Orm, Statements, Transaction } from './server/transaction.js'

export interface Connection {
  /** Runs `work`, which only reads. Inside `writeTogether` it reads in that transaction, and sees what it wrote. */
  read<T>(work: (orm: Orm) => Promise<T>): Promise<T>
  /** Whether the caller is inside `writeTogether` or `writeOn`, so that what it reads belongs to that transaction. */
  isInTransaction(): boolean
  /**
   * Runs `work`, whose statements all see the same state of the database. Inside `writeTogether` and `writeOn` they run in that
   * transaction, and each sees what was committed before it began.
   */
  snapshot<T>(work: (run: Statements) => Promise<T>): Promise<T>
  /** The same for statements that are all known beforehand, in one round trip. */
  snapshotOf(calls: readonly StatementCall[]): Promise<readonly (readonly object[])[]>
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
  /** All reads and writes of `change` as one transaction on that connection, which holds locks. */
  writeOn<T>(client: TransactionClient, change: () => Promise<T>): Promise<T>
  /** Waits for `work` on behalf of the request of the caller, also where `work` runs outside of it. */
  waitFor<T>(work: () => Promise<T>): Promise<T>
  readonly answerInTime: NonNullable<Store['answerInTime']>
  readonly events: EventSource
  /** Begins to report the commits of other processes to `events`, and resolves once they are heard. */
  listen(): Promise<ChangeListener>
  close(): Promise<void>
}

const MAX_CONNECTIONS = 10
const STATEMENT_TIMEOUT_MS = 30_000
const ROW_LOCK_TIMEOUT_MS = 10_000
/** PROCESS-3: the whole stop fits in 10 s. */
const LAST_STATEMENTS_TIMEOUT_MS = 2_000

interface ConnectOptions {
  readonly bus?: EventBus | undefined
  readonly log?: Log | undefined
}

export function connect(databaseUrl: string, { bus = createEventBus(), log }: ConnectOptions = {}): Connection {
  const silent = new SilentConnections()
  const availability = new Availability()
  const pool = openPool({ databaseUrl, silent, availability, log })
  const orm = drizzle({ client: pool })
  const report = { bus, self: randomUUID() }
  const joint = new AsyncLocalStorage<JointTransaction>()
  let listener: ChangeListener | undefined
  // Callers learn that the database cannot be reached, and when to try again; other errors stay as they are.
  const answered = <T>(work: () => Promise<T>): Promise<T> =>
    availability.whileAvailable(() =>
      work().catch((error: unknown) => {
        if (!isConnectionError(error)) throw error
        // The server answers all others.
        if (!isStatementTimeout(error)) availability.noteFault()
        throw unreachableDatabase(messageOf(error), error)
      }),
    )
  // What `change` left running does not end up in a transaction that is over.
  const jointTransaction = (): JointTransaction | undefined => {
    const current = joint.getStore()
    return current?.isDone() === true ? undefined : current
  }
  const onPool = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    let broken: Error | undefined
    const breakOff = (error: Error): void => {
      broken = error
    }
    try {
      return await transact({ client, breakOff }, report, work)
    } finally {
      client.release(broken)
    }
  }
  const onSnapshot = async <T>(work: (run: Statements) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const snapshot = beginSnapshot(client)
    try {
      const result = await withCause(() => work(snapshot.run))
      // What was read is known, so nobody waits for the end of the transaction.
      void snapshot.end().then((broken) => client.release(broken))
      return result
    } catch (error) {
      client.release(await snapshot.abort(error))
      throw error
    }
  }
  const onOneMessage = async (calls: readonly StatementCall[]): Promise<readonly (readonly object[])[]> => {
    const client = await pool.connect()
    try {
      const rows = await withCause(() => runSnapshot(client, calls))
      client.release()
      return rows
    } catch (error) {
      client.release(isTimeout(error) ? error : await rollBack(client))
      throw error
    }
  }
  const together =
    <T>(change: () => Promise<T>, after: (written: T, transaction: Transaction) => Promise<void>) =>
    async (transaction: Transaction): Promise<T> => {
      const current = createJointTransaction(transaction)
      try {
        const written = await joint.run(current, change)
        if (await current.end()) await after(written, transaction)
        return written
      } catch (error) {
        current.fail(error)
        // A write that was begun beside the failed one has to end before the transaction does.
        await current.end().catch(() => undefined)
        throw error
      }
    }

  return {
    read: (work) => {
      const current = jointTransaction()
      if (current !== undefined) return withCause(() => current.inTurn(({ orm: own }) => work(own)))
      return answered(() => withCause(() => work(orm)))
    },
    isInTransaction: () => jointTransaction() !== undefined,
    snapshot: (work) => {
      const current = jointTransaction()
      if (current !== undefined) return withCause(() => current.inTurn(({ run }) => work(run)))
      return answered(() => onSnapshot(work))
    },
    snapshotOf: (calls) => {
      const current = jointTransaction()
      if (current !== undefined) return withCause(() => current.inTurn(({ run }) => run.together(calls)))
      return answered(() => onOneMessage(calls))
    },
    write: (work) => {
      const current = jointTransaction()
      return current === undefined
        ? answered(() => repeated(() => onPool(work)))
        : withCause(() => current.writeInTurn(work))
    },
    writeTogether: (change, after) => answered(() => onPool(together(change, after))),
    writeOn: (client, change) =>
      transact(
        client,
        report,
        together(change, async () => undefined),
      ),
    waitFor: (work) => availability.whileAvailable(work),
    answerInTime: (response, answer) => availability.answerInTime(response, answer),
    events: bus,
    listen: async () => {
      listener ??= await listenForChanges({ databaseUrl, ...report, availability, silent, log })
      return listener
    },
    close: async () => {
      await listener?.close()
      // What a server does not answer must not keep the process from stopping.
      const late = setTimeout(() => silent.endWaiting(), LAST_STATEMENTS_TIMEOUT_MS)
      await pool.end()
      clearTimeout(late)
      // Their hooks slow every promise of the process.
      joint.disable()
      availability.close()
    },
  }
}

interface PoolOptions {
  readonly databaseUrl: string
  readonly silent: SilentConnections
  readonly availability: Availability
  readonly log: Log | undefined
}

function openPool({ databaseUrl, silent, availability, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...clientSettings(databaseUrl),
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: ROW_LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  })
  pool.on('connect', (client) => {
    // The pool listens only while nobody uses the client: without a listener, the loss of its connection would end the process.
    client.on('error', () => availability.noteFault())
    silent.add(client)
  })
  pool.on('remove', (client) => silent.remove(client))
  // The same for a connection that nobody uses.
  pool.on('error', (error) => log?.warn({ error: error.message }, 'An unused connection to the database was lost.'))
  return pool
}
