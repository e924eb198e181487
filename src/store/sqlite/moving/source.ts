// A SQLite file as the source of a move: opened once as a service opens it, which brings an older file up to date, then held alone and read in
// one transaction.
import { type HeadcountError, rejection } from '../../../domain/error.js'
import { DatabaseInUse } from '../../../domain/ports/store.js'
import type { MoveSide } from '../../values/moving/sides.js'
import { connect } from '../connection.js'
import { type DatabaseLock, databaseLock } from '../database-lock.js'
import { foreignFileError, identify } from '../file/identify.js'
import { openSqliteStore, type SqliteOptions } from '../store.js'
import { realName } from '../upkeep/durable-files.js'
import { damageOf, missingParentOf } from '../upkeep/soundness.js'
import { STRAY_WEEKS } from './relations.js'
import { sqliteRows } from './side.js'

export async function openSqliteSource(path: string, options: SqliteOptions): Promise<MoveSide> {
  const file = realName(path)
  requireDatabase(file)
  await bringUpToDate(file, options)
  const lock = databaseLock(file)
  if (!lock.claim()) throw besideProcess(file)
  try {
    return openAlone(file, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

function requireDatabase(file: string): void {
  const { kind } = identify(file)
  if (kind === 'headcount') return
  if (kind === 'absent' || kind === 'empty')
    throw rejection('INVALID_PARAMETERS', { name: 'nothing to move', facts: { database: file } })
  throw foreignFileError(file, kind)
}

async function bringUpToDate(file: string, options: SqliteOptions): Promise<void> {
  try {
    const store = await openSqliteStore(file, options)
    store.close()
  } catch (error) {
    throw error instanceof DatabaseInUse ? besideProcess(file) : error
  }
}

export const besideProcess = (database: string): HeadcountError =>
  rejection('UNAVAILABLE', { name: 'move beside a process', facts: { database } })

function openAlone(file: string, lock: DatabaseLock): MoveSide {
  const { raw, close } = connect(file)
  try {
    const damage = damageOf(raw) ?? missingParentOf(raw) ?? strayWeeksOf(raw)
    if (damage !== null)
      throw rejection('UNAVAILABLE', { name: 'move source damaged', facts: { database: file, damage } })
    // Everything is read as it is now, also where another program writes to the file.
    raw.exec('BEGIN')
    const { insert: _, ...rows } = sqliteRows(raw)
    return {
      ...rows,
      name: file,
      close: async () => {
        close()
        lock.release()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

function strayWeeksOf(raw: Parameters<typeof damageOf>[0]): string | null {
  for (const { table, statement } of STRAY_WEEKS) {
    const count = raw.prepare<[], number>(statement).pluck().get() ?? 0
    if (count > 0) return `${count} rows of table ${table} belong to no universe`
  }
  return null
}
