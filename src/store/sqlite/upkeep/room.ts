// Checks before a copy that its disk has room for it.
import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { rejection } from '../../../domain/error.js'
import { MIB } from '../../../domain/rounding.js'

/** What must stay free beside a copy, so that others can go on writing to the same disk. */
const MIN_SPARE_BYTES = 64 * MIB

export const roomNeededFor = (bytes: number) => ({ bytes, spareBytes: MIN_SPARE_BYTES })

/** By the code of an error, of the system or of SQLite. */
export const isFullDisk = (code: string): boolean => /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)

export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const facts = { folder, ...roomNeededFor(bytes), freeBytes: bavail * bsize }
  if (facts.freeBytes < bytes + MIN_SPARE_BYTES) throw rejection('UNAVAILABLE', { name: 'backup too large', facts })
}

/** Without what should stay free. True where that is not known, such as of a folder that is not there. */
export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk === undefined || disk.bavail * disk.bsize >= bytes
}

/** With its log. */
export const databaseBytes = (file: string): number => sizeOf(file) + sizeOf(`${file}-wal`)

export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
