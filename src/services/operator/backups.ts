// Scheduled backups: when a copy is due, and the copy itself (PROCESS-27 to PROCESS-29).
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { WrittenCopy } from '../../domain/ports/backups.js'
import type { SettingStore } from '../../domain/ports/store.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import {
  type BackupNoteBook,
  createBackupNotes,
  type LastCopy,
  RETRY_DELAY_MS,
  remainingMs,
} from './copies/backup-notes.js'
import type { BackupPlan, BackupRun } from './copies/backup-plan.js'
import { type CopyFinder, createCopyFinder } from './copies/copy-finder.js'
import { createDiskWork, isUnresponsiveDisk } from './copies/disk-work.js'
import { removeOldCopies } from './copies/remove-old-copies.js'
import { type BackupReport, createBackupReporter } from './copies/report-backups.js'
import { createRestoreTest } from './copies/restore-test.js'

interface Deps {
  readonly settings: SettingStore
  readonly clock: Clock
  readonly clockState: () => ClockState
}

export type Backups = ReturnType<typeof createBackups>

/** Undefined if BACKUP_DIR is not set. */
export function createBackups({ backupPlan, ...deps }: Deps & { readonly backupPlan: BackupPlan | undefined }) {
  return backupPlan === undefined ? NO_BACKUPS : scheduledBackups(deps, backupPlan)
}

const withoutPlan = (): never => {
  throw new Error('BACKUP_DIR is not set.')
}

const NO_BACKUPS: ReturnType<typeof scheduledBackups> = {
  isOn: false,
  dueIn: async () => undefined,
  run: async () => withoutPlan(),
  isRestoreTestDue: async () => false,
  testRestore: async () => withoutPlan(),
  report: async () => ({ state: 'off' }),
}

function scheduledBackups({ settings, clock, clockState }: Deps, plan: BackupPlan) {
  const finder = createCopyFinder({ settings, clock, folder: plan.folder })
  const startedAt = clock.now()
  const noteBook = createBackupNotes({
    settings,
    startedAt,
    readCopyTimes: async (last) => {
      const origins = await finder.readOrigins(last)
      return origins && new Map(origins.own.map(({ name, at }) => [name, at]))
    },
  })
  const onDisk = createDiskWork()
  const shared = { plan, clock, clockState, noteBook, finder, onDisk, startedAt }
  const restoreTest = createRestoreTest(shared)
  const report: () => Promise<BackupReport> = createBackupReporter(shared)

  return {
    isOn: true,

    /** Milliseconds until the next copy is due, 0 if it is now; undefined if none ever is. */
    async dueIn(): Promise<number | undefined> {
      await noteBook.catchUp()
      const { failure, last } = await noteBook.read()
      const now = clock.now()
      if (failure !== undefined) return remainingMs(failure.at, Math.min(plan.every, RETRY_DELAY_MS), now)
      if (last === undefined || (await finder.locate(last)) === 'nowhere') return 0
      return remainingMs(last.at, plan.every, now)
    },

    /** Writes a copy, and then removes the copies that are no longer needed. A failure is noted and thrown. */
    async run(signal: AbortSignal): Promise<BackupRun> {
      const begunAt = clock.now()
      try {
        await requireFolder(plan, noteBook, finder)
        const database = await finder.databaseId()
        const limits = { limitMs: plan.folder.timeLimitMs(), stop: signal }
        const copy = await onDisk(limits, (until) => plan.folder.write(begunAt, database, until))
        await finder.noteWritten(copy.name, plan.folder.path)
        const unnoted = await noteBook.save({
          ...(await noteBook.read()),
          last: noteOf(copy, begunAt),
          failure: undefined,
        })
        return { copy, unnoted, ...(await removeOldCopies(shared, copy, signal)) }
      } catch (error) {
        if (!signal.aborted) await noteFailure(noteBook, begunAt, error)
        throw error
      }
    },

    isRestoreTestDue: restoreTest.isDue,
    testRestore: restoreTest.run,
    report,
  }
}

/** Throws where the disk does not answer, and where it seems not to be mounted: the copy would be on another disk. */
async function requireFolder({ folder }: BackupPlan, noteBook: BackupNoteBook, finder: CopyFinder): Promise<void> {
  await finder.requireAnswer()
  const origins = await finder.readOrigins((await noteBook.read()).last?.name)
  if (origins?.isEmptied !== true) return
  const facts = { folder: folder.path, index: folder.indexPath(await finder.databaseId()) }
  throw rejection('UNAVAILABLE', { name: 'backup folder emptied', facts })
}

function noteOf({ name, contents: { samples, accounts, games, damage } }: WrittenCopy, at: number): LastCopy {
  const { fileDamage, lostWeeks: damagedWeeks } = damage ?? { fileDamage: null, lostWeeks: 0 }
  return { name, at, samples, accounts, games, fileDamage, damagedWeeks }
}

async function noteFailure({ read, save }: BackupNoteBook, at: number, error: unknown): Promise<void> {
  const saved = await read()
  const since = saved.failure?.since ?? at
  await save({ ...saved, failure: { since, at, isUnresponsive: isUnresponsiveDisk(error) } })
}
