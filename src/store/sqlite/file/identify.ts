// Finds out which program owns a file before SQLite opens it, so that files of other programs stay unchanged.
import { accessSync, constants, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { HeadcountError } from '../../../domain/error.js'
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
  | { readonly kind: Problem }

export type Problem = 'foreign' | 'not a database' | 'damaged' | 'folder' | 'not a file' | 'unreadable'

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

/** Error texts that follow the name of the file. */
export const PROBLEMS: Readonly<Record<Problem, string>> = {
  foreign: 'is a database of another program',
  'not a database': 'is not a SQLite database',
  damaged: 'is damaged: its list of tables cannot be read',
  folder: 'is a folder',
  'not a file': 'is not a regular file',
  unreadable: 'may not be read by the user who runs Headcount',
}

const ANOTHER_FILE = 'Set DATABASE_URL to another file, for example file:data/headcount.db.'
const CHANGE_OWNER = 'Give it to that user (chown, chmod), or set DATABASE_URL to another file.'

const ADVICE: Readonly<Record<Problem, string>> = {
  foreign: ANOTHER_FILE,
  'not a database': 'If it was the database of Headcount, restore a backup; else set DATABASE_URL to another file.',
  damaged: 'If it is the database of Headcount, restore a backup; else set DATABASE_URL to another file.',
  folder: 'Set DATABASE_URL to a file in it.',
  'not a file': ANOTHER_FILE,
  unreadable: CHANGE_OWNER,
}

/**
 * Returns the schema version of the file, or 0 where it is absent or empty and may become Headcount's. Throws
 * otherwise.
 */
export function requireOwn(file: string): number {
  const identity = identify(file)
  if (identity.kind === 'absent') return 0
  if (identity.kind !== 'empty' && identity.kind !== 'headcount') throw notOwn(file, identity.kind)
  denying(`${file} may not be written to`, () => accessSync(file, constants.W_OK))
  return identity.kind === 'headcount' ? identity.version : 0
}

/** Creates an empty file where there is none. */
export const createOwn = (file: string): void => denying(`${file} may not be made`, () => createPrivateFile(file))

function denying(what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!isDenied(error)) throw error
    throw new HeadcountError('NOT_CONFIGURED', `DATABASE_URL: ${what} by the user who runs Headcount. ${CHANGE_OWNER}`)
  }
}

export const notOwn = (file: string, problem: Problem): HeadcountError =>
  new HeadcountError(
    // A file that cannot be read as a database may be a damaged one of Headcount; the variable is not wrong then.
    problem === 'not a database' || problem === 'damaged' ? 'UNAVAILABLE' : 'NOT_CONFIGURED',
    `DATABASE_URL: ${file} ${PROBLEMS[problem]}. Nothing in it was changed. ${ADVICE[problem]}`,
  )
