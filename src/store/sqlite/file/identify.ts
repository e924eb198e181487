// Whose file it is, before SQLite opens it: what is not Headcount's stays untouched.
import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { HeadcountError } from '../../../domain/error.js'
import { type FileSchema, MalformedFile, readSchema } from './read-schema.js'

/** "Hdct", in the header of every file that this program makes or takes over from an earlier version of itself. */
export const APPLICATION_ID = 0x48646374

/** Those of the first schema, which every later one has too: files of before the application id are known by them. */
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

export type Owner = 'nobody' | 'headcount' | 'another program'

/** A file that holds nothing belongs to nobody, and may become Headcount's. */
export function ownerOf({ applicationId, version, names }: FileSchema): Owner {
  if (applicationId !== 0) return applicationId === APPLICATION_ID ? 'headcount' : 'another program'
  if (names.length === 0) return version === 0 ? 'nobody' : 'another program'
  const found = new Set(names)
  return version > 0 && FIRST_TABLES.every((table) => found.has(table)) ? 'headcount' : 'another program'
}

/** The same as SQLite sees it, for who has the file open. */
export const schemaIn = (raw: Sqlite.Database): FileSchema => ({
  applicationId: Number(raw.pragma('application_id', { simple: true })),
  version: Number(raw.pragma('user_version', { simple: true })),
  names: raw.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all(),
})

export type Identity =
  | { readonly kind: 'absent' | 'empty' }
  /** Its log, which is not read here, may hold a later version. */
  | { readonly kind: 'headcount'; readonly version: number }
  | { readonly kind: Problem }

export type Problem = 'foreign' | 'not a database' | 'damaged' | 'folder' | 'not a file'

/**
 * Changes nothing. Not for a file that this process has open: closing a file drops every lock that the process holds
 * on it, SQLite's too (sqlite.org/howtocorrupt.html §2.2).
 */
export function identify(file: string): Identity {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return { kind: 'absent' }
  if (stats.isDirectory()) return { kind: 'folder' }
  // To read from a pipe would wait for whoever writes to it.
  if (!stats.isFile()) return { kind: 'not a file' }
  if (stats.size === 0) return { kind: 'empty' }
  try {
    const schema = readSchema(file)
    if (schema === undefined) return { kind: 'not a database' }
    const owner = ownerOf(schema)
    if (owner === 'headcount') return { kind: 'headcount', version: schema.version }
    return { kind: owner === 'nobody' ? 'empty' : 'foreign' }
  } catch (error) {
    if (error instanceof MalformedFile) return { kind: 'damaged' }
    throw error
  }
}

/** What is wrong, to follow the name of the file. */
export const PROBLEMS: Readonly<Record<Problem, string>> = {
  foreign: 'is a database of another program',
  'not a database': 'is not a SQLite database',
  damaged: 'is damaged: its list of tables cannot be read',
  folder: 'is a folder',
  'not a file': 'is not a regular file',
}

const ADVICE: Readonly<Record<Problem, string>> = {
  foreign: 'Set DATABASE_URL to another file, for example file:data/headcount.db.',
  'not a database': 'Set DATABASE_URL to another file; if this one was the database of Headcount, restore a backup.',
  damaged: 'If it is the database of Headcount, restore a backup; else set DATABASE_URL to another file.',
  folder: 'Set DATABASE_URL to a file in it.',
  'not a file': 'Set DATABASE_URL to another file.',
}

/** Throws unless the file is Headcount's, of the version that is the answer, or may become so: version 0. */
export function requireOwn(file: string): number {
  const identity = identify(file)
  if (identity.kind === 'headcount') return identity.version
  if (identity.kind === 'absent' || identity.kind === 'empty') return 0
  throw notOwn(file, identity.kind)
}

export const notOwn = (file: string, problem: Problem): HeadcountError =>
  new HeadcountError(
    'NOT_CONFIGURED',
    `DATABASE_URL: ${file} ${PROBLEMS[problem]}. Nothing in it was changed. ${ADVICE[problem]}`,
  )
