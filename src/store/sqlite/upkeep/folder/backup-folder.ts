// The folder with scheduled copies of the database: what is in it, and how a copy gets into it and out again.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { z } from 'zod'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../domain/clock.js'
import { HeadcountError, type Reason, rejection } from '../../../../domain/error.js'
import type { BackupFolder, FoundCopy, RestoredContents, WrittenCopy } from '../../../../domain/ports/backups.js'
import type { OpenDatabaseFile } from '../../../../domain/ports/store.js'
import type { CopyOptions, DatabaseCopy } from '../../../../domain/ports/upkeep.js'
import { compiled } from '../../../../project-root.js'
import { backupFailed } from '../back-up.js'
import { codeOf, fileTimestamp, realName, removeWhole, removeWholeLater, syncFolderLater } from '../durable-files.js'
import { makeCopyAt } from '../make-copy.js'
import { databaseBytes, isFullDisk, requireRoom, roomNeededFor, sizeOf } from '../room.js'
import { runWorker } from '../run-worker.js'
import { type CopyIndex, readIndex, writeIndex } from './copy-index.js'

const RESTORE_TEST = compiled('store/sqlite/upkeep/restore-test-worker.ts')
/** Milliseconds; enough for hundreds of gigabytes. */
const RESTORE_TEST_TIMEOUT_MS = 6 * HOUR_MS
/** What a copy may take whatever its size, and the slowest disk: a copy is written, synced and read. */
const [SMALL_COPY_TIMEOUT_MS, SLOWEST_BYTES_PER_MS] = [10 * MINUTE_MS, 1_000]
const MAX_LISTED_COPIES = 10_000
const [PARTIAL, INDEX_ENDING] = ['.partial', '.copies']

const count = z.number().int()
const testAnswer = z.union([
  z.object({
    restored: z.object({
      samples: count.nullable(),
      accounts: count.nullable(),
      games: count.nullable(),
      fileDamage: z.string().nullable(),
      lostWeeks: count,
    }),
  }),
  // The worker is the same program, so a reason that has a name is one of this program.
  z.object({ reason: z.custom<Reason>((value) => z.looseObject({ name: z.string() }).safeParse(value).success) }),
])

