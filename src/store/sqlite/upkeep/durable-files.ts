// Files that are whole or not there, also after the power fails, and that nobody else on the machine can read.
import {
  chmodSync,
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
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What SQLite lays beside a database; without the first two the file may not be whole. */
const COMPANIONS = ['-wal', '-journal', '-shm'] as const

const [PRIVATE_FILE, PRIVATE_FOLDER] = [0o600, 0o700]

/** One name for one file, whatever links lead to it, also to one yet to be made: locks and companions lie beside it. */
export function realName(file: string): string {
  if (existsSync(file)) return realpathSync(file)
  const target = linkTarget(file)
  return target === undefined ? resolve(file) : realName(resolve(dirname(file), target))
}

function linkTarget(file: string): string | undefined {
  try {
    // Links in a circle fail here: they are left to whoever opens the file.
    realpathSync(file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return undefined
  }
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(file) : undefined
}

/** An empty file with its folder, where there is none; what is there keeps its mode. SQLite gives a log the same. */
export function createPrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
  try {
    closeSync(openSync(file, 'wx', PRIVATE_FILE))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** A database with all that belongs to it; `-shm` is made anew by whoever opens it. */
export function copyWhole(from: string, to: string): void {
  for (const ending of ['', '-wal', '-journal']) {
    if (ending === '' || existsSync(from + ending)) copyPrivately(from + ending, to + ending)
  }
}

const CHUNK_BYTES = 1024 * 1024

/** copyFileSync would give the copy the mode of the source, before the first byte is in it. */
function copyPrivately(from: string, to: string): void {
  const source = openSync(from, 'r')
  try {
    const target = openSync(to, 'wx', PRIVATE_FILE)
    try {
      const bytes = Buffer.allocUnsafe(CHUNK_BYTES)
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

/** A log that is left over must not meet the next database of that name: SQLite would write it in. */
export function removeCompanions(file: string): void {
  for (const ending of COMPANIONS) rmSync(file + ending, { force: true })
}

/**
 * A second name for the database, if it is there, for nobody else to read; its companions move, for they must not meet
 * another database.
 */
export function keepAs(file: string, kept: string): void {
  if (existsSync(file)) {
    putAt(file, kept)
    closeToOthers(kept)
  }
  for (const ending of COMPANIONS) {
    if (existsSync(file + ending)) renameSync(file + ending, kept + ending)
  }
  syncFolderOf(kept)
}

function closeToOthers(file: string): void {
  try {
    chmodSync(file, PRIVATE_FILE)
  } catch (error) {
    // It belongs to another user, who chose its mode.
    if (codeOf(error) !== 'EPERM') throw error
  }
}

/** At its new name at once and whole, or refused where that name is taken; the old name stays. */
export function putAt(file: string, name: string): void {
  try {
    linkSync(file, name)
  } catch (error) {
    // Some file systems know no second name for a file.
    if (codeOf(error) === 'EEXIST') throw error
    copyFileSync(file, name, constants.COPYFILE_EXCL)
    syncFile(name)
  }
}

export const syncFile = (file: string): void => sync(file, 'r+')

/** A new name lasts only when its folder is on the disk too. */
export const syncFolderOf = (file: string): void => sync(dirname(file), 'r')

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
