// Runs work on the disk of the scheduled copies, one at a time and with a time limit. On a network disk that hangs, no call returns, and not even a
// killed process ends.
import { HeadcountError, rejection } from '../../../domain/error.js'
import { sleepWhileRunning } from './sleep-while-running.js'

/** The time that the work has to remove what it wrote, when the service stops. */
const DISK_STOP_TIMEOUT_MS = 2_000

export interface DiskWorkLimits {
  /** After this time the disk counts as one that does not answer. */
  readonly limitMs: number
  /** Aborted when the service stops. */
  readonly stop: AbortSignal
}

export type DiskWork = ReturnType<typeof createDiskWork>

export function createDiskWork() {
  /** True until the work really ends, also after it was given up: it may still write, and it occupies a thread or a process. */
  let isBusy = false

  /**
   * The signal of the work is aborted when the time is over and when the service stops. Settles even if the work never ends. Rejects with the
   * error of the work, with `backup folder unresponsive`, or with `backup stopped`.
   */
  return async function doOnDisk<T>(
    { limitMs, stop }: DiskWorkLimits,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (stop.aborted) throw stopped()
    if (isBusy) throw unresponsiveDisk()
    isBusy = true
    const [late, ended] = [new AbortController(), new AbortController()]
    const running = work(AbortSignal.any([stop, late.signal])).finally(() => {
      isBusy = false
    })
    const givenUp = new Promise<never>((_, reject) => {
      sleepWhileRunning(limitMs, ended.signal).then(
        () => reject(unresponsiveDisk()),
        () => undefined,
      )
      const end = () => {
        const timer = setTimeout(() => reject(stopped()), DISK_STOP_TIMEOUT_MS)
        ended.signal.addEventListener('abort', () => clearTimeout(timer))
      }
      stop.addEventListener('abort', end, { signal: ended.signal })
    })
    try {
      return await Promise.race([running, givenUp])
    } finally {
      ended.abort()
      late.abort()
    }
  }
}

export const unresponsiveDisk = () => rejection('UNAVAILABLE', { name: 'backup folder unresponsive', facts: {} })
const stopped = () => rejection('UNAVAILABLE', { name: 'backup stopped', facts: {} })

/** Whether the disk of the copies did not answer. */
export const isUnresponsiveDisk = (error: unknown): boolean =>
  error instanceof HeadcountError && error.options.reason?.name === 'backup folder unresponsive'

/** The folder whose disk has no room for the restored copy; undefined of any other error. */
export function folderWithoutRoom(error: unknown): string | undefined {
  const reason = error instanceof HeadcountError ? error.options.reason : undefined
  return reason?.name === 'restore test without room' ? reason.facts.folder : undefined
}
