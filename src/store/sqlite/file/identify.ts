// Finds out which program owns a file before SQLite opens it, so that files of other programs stay unchanged.
import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { type HeadcountError, rejection } from '../../../domain/error.js'
import { type FileProblem, mayBeDamaged } from '../../../domain/reasons/file-problem.js'
import type { StorageReasons } from '../../../domain/reasons/operator-reasons.js'
import { codeOf, createPrivateFile } from '../upkeep/durable-files.js'
import { type FileSchema, MalformedFile, readSchema } from './read-schema.js'

/**
 * "Hdct" in ASCII. It is in the header of every file that this program creates or takes over from an earlier version of
 * itself.
 */
export const APPLICATION_ID = 0x48646374

/** The tables of the first schema. Files from before the application id was introduced are recognized by them. */
export const FIRST_TABLES = [
  'account',
  'api_key',
  'change',
  'game',
  'gap',
  'guild',
  'guild_code',
  'member',
  'sample',
  'schedule',
  'setting',
  'tick_cursor',
  'universe',
]

/** The tables of the first schema that every later schema has too. */
export const LASTING_TABLES = FIRST_TABLES.filter((table) => table !== 'change')

export type Owner = 'nobody' | 'headcount' | 'another program'

/** An empty database belongs to nobody and may become Headcount's. */
export function ownerOf({ applicationId, version, names }: FileSchema): Owner {
  if (applicationId !== 0) return applicationId === APPLICATION_ID ? 'headcount' : 'another program'
  if (names.length === 0) return version === 0 ? 'nobody' : 'another program'
  const found = new Set(names)
  return version > 0 && FIRST_TABLES.every((table) => found.has(table)) ? 'headcount' : 'another program'
}

/** The same facts as SQLite reads them, for callers that have the file open. */
export const schemaIn = (raw: Sqlite.Database): FileSchema => ({
  applicationId: Number(raw.pragma('application_id', { simple: true })),
  version: Number(raw.pragma('user_version', { simple: true })),
  names: raw.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all(),
})

export type FileIdentity =
  | { readonly kind: 'absent' | 'empty' }
  /** The write-ahead log may hold a later version; it is not read here. */
  | { readonly kind: 'headcount'; readonly version: number }
  | { readonly kind: FileProblem }

/**
 * Changes nothing. Must not be called for a file that this process has open: closing a file releases all locks that the
 * process holds on it, including SQLite's (sqlite.org/howtocorrupt.html §2.2).
 */
export function identify(file: string): FileIdentity {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return { kind: 'absent' }
    if (stats.isDirectory()) return { kind: 'folder' }
    // Reading from a pipe would wait for its writer.
    if (!stats.isFile()) return { kind: 'not a file' }
    return stats.size === 0 ? { kind: 'empty' } : identityOf(readSchema(file))
  } catch (error) {
    if (error instanceof MalformedFile) return { kind: 'damaged' }
    if (isDenied(error)) return { kind: 'unreadable' }
    throw error
  }
}

function identityOf(schema: FileSchema | undefined): FileIdentity {
  if (schema === undefined) return { kind: 'not a database' }
  const owner = ownerOf(schema)
  if (owner === 'headcount') return { kind: 'headcount', version: schema.version }
  return { kind: owner === 'nobody' ? 'empty' : 'foreign' }
}

const isDenied = (error: unknown): boolean => ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))

/**
 * Returns the schema version of the file, or 0 where it is absent or empty and may become Headcount's. Throws
 * otherwise.
 */
export function requireHeadcountFile(file: string): number {
  const identity = identify(file)
  if (identity.kind === 'absent') return 0
  if (identity.kind !== 'empty' && identity.kind !== 'headcount') throw foreignFileError(file, identity.kind)
  denying({ file, action: 'written to' }, () => accessSync(file, constants.W_OK))
  return identity.kind === 'headcount' ? identity.version : 0
}

/** Throws where nothing can be made in the folder of the file, or in the one in which that folder would be made. Makes nothing. */
export const requireWritableFolder = (file: string): void =>
  denying({ file, action: 'made' }, () => accessSync(existingFolder(dirname(file)), constants.W_OK | constants.X_OK))

const existingFolder = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder
    ? existingFolder(dirname(folder))
    : folder

/** Creates an empty file where there is none. */
export const createHeadcountFile = (file: string): void =>
  denying({ file, action: 'made' }, () => createPrivateFile(file))

function denying(facts: Omit<StorageReasons['database file denied'], 'isReadOnlyDisk'>, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!isDenied(error)) throw error
    const isReadOnlyDisk = codeOf(error) === 'EROFS'
    throw rejection('NOT_CONFIGURED', { name: 'database file denied', facts: { ...facts, isReadOnlyDisk } })
  }
}

/** A damaged database of Headcount may be the cause; DATABASE_URL is not wrong then. */
export const foreignFileError = (file: string, problem: FileProblem): HeadcountError =>
  rejection(mayBeDamaged(problem) ? 'UNAVAILABLE' : 'NOT_CONFIGURED', {
    name: 'not our database',
    facts: { file, problem },
  })
