// Finds the file that DATABASE_URL names. Separate from open-store.ts, so that this does not load SQLite.
import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The default of PROCESS-6. */
export const DEFAULT_DATABASE_URL = 'file:data/headcount.db'

/** Undefined where the URL names no file, for example `postgres://…`, or a file of another machine. */
export function databaseFileOf(databaseUrl: string): string | undefined {
  if (!/^file:/i.test(databaseUrl)) return undefined
  if (!/^file:\/\//i.test(databaseUrl)) return databaseUrl.slice('file:'.length) || undefined
  try {
    return fileURLToPath(databaseUrl)
  } catch {
    return undefined
  }
}

/** The socket beside a database on which its service listens for the command line, whatever links lead to the file. */
export function socketPathOf(databaseFile: string): string {
  const file = existsSync(databaseFile) ? realpathSync(databaseFile) : resolve(databaseFile)
  if (Buffer.byteLength(basename(file)) <= MAX_NAME_BYTES) return `${file}.sock`
  return join(dirname(file), `.${createHash('sha256').update(basename(file)).digest('hex').slice(0, 16)}.sock`)
}

/** The kernel takes paths of about 100 bytes for a socket; a long folder can be shortened, the name in it cannot. */
const MAX_NAME_BYTES = 60
