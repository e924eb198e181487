// Runs the synchronous engine on the rows of the database: loads what a call needs, and writes what it changed. What reads runs in
// a snapshot, and what writes under the locks of the shards of its universes.
import type { StoredReading } from '../../../series/reading/universe-reader.js'
import { newDamageMemory } from '../../../series/tables/segments.js'
import { createTurns } from '../../values/turns.js'
import type { Connection, Statements, Transaction } from '../connection.js'
import { createEngine, type PostgresSeriesOptions, type SeriesEngine } from './engine.js'
import { HeadDamage } from './head-damage.js'
import type { HeadMemory } from './head-rows.js'
import { load, loadInOneMessage } from './loading/load.js'
import { rememberWeeks } from './loading/recall.js'
import { type CallScope, MissingRows, type RowRequest } from './loading/row-requests.js'
import { save } from './loading/save.js'
import { sharedReads } from './shared-reads.js'
import { WeekMemory } from './week-memory.js'
import { Workspace } from './workspace.js'
import { lockShards } from './writing/shards.js'

/** The rows of a call, and what loads more of them. */
export interface SeriesCall {
  readonly engine: SeriesEngine
  readonly workspace: Workspace
  /**
   * Calls `work` until it needs no more rows; what it changed before it was stopped is undone. So `work` may run many times, must be
   * synchronous, and may change nothing but the workspace.
   */
  attempt<T>(work: () => T): Promise<T>
}

export interface WritingCall extends SeriesCall {
  readonly transaction: Transaction
}

export interface SeriesCalls {
  read<T>(scope: CallScope, work: (engine: SeriesEngine) => T): Promise<T>
  /** Reads in several attempts, which all see the same state of the database. */
  readInParts<T>(scope: CallScope, work: (call: SeriesCall) => Promise<T>): Promise<T>
  /** Reads one value of each universe. */
  readEach<Value>(
    scope: CallScope,
    readerOf: (engine: SeriesEngine) => (universeId: number) => StoredReading<Value>,
  ): Promise<Map<number, Value>>
  /** What `work` changed by its attempts is written when it is done. */
  write<T>(scope: CallScope, work: (call: WritingCall) => Promise<T>): Promise<T>
  /** Runs `work` in the transaction of another write, which must hold the locks. */
  writeWithin<T>(transaction: Transaction, scope: CallScope, work: (call: WritingCall) => Promise<T>): Promise<T>
  /** Changes when samples are found damaged, or can be read again. */
  damageVersion(): number
  /** The head rows that a read of this process found damaged. */
  readonly headDamage: Pick<HeadDamage, 'within'>
}

/** As many calls as there are connections can work at once; each engine keeps megabytes. */
const MAX_IDLE_ENGINES = 10
/** Universes in one snapshot. */
const BATCH_SIZE = 500
/** More than any work has parts. */
const MAX_LOADS = 10_000

