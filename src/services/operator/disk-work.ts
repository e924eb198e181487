// Limits how long work on the disk of the copies may take. A disk may hang so that nothing on it ends, not even a process that is killed.
import { rejection } from '../../domain/error.js'

/** Milliseconds for the work to remove what it wrote, when the service stops. */
const STOP_TIMEOUT_MS = 2_000

export interface DiskWorkLimits {
  /** Milliseconds. */
  readonly limitMs: number
  readonly stop: AbortSignal
}

export function createDiskWork() {
  /** True while work that was given up has not ended: it may still write, and each that hangs occupies a thread or a process. */
  let isHanging = false

  /** The signal of the work is aborted when the time is over and when the service stops; it is not waited for without end. */
  return async function within<T>(
    { limitMs, stop }: DiskWorkLimits,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (isHanging) throw silent()
    isHanging = true
    const [late, ended] = [new AbortController(), new AbortController()]
    const running = work(AbortSignal.any([stop, late.signal])).finally(() => {
      isHanging = false
    })
    const givenUp = new Promise<never>((_, reject) => {
      const timers = [setTimeout(() => reject(silent()), limitMs).unref()]
      const end = () => timers.push(setTimeout(() => reject(stopped()), STOP_TIMEOUT_MS))
      stop.addEventListener('abort', end, { signal: ended.signal })
      ended.signal.addEventListener('abort', () => timers.forEach(clearTimeout))
    })
    try {
      return await Promise.race([running, givenUp])
    } finally {
      ended.abort()
      late.abort()
    }
  }
}

const silent = () => rejection('UNAVAILABLE', { name: 'backup folder silent', facts: {} })
const stopped = () => rejection('UNAVAILABLE', { name: 'backup stopped', facts: {} })
