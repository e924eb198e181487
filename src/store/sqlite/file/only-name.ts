// Lets only one path lead to a database that is opened (PROCESS-60). SQLite keeps the log and its locks beside the path, so two processes
// that open one file under two names would destroy it.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rejection } from '../../../domain/error.js'
import { DatabaseInUse } from '../../../domain/ports/store.js'
import { realName } from '../upkeep/durable-files.js'
import { type FileIdentityNumbers, identityAt, isAt } from './file-identity.js'

/**
 * The second name that a `restore` or a `migrate-store` leaves where it is killed between two of its steps. What the name stands for is
 * the database itself, so it may go.
 */
const LEFT_OVER_NAMES = [/^\.before-restore-\d{8}T\d{6}Z$/, /^\.moving$/]

/** Throws where the file has a second name, is mounted by itself, or is open in a process that found it under another path. */
export function requireOnlyName(databaseFile: string): void {
  const file = realName(databaseFile)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return
  const others = otherNames(file, stats)
  const leftOver = others.filter((name) => isLeftOver(file, name))
  if (stats.nlink - leftOver.length > 1) {
    const facts = {
      file,
      others: others.filter((name) => !leftOver.includes(name)).map((name) => join(dirname(file), name)),
    }
    throw rejection('NOT_CONFIGURED', { name: 'database with two names', facts })
  }
  if (isMountPoint(file)) throw rejection('NOT_CONFIGURED', { name: 'database mounted alone', facts: { file } })
  if (isOpenElsewhere(file, stats)) throw new DatabaseInUse(file)
}

/** Must be called only by the owner of the database: a restore that still runs needs the second name. */
export function removeLeftOverNames(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined || stats.nlink === 1) return
  for (const name of otherNames(file, stats))
    if (isLeftOver(file, name)) rmSync(join(dirname(file), name), { force: true })
}

/** Hard links are searched in the folder of the file only. A symbolic link is no name of the file: it leads to one. */
function otherNames(file: string, { dev, ino, nlink }: FileIdentityNumbers & { readonly nlink: number }): string[] {
  if (nlink === 1) return []
  const [folder, own] = [dirname(file), basename(file)]
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ name }) => name).filter((name) => name !== own && isAt(join(folder, name), { dev, ino }))
}

function isLeftOver(file: string, name: string): boolean {
  const own = basename(file)
  return name.startsWith(own) && LEFT_OVER_NAMES.some((pattern) => pattern.test(name.slice(own.length)))
}

/** Only Linux has these files; elsewhere, other users of the file are not found. */
function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The log of a file that is mounted by itself, as containers allow, would be in another folder than the file. */
function isMountPoint(file: string): boolean {
  const written = (point: string): string =>
    point.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
  return linesOf('/proc/self/mountinfo').some((line) => written(line.split(' ')[4] ?? '') === file)
}

/** A program that opens the database, or closes it, holds only one of the two locks for far less than the time of all looks. */
const MAX_LOOKS = 12
const LOCKS_INTERVAL_MS = 10

/**
 * A process with a database in write-ahead mode holds a lock on the file, and another one on the index of its log, which is beside the path
 * under which it opened the file. Who holds only the first each time found it under another path: the file was moved there, or linked.
 */
function isOpenElsewhere(file: string, identity: FileIdentityNumbers): boolean {
  let suspects = holdersOfFileAlone(file, identity)
  for (let look = 1; look < MAX_LOOKS && suspects.length > 0; look++) {
    pause(LOCKS_INTERVAL_MS)
    const again = holdersOfFileAlone(file, identity)
    suspects = suspects.filter((holder) => again.includes(holder))
  }
  return suspects.length > 0
}

function holdersOfFileAlone(file: string, identity: FileIdentityNumbers): number[] {
  const lines = linesOf('/proc/locks')
  const here = holdersOf(lines, identityAt(`${file}-shm`))
  return [...holdersOf(lines, identity)].filter((holder) => !here.has(holder) && holder !== process.pid)
}

/** Blocks the process: nothing else may happen before the file is known to be ours. */
const pause = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds)

/** The ids of the processes with a lock on the file. On a file system that `stat` gives another device, none is found. */
function holdersOf(lines: readonly string[], { dev, ino }: FileIdentityNumbers): Set<number> {
  const name = `${hexOf((dev >> 8) & 0xfff)}:${hexOf((dev & 0xff) | ((dev >> 12) & 0xfff00))}:${ino}`
  const found = lines.map((line) => line.trim().split(/ +/)).filter((words) => words[1] === 'POSIX')
  return new Set(found.filter((words) => words[5] === name).map((words) => Number(words[4])))
}

/** As the kernel writes a part of the number of a device. */
const hexOf = (part: number): string => part.toString(16).padStart(2, '0')
