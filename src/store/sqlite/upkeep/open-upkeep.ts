// Implements the upkeep port on one SQLite file.
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '../../../domain/clock.js'
import { type Reason, rejection } from '../../../domain/error.js'
import type { Inspection, Upkeep, Verification } from '../../../domain/ports/upkeep.js'
import { compiled } from '../../../project-root.js'
import { realName } from './durable-files.js'
import { makeCopy } from './make-copy.js'
import { restore } from './restore.js'

const INSPECT = compiled('store/sqlite/upkeep/inspect-worker.ts')
const VERIFY = compiled('store/sqlite/upkeep/verify-worker.ts')
/** Milliseconds; enough for hundreds of gigabytes. */
const VERIFICATION_TIMEOUT_MS = 6 * 3_600_000

export function openSqliteUpkeep(databaseFile: string, clock: Clock): Upkeep {
  const file = realName(databaseFile)
  return {
    makeCopy: (options) => makeCopy(file, options),
    restore: (source) => restore(file, source, clock.now()),
    inspect: (withinMs) => runWorker<Inspection>(INSPECT, file, { timeout: withinMs }),
    verify: (signal) => runWorker<Verification>(VERIFY, file, { timeout: VERIFICATION_TIMEOUT_MS, signal }),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(nearestFolder(file))
      return bavail * bsize
    },
  }
}

interface Limits {
  readonly timeout: number
  readonly signal?: AbortSignal
}

/** Runs in a process of its own: a check of a large file cannot be interrupted, but a process can be killed. */
function runWorker<Answer>(program: string, file: string, limits: Limits): Promise<Answer> {
  return new Promise((done, fail) => {
    const worker = fork(program, [file], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      killSignal: 'SIGKILL',
      ...limits,
    })
    worker.once('message', (answer) => done(answer as Answer))
    worker.once('error', fail)
    worker.once('close', (exitCode, signal) => {
      const seconds = Math.round(limits.timeout / 1_000)
      const reason: Reason =
        signal === 'SIGKILL'
          ? { name: 'check timed out', facts: { file, seconds } }
          : { name: 'check process ended', facts: { file, exitCode } }
      fail(rejection('UNAVAILABLE', reason))
    })
  })
}

/** The folder of a database that does not exist yet may be missing too. */
function nearestFolder(file: string): string {
  const folder = dirname(file)
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(folder)
}
