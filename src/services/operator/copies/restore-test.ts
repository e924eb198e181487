// Restores the newest scheduled copy as a test, once a week (PROCESS-29).
import { type Clock, DAY_MS } from '../../../domain/clock.js'
import type { RestoredContents } from '../../../domain/ports/backups.js'
import { type BackupNoteBook, type BackupNotes, type LastCopy, RETRY_DELAY_MS, remainingMs } from './backup-notes.js'
import type { BackupPlan } from './backup-plan.js'
import type { CopyFinder } from './copy-finder.js'
import { type DiskWork, folderWithoutRoom, isUnresponsiveDisk } from './disk-work.js'

const RESTORE_TEST_INTERVAL_MS = 7 * DAY_MS
const RESTORE_TEST_RETRY_DELAY_MS = DAY_MS

export interface RestoreTestDeps {
  readonly plan: BackupPlan
  readonly clock: Clock
  readonly noteBook: BackupNoteBook
  readonly finder: CopyFinder
  readonly onDisk: DiskWork
}

/** `unresponsive`: the disk did not answer, so nothing is known of the copy. */
type TestResult = 'passed' | 'failed' | 'unresponsive'

export function createRestoreTest({ plan, clock, noteBook, finder, onDisk }: RestoreTestDeps) {
  const { read, save } = noteBook

  async function noteResult({ name: copy, at: copyAt }: LastCopy, result: TestResult): Promise<unknown> {
    const [passed, isUnresponsive] = [result === 'passed', result === 'unresponsive']
    return save({
      ...(await read()),
      test: { at: clock.now(), passed, isUnresponsive, copy, copyAt },
      untested: undefined,
    })
  }

  async function noteNoRoom({ name: copy, at: copyAt }: LastCopy, folder: string): Promise<unknown> {
    const [now, saved] = [clock.now(), await read()]
    const untested = { since: saved.untested?.since ?? now, at: now, folder, copy, copyAt }
    return save({ ...saved, untested })
  }

  async function noteError(last: LastCopy, error: unknown): Promise<void> {
    const folder = folderWithoutRoom(error)
    if (folder !== undefined) await noteNoRoom(last, folder)
    else await noteResult(last, isUnresponsiveDisk(error) ? 'unresponsive' : 'failed')
  }

  return {
    /** Whether the newest copy lies in the folder and is to be tested now. */
    async isDue(): Promise<boolean> {
      const { last, test, untested } = await read()
      if (last === undefined || (await finder.locate(last)) !== 'there') return false
      if (untested !== undefined) return remainingMs(untested.at, RETRY_DELAY_MS, clock.now()) === 0
      return test === undefined || remainingMs(test.at, delayAfter(test), clock.now()) === 0
    },

    /**
     * Restores the newest copy into a temporary file, compares it with what was counted when it was written, and notes the result. An error is
     * noted and thrown.
     */
    async run(stop: AbortSignal): Promise<RestoredContents> {
      const { last } = await read()
      if (last === undefined) throw new Error('There is no copy to restore.')
      try {
        const limits = { limitMs: plan.folder.timeLimitMs(), stop }
        const found = await onDisk(limits, (until) => plan.folder.testRestore(last.name, until))
        await noteResult(last, isAsWritten(found, last) ? 'passed' : 'failed')
        return found
      } catch (error) {
        if (!stop.aborted) await noteError(last, error)
        throw error
      }
    },
  }
}

/** Milliseconds from a test to the next one. */
function delayAfter({ passed, isUnresponsive }: NonNullable<BackupNotes['test']>): number {
  if (passed) return RESTORE_TEST_INTERVAL_MS
  return isUnresponsive ? RETRY_DELAY_MS : RESTORE_TEST_RETRY_DELAY_MS
}

/** A copy of an earlier version was not counted when it was written. */
function isAsWritten(found: RestoredContents, last: LastCopy): boolean {
  const isEqual = last.samples === undefined || countsText(found) === countsText(last)
  return isEqual && found.fileDamage === last.fileDamage && found.lostWeeks === last.damagedWeeks
}

const countsText = ({ samples, accounts, games }: Pick<LastCopy, 'samples' | 'accounts' | 'games'>): string =>
  [samples, accounts, games].join(' ')