/** Without `openFile`, no copy is written of a file that lies elsewhere now. */
export function openBackupFolder(databaseFile: string, folderName: string, openFile?: OpenDatabaseFile): BackupFolder {
  const [file, folder] = [realName(databaseFile), resolve(folderName)]
  const prefix = `${basename(file, extname(file))}-`
  const indexName = (database: string): string => `${prefix}${database}${INDEX_ENDING}`

  return {
    timeLimitMs: () =>
      Math.min(RESTORE_TEST_TIMEOUT_MS, SMALL_COPY_TIMEOUT_MS + databaseBytes(file) / SLOWEST_BYTES_PER_MS),
    path: folder,
    indexPath: (database) => join(folder, indexName(database)),
    read: async () => {
      const names = await namesOf(folder)
      const indexes = new Map<string, CopyIndex>()
      for (const database of databasesAmong(names, prefix))
        indexes.set(database, await readIndex(join(folder, indexName(database))))
      return { copies: copiesAmong(names, { prefix, indexes }), indexes: new Set(indexes.keys()) }
    },
    write: async (at, database, signal): Promise<WrittenCopy> => {
      const names = await namesOf(folder)
      const nameOf = (second: number): string => `${prefix}${fileTimestamp(second)}-${database}.db`
      for (const name of names) if (isLeftOver(name, { prefix, database })) await removeWholeLater(join(folder, name))
      const isMoved = openFile !== undefined && (await openFile.isMoved())
      await requireRoom(folder, isMoved ? openFile.bytes() : databaseBytes(file))
      const startedAt = freeSecond(at, (second) => names.includes(nameOf(second)))
      const [name, partial] = [nameOf(startedAt), join(folder, nameOf(startedAt) + PARTIAL)]
      const { remove: _remove, ...contents } = isMoved
        ? await makeCopyOfOpen(openFile, partial, { signal })
        : await makeCopyAt(file, partial, { signal })
      const { file: _, ...counted } = contents
      const index = join(folder, indexName(database))
      try {
        const { samples, accounts, games, damage } = counted
        const listed = [...(await readIndex(index))].filter(([copy]) => names.includes(copy))
        await writeIndex(index, new Map([...listed, [name, { samples, accounts, games, isDamaged: damage !== null }]]))
        await rename(partial, join(folder, name))
        await syncFolderLater(folder)
      } catch (error) {
        await removeWholeLater(partial)
        throw backupFailed(file, partial, error)
      }
      return { name, at: startedAt, contents: counted }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    testRestore: async (name, signal) => {
      const copy = join(folder, name)
      const { size } = await stat(copy).catch((error: unknown) => rejectUnreadable(copy, error))
      const beside = dirname(file)
      const start = `${basename(file)}.restore-test-`
      for (const old of readdirSync(beside))
        if (old.startsWith(start)) rmSync(join(beside, old), { recursive: true, force: true })
      try {
        await requireRoom(beside, size)
        const temporary = mkdtempSync(join(beside, start))
        try {
          return await restoreInto(join(temporary, 'restored.db'), copy, signal)
        } finally {
          rmSync(temporary, { recursive: true, force: true })
        }
      } catch (error) {
        if (!lacksRoom(error)) throw error
        throw rejection(
          'UNAVAILABLE',
          { name: 'restore test without room', facts: { file: copy, folder: beside, ...roomNeededFor(size) } },
          { cause: error },
        )
      }
    },
  }
}

/** The file at the path is not the one that the service writes, or there is none. */
async function makeCopyOfOpen(openFile: OpenDatabaseFile, copy: string, options: CopyOptions): Promise<DatabaseCopy> {
  const raw = `${copy}-open`
  try {
    await openFile.copyInto(raw, options.signal)
    await requireRoom(dirname(copy), sizeOf(raw))
    return await makeCopyAt(raw, copy, options)
  } finally {
    removeWhole(raw)
  }
}

async function restoreInto(target: string, copy: string, signal: AbortSignal): Promise<RestoredContents> {
  const limits = { timeout: RESTORE_TEST_TIMEOUT_MS, signal }
  const answer = testAnswer.parse(await runWorker(RESTORE_TEST, [copy, target], limits))
  if ('reason' in answer) throw rejection('UNAVAILABLE', answer.reason)
  return answer.restored
}

/** Says nothing of the copy. */
function lacksRoom(error: unknown): boolean {
  const reason = error instanceof HeadcountError ? error.options.reason : undefined
  if (reason?.name === 'restore failed') return isFullDisk(reason.facts.errorCode)
  return reason?.name === 'backup too large' || isFullDisk(codeOf(error))
}

interface ReadFolder {
  /** What the name of each copy begins with. */
  readonly prefix: string
  readonly indexes: ReadonlyMap<string, CopyIndex>
}

function copiesAmong(names: readonly string[], { prefix, indexes }: ReadFolder): FoundCopy[] {
  return names
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => {
      const parts = partsOf(name.slice(prefix.length))
      if (parts === undefined) return []
      const { at, database } = parts
      return [{ name, at, database, held: indexes.get(database ?? '')?.get(name) }]
    })
    .sort((one, other) => one.at - other.at)
    .slice(-MAX_LISTED_COPIES)
}

const namesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => rejectFolder(folder, error))

function rejectFolder(folder: string, error: unknown): never {
  if (codeOf(error) === 'ENOENT') throw rejection('UNAVAILABLE', { name: 'backup folder missing', facts: { folder } })
  return rejectUnreadable(folder, error)
}

function rejectUnreadable(file: string, error: unknown): never {
  throw rejection('UNAVAILABLE', { name: 'file unreadable', facts: { file, errorCode: codeOf(error) } })
}

function databasesAmong(names: readonly string[], prefix: string): string[] {
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith(INDEX_ENDING))
    .map((name) => name.slice(prefix.length, -INDEX_ENDING.length))
    .filter((database) => /^[0-9a-f]{8}$/.test(database))
}

/** What a process that was killed while it copied this database has left, with the files that SQLite puts beside it. */
function isLeftOver(
  name: string,
  { prefix, database }: { readonly prefix: string; readonly database: string },
): boolean {
  const [, of] = /^\d{8}T\d{6}Z-([0-9a-f]{8})\.db\.partial(?:-\w+)?$/.exec(name.slice(prefix.length)) ?? []
  return name.startsWith(prefix) && of === database
}

const freeSecond = (at: number, isTaken: (at: number) => boolean): number =>
  isTaken(at) ? freeSecond(at + SECOND_MS, isTaken) : Math.floor(at / SECOND_MS) * SECOND_MS

/** The opposite of the name that a copy gets; undefined for a name of something else. An earlier version gave names without a database. */
function partsOf(rest: string): Pick<FoundCopy, 'at' | 'database'> | undefined {
  const name = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-([0-9a-f]{8}))?\.db$/
  const [, year, month, day, hour, minute, second, database] = name.exec(rest) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : { at, database }
}
