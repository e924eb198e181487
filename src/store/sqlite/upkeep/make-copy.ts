// Makes a checked copy of the database in a file beside it, in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ERROR_CODES, type Reason, rejection } from '../../../domain/error.js'
import type { OpenDatabaseFile } from '../../../domain/ports/store.js'
import type { CopyOptions, DatabaseCopy } from '../../../domain/ports/upkeep.js'
import { compiled } from '../../../project-root.js'
import { isOnReadOnlyDisk } from '../file/copy-unopened.js'
import { removeWhole, removeWholeLater, restoringName } from './durable-files.js'
import { databaseBytes, hasRoom, requireRoom, sizeOf } from './room.js'

const WORKER = compiled('store/sqlite/upkeep/copy-worker.ts')
const COPY_PROGRESS_INTERVAL_MS = 250
/** Milliseconds; enough for the slowest disk and the largest database of one machine. */
const COPY_TIMEOUT_MS = 6 * 3_600_000

const count = z.number().int().nullable()
const lostSamples = z.object({
  what: z.enum(['samples', 'samples of a minute', 'sums', 'removed samples']),
  universeId: count,
  from: z.number(),
  until: z.number(),
  samples: count,
})
const workerMessage = z.union([
  z.object({
    contents: z.object({
      bytes: z.number().int(),
      samples: count,
      accounts: count,
      games: count,
      secrets: count,
      damage: z
        .object({
          fileDamage: z.string().nullable(),
          lostWeeks: z.number().int(),
          lostSamples: z.number().int(),
          lost: z.array(lostSamples),
        })
        .nullable(),
      hasReadSamples: z.boolean(),
    }),
  }),
  // The worker is the same program, so a reason that has a name is one of this program.
  z.object({
    code: z.enum(ERROR_CODES),
    reason: z.custom<Reason>((value) => z.looseObject({ name: z.string() }).safeParse(value).success),
  }),
])

const copyName = (file: string): string => `${basename(file)}.copy-`

/**
 * Deletes copies that a killed backup or restore left. Must be called only by the owner of the database. A restore moves
 * the database away just before the copy takes its name: where no database is there, the copy stays.
 */
export function removeLeftOverCopies(file: string): void {
  if (sizeOf(file) > 0) removeWhole(restoringName(file))
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(copyName(file))) rmSync(join(dirname(file), name), { force: true })
}

/**
 * Beside the database, or in the temporary folder where the disk of the database is mounted read-only or has no room: a
 * copy on another disk is wanted most then.
 */
export async function makeCopy(file: string, options: CopyOptions): Promise<DatabaseCopy> {
  const isBeside = !isOnReadOnlyDisk(file) && (await hasRoom(dirname(file), databaseBytes(file)))
  const folder = isBeside ? dirname(file) : tmpdir()
  if (!isBeside) await requireRoom(folder, databaseBytes(file))
  return makeCopyAt(file, join(folder, `${copyName(file)}${randomUUID()}`), options)
}

/** Of the open file, first as it is, then as any copy is made and checked. `file` is where it was opened. */
export async function makeCopyOf(
  openFile: Pick<OpenDatabaseFile, 'copyInto'>,
  file: string,
  options: CopyOptions,
): Promise<DatabaseCopy> {
  const folder = existsSync(dirname(file)) && !isOnReadOnlyDisk(file) ? dirname(file) : tmpdir()
  const nameOf = (): string => join(folder, `${copyName(file)}${randomUUID()}`)
  const [raw, copy] = [nameOf(), nameOf()]
  try {
    await openFile.copyInto(raw, options.signal)
    return await makeCopyAt(raw, copy, options)
  } finally {
    removeWhole(raw)
  }
}

/** `copy` is the path of the copy, which must not exist yet. */
export async function makeCopyAt(
  file: string,
  copy: string,
  { signal, onProgress }: CopyOptions,
): Promise<DatabaseCopy> {
  const remove = (): void => removeWhole(copy)
  const total = sizeOf(file)
  const progress = onProgress && setInterval(() => onProgress(sizeOf(copy), total), COPY_PROGRESS_INTERVAL_MS)
  try {
    const answer = workerMessage.parse(await answerOf(startWorker(file, copy, signal), file))
    if ('reason' in answer) throw rejection(answer.code, answer.reason)
    onProgress?.(total, total)
    return { file: copy, ...answer.contents, remove }
  } catch (error) {
    await removeWholeLater(copy)
    if (signal.aborted) throw rejection('UNAVAILABLE', { name: 'backup stopped', facts: {} }, { cause: error })
    throw error
  } finally {
    clearInterval(progress)
  }
}

function startWorker(file: string, copy: string, signal: AbortSignal): ChildProcess {
  return fork(WORKER, [file, copy], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: COPY_TIMEOUT_MS,
    killSignal: 'SIGKILL',
    signal,
  })
}

const answerOf = (worker: ChildProcess, file: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    let answer: unknown
    worker.once('message', (message) => {
      answer = message
    })
    // Handles an aborted request too: the worker is killed then.
    worker.once('error', reject)
    worker.once('close', (exitCode) => {
      if (answer === undefined)
        reject(rejection('UNAVAILABLE', { name: 'backup process ended', facts: { file, exitCode } }))
      else resolve(answer)
    })
  })
