// Reads the folder with the scheduled copies, and runs work on its disk, with a time limit. On a network disk that hangs, no call returns, and not
// even a killed process ends.
import { HeadcountError, rejection } from '../../../domain/error.js'
import type { BackupFolder, FolderContents } from '../../../domain/ports/backups.js'
import { sleepWhileRunning } from './sleep-while-running.js'

export type FolderView =
  /** `copies`: when each copy in the folder was begun, ms, by its name. */
  | { readonly copies: ReadonlyMap<string, number>; readonly contents: FolderContents }
  | { readonly problem: 'missing' | 'unreadable' | 'unresponsive' }

/** Milliseconds; a health check must be answered meanwhile. */
const LOOK_TIMEOUT_MS = 1_000
const UNRESPONSIVE: FolderView = { problem: 'unresponsive' }

export function createFolderWatch(folder: Pick<BackupFolder, 'read'>, timeoutMs = LOOK_TIMEOUT_MS) {
  // One look at a time: each that hangs occupies one of the few threads that read files.
  let running: Promise<FolderView> | undefined
  let isUnresponsive = false

  function begin(): Promise<FolderView> {
    const begun = viewOf(folder).finally(() => {
      isUnresponsive = false
      if (running === begun) running = undefined
    })
    return begun
  }

  async function look(): Promise<FolderView> {
    if (isUnresponsive) return UNRESPONSIVE
    running ??= begin()
    const answered = new AbortController()
    const asUnresponsive = (): FolderView => UNRESPONSIVE
    const late = sleepWhileRunning(timeoutMs, answered.signal).then(asUnresponsive, asUnresponsive)
    const view = await Promise.race([running, late])
    answered.abort()
    if (view === UNRESPONSIVE) isUnresponsive = true
    return view
  }

  return {
    look,
    /** The next look reads the folder again. Must be called once something in it was changed. */
    forget: (): void => {
      running = undefined
    },
    /** Throws where the disk does not answer: a copy into it would hang as well. */
    requireAnswer: async (): Promise<void> => {
      if ((await look()) === UNRESPONSIVE)
        throw rejection('UNAVAILABLE', { name: 'backup folder unresponsive', facts: {} })
    },
  }
}

async function viewOf(folder: Pick<BackupFolder, 'read'>): Promise<FolderView> {
  try {
    const contents = await folder.read()
    return { copies: new Map(contents.copies.map(({ name, at }) => [name, at])), contents }
  } catch (error) {
    const isMissing = error instanceof HeadcountError && error.options.reason?.name === 'backup folder missing'
    return { problem: isMissing ? 'missing' : 'unreadable' }
  }
}

/** Milliseconds for the work to remove what it wrote, when the service stops. */
const DISK_STOP_TIMEOUT_MS = 2_000

export interface DiskWorkLimits {
  /** Milliseconds. */
  readonly limitMs: number
  readonly stop: AbortSignal
}

export function createDiskWork() {
  /** True until the work really ends, also after it was given up: it may still write, and it occupies a thread or a process. */
  let isBusy = false

  /** The signal of the work is aborted when the time is over and when the service stops. Returns even if the work never ends. */
  return async function within<T>(
    { limitMs, stop }: DiskWorkLimits,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
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

const unresponsiveDisk = () => rejection('UNAVAILABLE', { name: 'backup folder unresponsive', facts: {} })
const stopped = () => rejection('UNAVAILABLE', { name: 'backup stopped', facts: {} })

/** Whether the disk of the copies did not answer. */
export const isUnresponsiveDisk = (error: unknown): boolean =>
  error instanceof HeadcountError && error.options.reason?.name === 'backup folder unresponsive'

/** The folder whose disk has no room for the restored copy; undefined of any other error. */
export function folderWithoutRoom(error: unknown): string | undefined {
  const reason = error instanceof HeadcountError ? error.options.reason : undefined
  return reason?.name === 'restore test without room' ? reason.facts.folder : undefined
}
