// The upkeep port on one SQLite file.
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../../../domain/clock.js'
import type { Inspection, Upkeep } from '../../../domain/ports/upkeep.js'
import { compiled } from '../../../project-root.js'
import { realName } from './durable-files.js'
import { makeCopy } from './make-copy.js'
import { restore } from './restore.js'
import { damaged } from './soundness.js'

const WORKER = compiled('store/sqlite/upkeep/inspect-worker.ts')

export function openSqliteUpkeep(databaseFile: string, clock: Clock): Upkeep {
  const file = realName(databaseFile)
  return {
    makeCopy: (options) => makeCopy(file, options),
    restore: (source) => restore(file, source, clock.now()),
    inspect: (withinMs) => inspect(file, withinMs),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(nearestFolder(file))
      return bavail * bsize
    },
  }
}

function inspect(file: string, withinMs: number): Promise<Inspection> {
  return new Promise((done, fail) => {
    const worker = fork(WORKER, [file], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: withinMs,
      killSignal: 'SIGKILL',
    })
    worker.once('message', (inspection) => done(inspection as Inspection))
    worker.once('error', fail)
    worker.once('close', (code, signal) => {
      const why =
        signal === 'SIGKILL' ? `took longer than ${Math.round(withinMs / 1_000)} s` : `ended with code ${code}`
      fail(damaged(`The check of ${file} ${why}.`))
    })
  })
}

/** The folder of a database that is yet to be made may be missing too. */
function nearestFolder(file: string): string {
  const folder = dirname(file)
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(folder)
}
