// Runs a program in a process of its own: work on a large file cannot be interrupted, but a process can be killed.
import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { type Reason, rejection } from '../../../domain/error.js'

export interface WorkerLimits {
  /** Milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal
}

/** Resolves with the first message of the program. The first argument is the file on which it works. */
export function runWorker(program: string, args: readonly [string, ...string[]], limits: WorkerLimits) {
  const file = args[0]
  return new Promise<unknown>((done, fail) => {
    const worker = fork(program, args, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      killSignal: 'SIGKILL',
      ...limits,
    })
    worker.once('message', done)
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

/** For a program beside the service, which must get the processor first. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // Some systems do not allow it; then the process keeps the normal priority.
  }
}
