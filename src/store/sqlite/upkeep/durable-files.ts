// Creates and replaces files that are complete or absent, even after a power failure, and that no other user can read.
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { FileFault } from '../../../domain/reasons/operator-reasons.js'

/** The files that SQLite creates beside a database. Without the first two the database may be incomplete. */
const COMPANION_ENDINGS = ['-wal', '-journal', '-shm'] as const

const [PRIVATE_FILE, PRIVATE_FOLDER] = [0o600, 0o700]

/**
 * Resolves all links, even to a file that does not exist yet: locks and companion files need one path for each
 * database.
 */
export function realName(file: string): string {
  if (existsSync(file)) return realpathSync(file)
  const target = linkTarget(file)
  return target === undefined ? resolve(file) : realName(resolve(dirname(file), target))
}

function linkTarget(file: string): string | undefined {
  try {
    // Cyclic links fail here with another error; the caller that opens the file reports it.
    realpathSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return undefined
  }
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined
}

/**
 * Creates an empty file and its folder where there is none, for the owner of `like`. An existing file keeps its mode and its owner. SQLite
 * gives its log the mode and the owner of the database.
 */
export function createPrivateFile(file: string, like?: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  try {
    closeSync(openSync(file, 'wx', PRIVATE_FILE))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return
  }
  giveToOwner(file, like)
}

/**
 * What root makes beside a database belongs to the owner of `like`, or, where that does not exist, to the owner of the folder (PROCESS-61): the
 * service of that user must be able to open it.
 */
export function giveToOwner(file: string, like?: string): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } =
    (like === undefined ? undefined : statSync(like, { throwIfNoEntry: false })) ?? statSync(dirname(file))
  try {
    chownSync(file, uid, gid)
  } catch (error) {
    // Some file systems have no owners.
    if (codeOf(error) !== 'EPERM') throw error
  }
}

/** The copy that will replace the database, until it does. */
export const restoringName = (file: string): string => `${file}.restoring`

/**
 * Copies a database with its companion files, except `-shm`, which SQLite creates again, for the owner of `like`.
 */
export function copyWhole(from: string, to: string, like?: string): void {
  for (const ending of ['', '-wal', '-journal']) {
    if (ending !== '' && !existsSync(from + ending)) continue
    copyPrivately(from + ending, to + ending)
    giveToOwner(to + ending, like)
  }
}

const FILE_CHUNK_BYTES = 1024 * 1024

/** Replaces copyFileSync, which would give the copy the mode of the source before the first byte is written. */
function copyPrivately(from: string, to: string): void {
  const source = openSync(from, 'r')
  try {
    const target = openSync(to, 'wx', PRIVATE_FILE)
    try {
      const bytes = Buffer.allocUnsafe(FILE_CHUNK_BYTES)
      for (let read = readSync(source, bytes); read > 0; read = readSync(source, bytes)) {
        writeFileSync(target, bytes.subarray(0, read))
      }
    } finally {
      closeSync(target)
    }
  } finally {
    closeSync(source)
  }
}

export function removeWhole(file: string): void {
  rmSync(file, { force: true })
  removeCompanions(file)
}

/** The same without blocking the process, for a disk that may hang. One after the other, so that not more than one thread hangs. */
export async function removeWholeLater(file: string): Promise<void> {
  for (const ending of ['', ...COMPANION_ENDINGS]) await rm(file + ending, { force: true })
}

/** A leftover log must not be found by the next database of that name: SQLite would write it into that database. */
export function removeCompanions(file: string): void {
  for (const ending of COMPANION_ENDINGS) rmSync(file + ending, { force: true })
}

/**
 * Gives the database, if it exists, a second name, and makes it unreadable to other users. Its companion files are
 * moved, because another database of the same name must not find them.
 */
export function moveDatabase(file: string, target: string): void {
  if (existsSync(file)) {
    linkFile(file, target)
    closeToOthers(target)
  }
  for (const ending of COMPANION_ENDINGS) {
    if (existsSync(file + ending)) renameSync(file + ending, target + ending)
  }
  syncFolderOf(target)
}

function closeToOthers(file: string): void {
  try {
    chmodSync(file, PRIVATE_FILE)
  } catch (error) {
    // EPERM means that the file belongs to another user, who chose its mode.
    if (codeOf(error) !== 'EPERM') throw error
  }
}

/**
 * Gives a file a second name, under which it is complete at once. Throws where that name exists. The old name stays.
 */
export function linkFile(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch (error) {
    // Some file systems do not support hard links.
    if (codeOf(error) === 'EEXIST') throw error
    copyFileSync(file, name, constants.COPYFILE_EXCL)
    syncFile(name)
  }
}

/** For names of files, for example 20260131T120000Z: sorts by time and is valid on every file system. */
export const fileTimestamp = (now: number): string =>
  `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

export const syncFile = (file: string): void => sync(file, 'r+')

/** A new name survives a power failure only when its folder is synced too. */
export const syncFolderOf = (file: string): void => sync(dirname(file), 'r')

/** The same without blocking the process. */
export async function syncFolderLater(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

function sync(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'

/** `file` is what the error is about where it does not say so. */
export function faultOf(error: unknown, file: string): FileFault {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : file
  return { path, errorCode: codeOf(error), cause: error instanceof Error ? error.message : String(error) }
}
