// Opens one SQLite file with the settings that Headcount needs.

import type Sqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Plans } from '../../domain/plan.js'
import type { Activity } from '../../domain/ports/activity.js'
import {
  createEventBus,
  type EventBus,
  type EventSource,
  type Log,
  type StoreEvent,
} from '../../domain/ports/events.js'
import type { DatabaseCondition } from '../../domain/ports/upkeep.js'
import { MIB } from '../../domain/rounding.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import { createJointWrites } from './audit/joint-writes.js'
import { Database, isBusy } from './driver.js'
import { type FileIdentityNumbers, identityAt } from './file/file-identity.js'
import { createHeadcountFile, identify, requireWritableFolder } from './file/identify.js'
import { requireOnlyName } from './file/only-name.js'
import { expectedSchema } from './file/schema-version.js'
import { requireMigratable } from './migrate.js'
import { realName } from './upkeep/durable-files.js'

export interface Connection {
  /**
   * For SQL written by hand: the series, statements for which a bench gives the reason, and what drizzle has no builder
   * for.
   */
  readonly raw: Sqlite.Database
  /** For all other tables. */
  readonly orm: BetterSQLite3Database
  /** Runs `work` as one transaction, which is committed as a whole or not at all. */
  write<T>(work: () => T): T
  /**
   * Like `write`, but does not wait for the disk: a power failure may undo it, together with all later writes. For
   * maintenance, which then repeats the work.
   */
  writeUnsynced<T>(work: () => T): T
  /**
   * All writes of `change` as one transaction, with `after`, which gets what the last of them returned; it is not called
   * where there was none. `change` must make its writes before it waits for anything.
   */
  writeTogether<T>(change: () => Promise<T>, after: (written: T) => void): Promise<T>
  readonly events: EventSource
  /**
   * Inside a transaction the event waits for the commit, and is dropped on a rollback. What follows from a past that was rewritten is
   * deleted with it.
   */
  publish(event: StoreEvent): void
  readonly identity: FileIdentityNumbers
  close(): void
}

const BUSY_TIMEOUT_MS = 5_000
const BUSY_RETRY_DELAY_MS = 10

/**
 * How many connections this process has to each file. `claimFile` must not identify a file that is open: see
 * `identify`.
 */
const opened = new Map<string, number>()

export function connect(
  file: string,
  bus: EventBus = createEventBus(),
  maxBytes: (() => number) | undefined = undefined,
): Connection {
  const raw = openFile(realName(file))
  const identity = identityAt(raw.name)
  const close = (): void => {
    if (!raw.open) return
    raw.close()
    countOpen(raw.name, -1)
  }
  try {
    prepareFile(raw)
  } catch (error) {
    close()
    throw error
  }
  // IMMEDIATE, because a deferred transaction that reads first and then writes would fail at once beside another
  // writer.
  const commit = <T>(work: () => T): T => {
    if (maxBytes !== undefined) limitSize(raw, maxBytes())
    return raw.transaction(work).immediate()
  }
  const { events, publish, publishing } = createPublisher(raw, bus)
  const joint = createJointWrites()
  const write: Connection['write'] = (work) =>
    raw.inTransaction ? joint.observe(() => commit(work)) : publishing(() => commit(work))
  return {
    raw,
    orm: drizzle({ client: raw }),
    write,
    writeUnsynced: (work) => {
      // SQLite cannot change this inside a transaction, which decides for itself.
      if (raw.inTransaction) return write(work)
      raw.pragma('synchronous = NORMAL')
      try {
        return write(work)
      } finally {
        raw.pragma('synchronous = FULL')
      }
    },
    writeTogether: (change, after) => joint.begin(write, change, after),
    events,
    publish,
    identity,
    close,
  }
}

const MAX_PAGES = 2 ** 32 - 2

/** A write that needs more fails with SQLITE_FULL, as on a full disk. */
function limitSize(raw: Sqlite.Database, bytes: number): void {
  const pages = Math.floor(bytes / Number(raw.pragma('page_size', { simple: true })))
  raw.pragma(`max_page_count = ${Math.min(Math.max(pages, 1), MAX_PAGES)}`)
}

function createPublisher(raw: Sqlite.Database, bus: EventBus) {
  let waiting: StoreEvent[] = []
  return {
    events: bus,
    publish: (event: StoreEvent): void => {
      if (event.type === 'history rewritten')
        raw.prepare('DELETE FROM hourly_numbers WHERE universe_id = ?').run(event.universeId)
      if (!raw.inTransaction) bus.publish(event)
      // A tick may change the events of thousands of universes, and caches are to be emptied once.
      else if (event.type !== 'events changed' || !waiting.some(({ type }) => type === event.type)) waiting.push(event)
    },
    /** `work` must be a whole transaction. */
    publishing: <T>(work: () => T): T => {
      waiting = []
      const result = work()
      const committed = waiting
      waiting = []
      for (const event of committed) bus.publish(event)
      return result
    },
  }
}

/**
 * Creates the file where there is none. Throws, and does not change the file, where it does not belong to Headcount.
 */
