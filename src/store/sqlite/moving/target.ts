// A SQLite file as the target of a move. It grows under another name, with its progress in a table of its own, and gets its name when it is
// complete: so no service ever finds a part of it.
import { existsSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { rejection } from '../../../domain/error.js'
import type { MoveProgress, MoveTarget } from '../../values/moving/sides.js'
import { HEAD_ROWS, type MovedTable } from '../../values/moving/tables.js'
import { type Connection, connect } from '../connection.js'
import { type DatabaseLock, databaseLock } from '../database-lock.js'
import { foreignFileError, identify } from '../file/identify.js'
import { expectedSchema } from '../file/schema-version.js'
import { migrate } from '../migrate.js'
import { linkFile, realName, removeWhole, syncFile, syncFolderOf } from '../upkeep/durable-files.js'
import { missingParentOf } from '../upkeep/soundness.js'
import { relationOf } from './relations.js'
import { type SqliteRows, sqliteRows } from './side.js'
import { besideProcess } from './source.js'

const progressSchema = z.object({
  fingerprint: z.string(),
  table: z.string().nullable(),
  after: z.array(z.union([z.string(), z.number()])).nullable(),
})

export async function openSqliteTarget(path: string, tables: readonly MovedTable[]): Promise<MoveTarget> {
  const file = realName(path)
  const lock = databaseLock(file)
  if (!lock.claim()) throw besideProcess(file)
  try {
    requireComparable(file)
    const target = new SqliteTarget(file, lock, tables)
    await target.open()
    return target
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A file that is there already may be the result of a move that ended; any other one stays as it is. */
function requireComparable(file: string): void {
  const { kind } = identify(file)
  if (kind === 'absent' || isCurrent(file)) return
  if (kind !== 'empty' && kind !== 'headcount') throw foreignFileError(file, kind)
  throw rejection('INVALID_PARAMETERS', { name: 'move target holds data', facts: { database: file } })
}

class SqliteTarget implements MoveTarget {
  private connection: Connection | undefined
  private sqlite: SqliteRows | undefined
  /** A database that is there is compared with the source, and never written. */
  private readonly isThere: boolean
  private readonly growing: string

  constructor(
    readonly name: string,
    private readonly lock: DatabaseLock,
    private readonly tables: readonly MovedTable[],
  ) {
    this.isThere = existsSync(name)
    this.growing = `${name}.moving`
  }

  async open(): Promise<void> {
    const file = this.isThere ? this.name : this.growing
    if (!this.isThere && !isCurrent(file)) removeWhole(file)
    this.connection = connect(file)
    await migrate(this.connection.raw)
    this.sqlite = sqliteRows(this.connection.raw)
  }

  countOf(table: MovedTable) {
    return this.currentRows().countOf(table)
  }
  rows(table: MovedTable, after: MoveProgress['after']) {
    return this.currentRows().rows(table, after)
  }
  lastNumbers() {
    return this.currentRows().lastNumbers()
  }
  damagedRows(): number {
    return this.currentRows().damagedRows()
  }

  async progress(): Promise<MoveProgress | undefined> {
    const { raw } = this.current()
    if (raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'move_progress'").get() === undefined) return undefined
    const text = raw.prepare<[], string>('SELECT progress FROM move_progress').pluck().get()
    return progressSchema.parse(JSON.parse(text ?? 'null'))
  }

  async isEmpty(): Promise<boolean> {
    if (this.isThere) return false
    const { raw } = this.current()
    return this.tables.every((table) => {
      const count = table.name === HEAD_ROWS.name ? 'SELECT count(*) FROM tick_samples' : relationOf(table).count
      return raw.prepare<[], number>(count).pluck().get() === 0
    })
  }

  async begin(progress: MoveProgress): Promise<void> {
    const { raw, write } = this.current()
    write(() => {
      raw.exec('CREATE TABLE move_progress (id integer PRIMARY KEY, progress text NOT NULL)')
      this.store(progress)
    })
  }

  async empty(): Promise<void> {
    this.connection?.close()
    removeWhole(this.growing)
    await this.open()
  }

  accepted: MoveTarget['accepted'] = (value) => value

  async put(table: MovedTable, rows: Parameters<MoveTarget['put']>[1], progress: MoveProgress): Promise<void> {
    // After a power failure the move goes on from an earlier batch.
    this.current().writeUnsynced(() => {
      this.currentRows().insert(table, rows)
      this.store(progress)
    })
  }

  async setLastNumbers(numbers: ReadonlyMap<string, number>): Promise<void> {
    const { raw, write } = this.current()
    const drop = raw.prepare('DELETE FROM sqlite_sequence WHERE name = ?')
    const put = raw.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
    write(() => {
      for (const [table, number] of numbers) {
        drop.run(table)
        put.run(table, number)
      }
    })
  }

  async distrust(): Promise<void> {
    const progress = await this.progress()
    if (progress !== undefined) this.current().write(() => this.store({ ...progress, fingerprint: '' }))
  }

  async finish(): Promise<void> {
    if (this.isThere) return
    const { raw, write, close } = this.current()
    const missing = missingParentOf(raw)
    if (missing !== null) throw new Error(`The moved database is not whole: ${missing}.`)
    write(() => raw.exec('DROP TABLE IF EXISTS move_progress'))
    raw.pragma('wal_checkpoint(TRUNCATE)')
    close()
    syncFile(this.growing)
    linkFile(this.growing, this.name)
    rmSync(this.growing)
    syncFolderOf(this.name)
  }

  async close(): Promise<void> {
    this.connection?.close()
    this.lock.release()
  }

  private store(progress: MoveProgress): void {
    this.current()
      .raw.prepare('INSERT OR REPLACE INTO move_progress (id, progress) VALUES (1, ?)')
      .run(JSON.stringify(progress))
  }
  private current(): Connection {
    if (this.connection === undefined) throw new Error('The target is not open.')
    return this.connection
  }
  private currentRows(): SqliteRows {
    if (this.sqlite === undefined) throw new Error('The target is not open.')
    return this.sqlite
  }
}

/** One of another version cannot go on. */
function isCurrent(file: string): boolean {
  const identity = identify(file)
  return identity.kind === 'headcount' && identity.version === expectedSchema()
}
