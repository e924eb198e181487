// Which file DATABASE_URL names. Apart from open-store.ts, so that to know it loads no engine.
import { fileURLToPath } from 'node:url'

/** contract §6. */
export const DEFAULT_DATABASE_URL = 'file:data/headcount.db'

/** Undefined where the address names no file, for example `postgres://…`, or none of this machine. */
export function databaseFileOf(databaseUrl: string): string | undefined {
  if (!/^file:/i.test(databaseUrl)) return undefined
  if (!/^file:\/\//i.test(databaseUrl)) return databaseUrl.slice('file:'.length) || undefined
  try {
    return fileURLToPath(databaseUrl)
  } catch {
    return undefined
  }
}
