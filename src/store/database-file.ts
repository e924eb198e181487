// Which file DATABASE_URL names. Apart from open-store.ts, so that to know it loads no engine.
import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
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
export const socketPathOf = (file: string): string => `${existsSync(file) ? realpathSync(file) : resolve(file)}.sock`
