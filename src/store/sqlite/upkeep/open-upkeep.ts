// Implements the upkeep port on one SQLite file.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../../../domain/clock.js'
import type { Inspection, Upkeep, Verification } from '../../../domain/ports/upkeep.js'
import { compiled } from '../../../project-root.js'
import { realName } from './durable-files.js'
import { makeCopy, makeCopyAt, makeCopyOf } from './make-copy.js'
import { restore } from './restore.js'
import { databaseBytes, requireRoom } from './room.js'
import { runWorker } from './run-worker.js'

const INSPECT = compiled('store/sqlite/upkeep/inspect-worker.ts')
const VERIFY = compiled('store/sqlite/upkeep/verify-worker.ts')
/** Milliseconds; enough for hundreds of gigabytes. */
const VERIFICATION_TIMEOUT_MS = 6 * 3_600_000
/** A copy that is worked on has a log, which may become as large as the copy. */
const GROWTH_FACTOR = 2

export function openSqliteUpkeep(databaseFile: string, clock: Clock): Upkeep {
  const file = realName(databaseFile)
  return {
    makeCopy: (options) => makeCopy(file, options),
    makeCopyOf: (openFile, options) => makeCopyOf(openFile, file, options),
    copyInto: async (copy, options) => {
      await requireRoom(dirname(copy), databaseBytes(file) * GROWTH_FACTOR)
      return makeCopyAt(file, copy, options)
    },
    restore: (source, options) => restore(file, source, { ...options, now: clock.now() }),
    // The worker is the same program, so it answers what this one expects.
    inspect: async (withinMs) => (await runWorker(INSPECT, [file], { timeout: withinMs })) as Inspection,
    verify: async (signal) =>
      (await runWorker(VERIFY, [file], { timeout: VERIFICATION_TIMEOUT_MS, signal })) as Verification,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(nearestFolder(file))
      return bavail * bsize
    },
  }
}

/** The folder of a database that does not exist yet may be missing too. */
function nearestFolder(file: string): string {
  const folder = dirname(file)
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(folder)
}