export function seriesCalls(connection: Connection, options: PostgresSeriesOptions): SeriesCalls {
  const damage = newDamageMemory()
  const idle: SeriesEngine[] = []
  const head: HeadMemory = { spans: [], damage: new HeadDamage(damage, options.log) }
  const weeks = new WeekMemory()

  async function withEngine<T>(workspace: Workspace, work: (engine: SeriesEngine) => Promise<T>): Promise<T> {
    const engine = idle.pop() ?? newEngine()
    engine.begin(workspace)
    try {
      return await work(engine)
    } finally {
      engine.end()
      if (idle.length < MAX_IDLE_ENGINES) idle.push(engine)
    }
  }
  const newEngine = (): SeriesEngine => createEngine(options, damage)
  const attempting =
    (run: Statements, engine: SeriesEngine, workspace: Workspace) =>
    async <T>(work: () => T): Promise<T> => {
      for (let loads = 0; loads < MAX_LOADS; loads++) {
        const tried = tryOnce(engine, workspace, work)
        if (tried.isDone) return tried.result
        await load(run, workspace, [tried.need])
      }
      throw tooManyLoads()
    }

  async function readBatch<Value>(
    run: Statements,
    { universeIds, needs = [] }: CallScope,
    readerOf: (engine: SeriesEngine) => (universeId: number) => StoredReading<Value>,
  ): Promise<readonly (readonly [number, Value])[]> {
    const workspace = new Workspace(universeIds, head)
    return withEngine(workspace, async (engine) => {
      await load(run, workspace, needs)
      const read = await attempting(run, engine, workspace)(() => readerOf(engine))
      const turn = createTurns()
      const found = new Map<number, Value | undefined>()
      let left = universeIds
      for (let loads = 0; left.length > 0; loads++) {
        if (loads === MAX_LOADS) throw tooManyLoads()
        const stops: RowRequest[] = []
        for (const id of left) {
          const one = tryOnce(engine, workspace, () => read(id).value)
          if (one.isDone) found.set(id, one.result)
          else stops.push(one.need)
          await turn()
        }
        await load(run, workspace, stops)
        left = universeIds.filter((id) => !found.has(id))
      }
      return [...found].flatMap(([id, value]) => (value === undefined ? [] : [[id, value] as const]))
    })
  }

  /** Undefined where `work` needed more than `needs`; it must be called again then. */
  async function readInOneMessage<T>(
    { universeIds, needs = [] }: CallScope,
    work: (call: SeriesCall) => Promise<T>,
  ): Promise<{ readonly result: T } | undefined> {
    const isCommitted = !connection.isInTransaction()
    const workspace = new Workspace(universeIds, head, isCommitted ? weeks : undefined)
    // Many calls can wait for a connection, so none of them has an engine before its rows are there.
    if (!(await loadInOneMessage(connection.snapshotOf, workspace, needs))) return undefined
    rememberWeeks(workspace)
    return withEngine(workspace, async (engine) => {
      try {
        return { result: await work({ engine, workspace, attempt: attemptingOnce(engine, workspace) }) }
      } catch (error) {
        if (error instanceof MissingRows) return undefined
        throw error
      }
    })
  }

  async function readInSnapshot<T>(scope: CallScope, work: (call: SeriesCall) => Promise<T>): Promise<T> {
    const read = scope.isUsuallyEnough === true ? await readInOneMessage(scope, work) : undefined
    if (read !== undefined) return read.result
    return connection.snapshot(async (run) => {
      const workspace = new Workspace(scope.universeIds, head)
      return withEngine(workspace, async (engine) => {
        await load(run, workspace, scope.needs ?? [])
        return work({ engine, workspace, attempt: attempting(run, engine, workspace) })
      })
    })
  }

  const readInParts = sharedReads<SeriesCall>(readInSnapshot, {
    canShare: () => !connection.isInTransaction(),
    waitFor: connection.waitFor,
  })

  const writeWithin: SeriesCalls['writeWithin'] = (transaction, { universeIds, needs = [] }, work) => {
    const workspace = new Workspace([...new Set(universeIds)], head)
    return withEngine(workspace, async (engine) => {
      await load(transaction.run, workspace, needs)
      const attempt = attempting(transaction.run, engine, workspace)
      const result = await work({ engine, workspace, transaction, attempt })
      await save(transaction.run, workspace)
      return result
    })
  }

  return {
    damageVersion: () => damage.version,
    headDamage: head.damage,
    read: (scope, work) => readInParts(scope, ({ engine, attempt }) => attempt(() => work(engine))),
    readInParts,
    async readEach(scope, readerOf) {
      const ids = [...new Set(scope.universeIds)]
      const found = new Map()
      for (let from = 0; from < ids.length; from += BATCH_SIZE) {
        const universeIds = ids.slice(from, from + BATCH_SIZE)
        const batch = await connection.snapshot((run) => readBatch(run, { ...scope, universeIds }, readerOf))
        for (const [id, value] of batch) found.set(id, value)
      }
      return found
    },
    write: (scope, work) =>
      connection.write(async (transaction) => {
        await lockShards(transaction.run, scope.universeIds)
        return writeWithin(transaction, scope, work)
      }),
    writeWithin,
  }
}

/** Without the rows that it needs, the work ends with MissingRows. */
const attemptingOnce =
  (engine: SeriesEngine, workspace: Workspace): SeriesCall['attempt'] =>
  async (work) => {
    const tried = tryOnce(engine, workspace, work)
    if (tried.isDone) return tried.result
    throw new MissingRows(tried.need)
  }

type AttemptResult<T> =
  | { readonly isDone: true; readonly result: T }
  | { readonly isDone: false; readonly need: RowRequest }

const tooManyLoads = (): Error => new Error('The series need too many rows.')

function tryOnce<T>(engine: SeriesEngine, workspace: Workspace, work: () => T): AttemptResult<T> {
  const before = workspace.changes.length
  try {
    return { isDone: true, result: work() }
  } catch (error) {
    workspace.undoTo(before)
    engine.forget()
    if (error instanceof MissingRows) return { isDone: false, need: error.need }
    throw error
  }
}