export function claimFile(databaseFile: string): void {
  const file = realName(databaseFile)
  if (opened.has(file)) return
  requireMigratable(file)
  createHeadcountFile(file)
}

/** For what only reads. A file that is no database of Headcount is rejected where it is opened. */
export function requireCurrentFile(databaseFile: string): void {
  const file = realName(databaseFile)
  if (opened.has(file)) return
  const identity = identify(file)
  if (identity.kind === 'absent' || identity.kind === 'empty')
    throw rejection('INVALID_PARAMETERS', { name: 'nothing to read yet', facts: { file } })
  const known = expectedSchema()
  if (identity.kind === 'headcount' && identity.version < known)
    throw rejection('UNAVAILABLE', {
      name: 'database too old to read',
      facts: { file, found: identity.version, known },
    })
}

/** Throws where the database could not be opened or written to. Changes nothing and makes nothing. */
export function examineFile(databaseFile: string): DatabaseCondition {
  const file = realName(databaseFile)
  requireMigratable(file)
  requireOnlyName(file)
  requireWritableFolder(file)
  const identity = identify(file)
  if (identity.kind !== 'headcount') return 'new'
  return identity.version < expectedSchema() ? 'old' : 'current'
}

function openFile(file: string): Sqlite.Database {
  claimFile(file)
  const raw = new Database(realName(file), { timeout: BUSY_TIMEOUT_MS })
  countOpen(raw.name, 1)
  return raw
}

function countOpen(file: string, change: 1 | -1): void {
  const count = (opened.get(file) ?? 0) + change
  if (count > 0) opened.set(file, count)
  else opened.delete(file)
}

/**
 * A quarter of what SQLite takes by default: more than a hundred tables and indexes have a page at least, and a segment
 * leaves half of its last page unused on average. A file keeps the pages that it was made with.
 */
const PAGE_BYTES = 1_024

/**
 * The order matters: both pragmas are silently ignored once the file has a first page, and turning on WAL writes one. On
 * a file with pages they would take the write lock for nothing.
 */
function prepareFile(raw: Sqlite.Database): void {
  if (raw.pragma('page_count', { simple: true }) === 0) {
    raw.pragma(`page_size = ${PAGE_BYTES}`)
    raw.pragma('auto_vacuum = INCREMENTAL')
  }
  turnOnWal(raw)
  checkpointByItself(raw)
  raw.pragma(`cache_size = -${CACHE_BYTES / 1_024}`)
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  raw.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
}

/**
 * A quarter of what the driver was compiled with, which SQLite fills with pages that the system keeps in its own memory
 * as well.
 */
const CACHE_BYTES = 4 * MIB

/** In the write-ahead log. SQLite counts pages, so that with small ones it would wait for the disk more often. */
const CHECKPOINT_BYTES = 2_097_152

/** A commit makes a checkpoint where the log has become this long. */
export const checkpointByItself = (raw: Sqlite.Database): void =>
  void raw.pragma(`wal_autocheckpoint = ${CHECKPOINT_BYTES / Number(raw.pragma('page_size', { simple: true }))}`)

/**
 * Retries, because SQLite fails at once instead of waiting while another process writes a file that is not in WAL mode
 * yet.
 */
function turnOnWal(raw: Sqlite.Database): void {
  const until = performance.now() + BUSY_TIMEOUT_MS
  for (;;)
    try {
      raw.pragma('journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_DELAY_MS)
    }
}

/** The structure of the file is broken where it was read. */
export const isCorruption = (error: unknown): error is Error =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT')

/** One part of the file cannot be read: its structure is broken there, or the disk returns an error. */
export const isUnreadable = (error: unknown): error is Error =>
  isCorruption(error) || (error instanceof Database.SqliteError && UNREADABLE.test(error.code))

const UNREADABLE = /^SQLITE_IOERR_(READ|SHORT_READ|CORRUPTFS)$/

/** Errors of the disk or of the whole file: any other write would fail too. */
const WHOLE_FILE_CODES = /^SQLITE_(FULL|IOERR|READONLY|BUSY|LOCKED|NOMEM|CANTOPEN|NOTADB|PROTOCOL|MISUSE)/

/** No other write would succeed either. */
export const isOfDisk = (error: unknown): boolean =>
  error instanceof Database.SqliteError && WHOLE_FILE_CODES.test(error.code)

/** Whether an error inside a transaction concerns the whole file, and not only the item that was being written. */
export const isOfWholeFile = (raw: Sqlite.Database, error: unknown): boolean => !raw.inTransaction || isOfDisk(error)

/** What the parts of the series are created with, beside the connection. */
export interface SeriesOptions {
  readonly clock: Clock
  /** Deleting, thinning and expiring require `correct`. */
  readonly clockState: () => ClockState
  readonly log?: Log | undefined
  readonly activity?: Pick<Activity, 'publish'> | undefined
  /** The rollups are computed for the intervals of these plans, and samples that none of them reads are thinned. */
  readonly plans: Plans
  /** The disk budget in bytes for samples that retention removed; with 0, retention removes nothing. */
  readonly maxRemovedBytes: number
}
