// Moves everything between the two storage engines: opens both sides, each alone, and hands them to the code that knows neither database.
import type { Clock } from '../domain/clock.js'
import { HeadcountError, rejection } from '../domain/error.js'
import type { StoreMover } from '../domain/operation/moving.js'
import { databaseFileOf } from './database-file.js'
import { checkDatabaseUrl, hasOneProcess } from './open-store.js'
import type { MoveSide, MoveTarget } from './values/moving/sides.js'
import type { MovedTable } from './values/moving/tables.js'

export const createStoreMover = (clock: Clock): StoreMover => ({
  move: async ({ from, to, signal, onProgress }) => {
    await opening('--from', async () => checkDatabaseUrl(from))
    await opening('--to', async () => checkDatabaseUrl(to))
    if (hasOneProcess(from) === hasOneProcess(to))
      throw rejection('INVALID_PARAMETERS', { name: 'move within an engine', facts: {} })
    // Loaded for this command only.
    const tables = (await import('./postgres/moving/tables.js')).movedTables()
    const { move } = await import('./values/moving/move.js')
    const source = await opening('--from', () => openSource(from, tables, clock))
    try {
      const target = await opening('--to', () => openTarget(to, tables))
      try {
        return await move({ source, target, tables, signal, onProgress })
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
  },
})

/** Other commands have one database, so that the texts of its errors name DATABASE_URL. */
async function opening<T>(option: '--from' | '--to', open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof HeadcountError) || error.options.reason === undefined) throw error
    throw rejection(error.code, error.options.reason, { cause: error, databaseOption: option })
  }
}

async function openSource(url: string, tables: readonly MovedTable[], clock: Clock): Promise<MoveSide> {
  const file = databaseFileOf(url)
  if (file === undefined) return (await import('./postgres/moving/source.js')).openPostgresSource(url, tables)
  return (await import('./sqlite/moving/source.js')).openSqliteSource(file, { clock })
}

async function openTarget(url: string, tables: readonly MovedTable[]): Promise<MoveTarget> {
  const file = databaseFileOf(url)
  if (file === undefined) return (await import('./postgres/moving/target.js')).openPostgresTarget(url, tables)
  return (await import('./sqlite/moving/target.js')).openSqliteTarget(file, tables)
}
