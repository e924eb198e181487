// Chooses the storage engine by the scheme of DATABASE_URL.

import type { Clock } from '../domain/clock.js'
import { type HeadcountError, rejection } from '../domain/error.js'
import type { Plans } from '../domain/plan.js'
import type { Activity } from '../domain/ports/activity.js'
import type { BackupFolder } from '../domain/ports/backups.js'
import type { Log } from '../domain/ports/events.js'
import type { Store } from '../domain/ports/store.js'
import type { DatabaseCondition, Upkeep } from '../domain/ports/upkeep.js'
import type { DatabaseUrlFault } from '../domain/reasons/operator-reasons.js'
import type { ClockState } from '../domain/time/clock-check.js'
import { databaseFileOf } from './database-file.js'
import { examineFile, requireCurrentFile } from './sqlite/connection.js'
import { explained } from './sqlite/file/explain-error.js'
import { openSqliteStore } from './sqlite/store.js'
import { openBackupFolder as openSqliteBackupFolder } from './sqlite/upkeep/folder/backup-folder.js'
import { openSqliteUpkeep } from './sqlite/upkeep/open-upkeep.js'

export interface StoreOptions {
  readonly clock: Clock
  /** Without it the clock counts as `unknown`: then nothing is deleted, thinned or expired. */
  readonly clockState?: () => ClockState
  /**
   * The storage engine prepares for the intervals and the retention of these plans; the default plans where none are
   * given.
   */
  readonly plans?: Plans
  readonly log?: Log
  /** Where reads of caches are reported. */
  readonly activity?: Pick<Activity, 'publish'>
  /**
   * The disk budget in bytes for samples that retention removed. 1 GiB by default; with 0, retention removes nothing.
   */
  readonly maxRemovedBytes?: number
  /**
   * How many bytes the database may have, asked before each write; without it, as many as the disk has. For drills and
   * tests of a full disk.
   */
  readonly maxBytes?: () => number
  /** The values of SECRET_KEY and SECRET_KEY_FORMER; without the first, the key is in a file beside the database. */
  readonly secretKeys?: { readonly current?: string | undefined; readonly former?: string | undefined }
}

interface Engine {
  open(databaseUrl: string, options: StoreOptions): Promise<Store>
  openUpkeep(databaseUrl: string, options: StoreOptions): Upkeep
  openBackupFolder(databaseUrl: string, folder: string, openFile: Store['openFile']): BackupFolder
}

const ENGINES: Readonly<Record<string, Engine>> = {
  file: {
    open: async (databaseUrl, options) => openSqliteStore(pathOf(databaseUrl), options),
    openUpkeep: (databaseUrl, { clock }) => openSqliteUpkeep(pathOf(databaseUrl), clock),
    openBackupFolder: (databaseUrl, folder, openFile) => openSqliteBackupFolder(pathOf(databaseUrl), folder, openFile),
  },
}

const backupOfServer = () => rejection('NOT_CONFIGURED', { name: 'backup of the server', facts: {} })

/** Loaded only where it is selected. */
const POSTGRES: Engine = {
  open: async (databaseUrl, options) => {
    const { openPostgresStore } = await import('./postgres/store.js')
    return openPostgresStore(databaseUrl, options)
  },
  openUpkeep: (databaseUrl, { clock }) => {
    const upkeep = async (): Promise<Upkeep> => {
      const { openPostgresUpkeep } = await import('./postgres/upkeep/open-upkeep.js')
      return openPostgresUpkeep(databaseUrl, clock)
    }
    return {
      makeCopy: async (options) => (await upkeep()).makeCopy(options),
      makeCopyOf: async () => {
        throw backupOfServer()
      },
      copyInto: async (copy, options) => (await upkeep()).copyInto(copy, options),
      restore: async () => {
        throw backupOfServer()
      },
      inspect: async (withinMs) => (await upkeep()).inspect(withinMs),
      verify: async (signal) => (await upkeep()).verify(signal),
      freeBytes: async () => (await upkeep()).freeBytes(),
    }
  },
  openBackupFolder: () => {
    throw backupOfServer()
  },
}

/** The URL may hold a password, so the error never repeats it. */
const notConfigured = (fault: DatabaseUrlFault): HeadcountError =>
  rejection('NOT_CONFIGURED', { name: 'malformed database URL', facts: { fault } })

function engineOf(databaseUrl: string): Engine {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(databaseUrl)?.[1]?.toLowerCase() ?? ''
  if (scheme === 'postgres' || scheme === 'postgresql') return POSTGRES
  const engine = Object.hasOwn(ENGINES, scheme) ? ENGINES[scheme] : undefined
  if (engine === undefined) throw notConfigured('unknown scheme')
  if (scheme === 'file') pathOf(databaseUrl)
  return engine
}

function pathOf(databaseUrl: string): string {
  const file = databaseFileOf(databaseUrl)
  if (file !== undefined) return file
  throw notConfigured(/^file:\/\//i.test(databaseUrl) ? 'relative address' : 'path missing')
}

/** Throws NOT_CONFIGURED where `databaseUrl` names no storage engine. Opens nothing. */
export function checkDatabaseUrl(databaseUrl: string): void {
  engineOf(databaseUrl)
}

/** Throws where to open the database would make it or change its schema; over a server, whatever opens it does. Opens nothing. */
export function requireCurrentSchema(databaseUrl: string): void {
  if (engineOf(databaseUrl) !== POSTGRES) requireCurrentFile(pathOf(databaseUrl))
}

/** See `examineFile`; undefined over a server, where only a connection can show it. */
export const examineDatabase = (databaseUrl: string): DatabaseCondition | undefined =>
  engineOf(databaseUrl) === POSTGRES ? undefined : examineFile(pathOf(databaseUrl))

/** Whether the database is of one process, which does everything. */
export const hasOneProcess = (databaseUrl: string): boolean => engineOf(databaseUrl) !== POSTGRES

export const openStore = async (databaseUrl: string, options: StoreOptions): Promise<Store> =>
  engineOf(databaseUrl).open(databaseUrl, options)

/** The error with the reason that the operator reads, where it is one of the storage engine; else the error as it is. */
export function explainStorageError(databaseUrl: string, error: unknown): unknown {
  const file = databaseFileOf(databaseUrl)
  return file === undefined ? error : explained(error, file)
}

/** Upkeep of the database as a whole. Opens no store. */
export const openUpkeep = (databaseUrl: string, options: StoreOptions): Upkeep =>
  engineOf(databaseUrl).openUpkeep(databaseUrl, options)

/** The folder with scheduled copies of the database. It need not exist yet. `openFile`: that of the store that this process has open. */
export const openBackupFolder = (databaseUrl: string, folder: string, openFile?: Store['openFile']): BackupFolder =>
  engineOf(databaseUrl).openBackupFolder(databaseUrl, folder, openFile)
