// Reads the folder with the scheduled copies, with a time limit, so that nothing waits for a network disk that hangs: no call on it returns, and not
// even a killed process ends.
import { HeadcountError } from '../../../domain/error.js'
import type { BackupFolder, FolderContents } from '../../../domain/ports/backups.js'
import { unresponsiveDisk } from './disk-work.js'
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
      if ((await look()) === UNRESPONSIVE) throw unresponsiveDisk()
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
