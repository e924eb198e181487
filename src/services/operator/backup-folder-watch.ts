// Looks into the folder with the scheduled copies without waiting for a disk that hangs, as a network disk may.
import { setTimeout as sleep } from 'node:timers/promises'
import { HeadcountError, rejection } from '../../domain/error.js'
import type { BackupFolder } from '../../domain/ports/backups.js'

export type FolderView =
  /** When each copy in the folder was begun, ms, by its name. */
  { readonly copies: ReadonlyMap<string, number> } | { readonly problem: 'missing' | 'unreadable' | 'silent' }

/** Milliseconds; a health check must be answered meanwhile. */
const LOOK_TIMEOUT_MS = 1_000
const SILENT: FolderView = { problem: 'silent' }

export function createFolderWatch(folder: Pick<BackupFolder, 'list'>, timeoutMs = LOOK_TIMEOUT_MS) {
  // One look at a time: each that hangs occupies one of the few threads that read files.
  let running: Promise<FolderView> | undefined
  let isSilent = false

  function begin(): Promise<FolderView> {
    const begun = viewOf(folder).finally(() => {
      isSilent = false
      if (running === begun) running = undefined
    })
    return begun
  }

  async function look(): Promise<FolderView> {
    if (isSilent) return SILENT
    running ??= begin()
    const answered = new AbortController()
    const late = sleep(timeoutMs, SILENT, { ref: false, signal: answered.signal }).catch(() => SILENT)
    const view = await Promise.race([running, late])
    answered.abort()
    if (view === SILENT) isSilent = true
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
      if ((await look()) === SILENT) throw rejection('UNAVAILABLE', { name: 'backup folder silent', facts: {} })
    },
  }
}

async function viewOf(folder: Pick<BackupFolder, 'list'>): Promise<FolderView> {
  try {
    return { copies: new Map((await folder.list()).map(({ name, at }) => [name, at])) }
  } catch (error) {
    const isMissing = error instanceof HeadcountError && error.options.reason?.name === 'backup folder missing'
    return { problem: isMissing ? 'missing' : 'unreadable' }
  }
}
