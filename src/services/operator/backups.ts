// Scheduled backups: when a copy is due, which copies stay, and the restore test of each week (PROCESS-27 to PROCESS-29).
import { type Clock, DAY_MS, HOUR_MS, isoOfMs, MINUTE_MS } from '../../domain/clock.js'
import { HeadcountError } from '../../domain/error.js'
import { type BackupNotes, createBackupNotes, type LastCopy } from '../../domain/operation/backup-notes.js'
import { type BackupKeep, removableCopies } from '../../domain/operation/kept-copies.js'
import type { BackupFolder, RestoredContents, WrittenCopy } from '../../domain/ports/backups.js'
import type { SettingStore } from '../../domain/ports/store.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import type { PartState } from '../reading/check-health.js'
import { createDiskWork, createFolderWatch, type FolderView } from './backup-folder-watch.js'

export interface BackupPlan {
  readonly folder: BackupFolder
  /** The wait from one copy to the next, ms. */
  readonly every: number
  readonly keep: BackupKeep
}

export const BACKUP_STATES = ['off', 'waiting', 'current', 'untested', 'late', 'damaged', 'failing'] as const

export interface BackupReport extends PartState {
  readonly state: (typeof BACKUP_STATES)[number]
  /** When the newest copy was begun, ms, wherever it is now; undefined if none is known. */
  readonly lastCopyAt?: number | undefined
  /** The same of the newest copy that lies in the folder, except for one that did not pass its restore test. */
  readonly heldCopyAt?: number | undefined
  /** When a copy was last restored as a test, ms, and whether it held everything; undefined if none was. */
  readonly restoreTest?: Readonly<NonNullable<BackupNotes['test']>> | undefined
  /** The last test for which a folder had not enough room, if none was made since. */
  readonly untested?: Readonly<NonNullable<BackupNotes['untested']>> | undefined
}

/** What a run did. */
export interface BackupRun {
  readonly copy: WrittenCopy
  readonly removed: number
  /** Why nothing was removed, although copies may have been due for that. */
  readonly keptAll: 'clock' | 'damage' | 'failure' | undefined
  /** The error of a removal that failed. */
  readonly cause?: unknown
  /** Why the database does not have the result; then this process keeps it until it can be noted. */
  readonly unnoted?: unknown
}

const RETRY_DELAY_MS = 10 * MINUTE_MS
const RESTORE_TEST_INTERVAL_MS = 7 * DAY_MS
const RESTORE_TEST_RETRY_DELAY_MS = DAY_MS

interface Deps {
  readonly settings: SettingStore
  readonly clock: Clock
  readonly clockState: () => ClockState
  /** Undefined if BACKUP_DIR is not set. */
  readonly backupPlan: BackupPlan | undefined
}

export type Backups = ReturnType<typeof createBackups>

export function createBackups({ settings, clock, clockState, backupPlan }: Deps) {
  const startedAt = clock.now()
  const watch = backupPlan && createFolderWatch(backupPlan.folder)
  const { read, save, catchUp } = createBackupNotes({
    settings,
    clock,
    look: async () => {
      const view = await watch?.look()
      return view === undefined || 'problem' in view ? undefined : view.copies
    },
  })
  const onDisk = createDiskWork()
  /** The copy that this process wrote into the folder or found there. */
  let seen: string | undefined
  /** Since when the folder cannot be read or lacks the last copy, ms; undefined while neither is so. */
  let badSince: number | undefined

  /** The time in the database says nothing of the folder: the database may have moved, or BACKUP_DIR have changed. */
  async function lookFor(last: LastCopy | undefined): Promise<CopyPlace> {
    const place = placeOf(await watch?.look(), last?.name, seen)
    if (place === 'there') seen = last?.name
    badSince = place === 'there' || place === 'nowhere' ? undefined : (badSince ?? clock.now())
    return place
  }

  /** The removal is best effort: a copy that could not be removed is removed after the next one. */
  async function removeOld(
    { folder, keep }: BackupPlan,
    copy: WrittenCopy,
    stop: AbortSignal,
  ): Promise<Omit<BackupRun, 'copy' | 'unnoted'>> {
    if (copy.contents.damage !== null) return { removed: 0, keptAll: 'damage' }
    if (clockState() !== 'correct') return { removed: 0, keptAll: 'clock' }
    let removed = 0
    try {
      await onDisk({ limitMs: folder.timeLimitMs(), stop }, async (signal) => {
        for (const { name } of removableCopies(await folder.list(), keep)) {
          if (name === copy.name || signal.aborted) continue
          await folder.remove(name)
          removed++
        }
      })
      return { removed, keptAll: undefined }
    } catch (cause) {
      return { removed, keptAll: 'failure', cause }
    }
  }

  return {
    isOn: backupPlan !== undefined,

    /** Milliseconds until the next copy is due; undefined if none ever is. */
    async dueIn(): Promise<number | undefined> {
      if (backupPlan === undefined) return undefined
      await catchUp()
      const saved = await read()
      const now = clock.now()
      if (saved.failure !== undefined)
        return remaining(saved.failure.at, Math.min(backupPlan.every, RETRY_DELAY_MS), now)
      if (saved.last === undefined || (await lookFor(saved.last)) === 'nowhere') return 0
      return remaining(saved.last.at, backupPlan.every, now)
    },

    /** Writes a copy, and then removes the copies that are no longer needed. A failure is noted and thrown. */
    async run(signal: AbortSignal): Promise<BackupRun> {
      const plan = requirePlan(backupPlan)
      const begunAt = clock.now()
      try {
        await watch?.requireAnswer()
        const limits = { limitMs: plan.folder.timeLimitMs(), stop: signal }
        const copy = await onDisk(limits, (until) => plan.folder.write(begunAt, until))
        watch?.forget()
        seen = copy.name
        const { samples, accounts, games, damage } = copy.contents
        const { fileDamage, lostWeeks: damagedWeeks } = damage ?? { fileDamage: null, lostWeeks: 0 }
        const last = { name: copy.name, at: begunAt, samples, accounts, games, fileDamage, damagedWeeks }
        const unnoted = await save({ ...(await read()), last, failure: undefined })
        return { copy, unnoted, ...(await removeOld(plan, copy, signal)) }
      } catch (error) {
        if (!signal.aborted) {
          const saved = await read()
          await save({
            ...saved,
            failure: { since: saved.failure?.since ?? begunAt, at: begunAt, isSilent: isOfSilentDisk(error) },
          })
        }
        throw error
      }
    },

    async isRestoreTestDue(): Promise<boolean> {
      if (backupPlan === undefined) return false
      const { last, test, untested } = await read()
      if (last === undefined || (await lookFor(last)) !== 'there') return false
      if (untested !== undefined) return remaining(untested.at, RETRY_DELAY_MS, clock.now()) === 0
      if (test === undefined) return true
      return remaining(test.at, test.passed ? RESTORE_TEST_INTERVAL_MS : RESTORE_TEST_RETRY_DELAY_MS, clock.now()) === 0
    },

    /** Restores the newest copy into a temporary file and compares it with what was counted when it was written. */
    async testRestore(signal: AbortSignal): Promise<RestoredContents> {
      const plan = requirePlan(backupPlan)
      const { last } = await read()
      if (last === undefined) throw new Error('There is no copy to restore.')
      const { name: copy, at: copyAt } = last
      const note = async (passed: boolean): Promise<unknown> =>
        save({ ...(await read()), test: { at: clock.now(), passed, copy, copyAt }, untested: undefined })
      const noteRoom = async (folder: string): Promise<unknown> => {
        const [now, saved] = [clock.now(), await read()]
        const untested = { since: saved.untested?.since ?? now, at: now, folder, copy, copyAt }
        return save({ ...saved, untested })
      }
      try {
        const limits = { limitMs: plan.folder.timeLimitMs(), stop: signal }
        const found = await onDisk(limits, (until) => plan.folder.testRestore(last.name, until))
        const isEqual = last.samples === undefined || countsText(found) === countsText(last)
        await note(isEqual && found.fileDamage === last.fileDamage && found.lostWeeks === last.damagedWeeks)
        return found
      } catch (error) {
        const folder = folderWithoutRoom(error)
        if (!signal.aborted) await (folder === undefined ? note(false) : noteRoom(folder))
        throw error
      }
    },

    /** Everybody may read it, so it names no file. */
    async report(): Promise<BackupReport> {
      if (backupPlan === undefined) return { state: 'off' }
      const { since, last, failure, test, untested } = await read()
      const known = {
        lastCopyAt: last?.at,
        heldCopyAt: newestHeld(await watch?.look(), { last, test }),
        restoreTest: test,
        untested,
      }
      if (failure !== undefined)
        return {
          state: 'failing',
          since: isoOfMs(failure.since),
          detail: failure.isSilent ? PLACE_TEXTS.silent : FAILED_COPY,
          ...known,
        }
      const place = last === undefined ? 'nowhere' : await lookFor(last)
      if (place !== 'there' && place !== 'nowhere')
        return { state: 'failing', since: isoOfMs(badSince ?? clock.now()), detail: PLACE_TEXTS[place], ...known }
      if (test?.passed === false)
        return { state: 'failing', since: isoOfMs(test.at), detail: failedTest(test.copyAt), ...known }
      // A copy that lies elsewhere counts for nothing, and the first one into this folder is due since the start.
      const waitingSince = last === undefined ? since : startedAt
      const newest = last !== undefined && place === 'there' ? last.at : waitingSince
      if (clock.now() - newest > 2 * backupPlan.every + HOUR_MS)
        return { state: 'late', since: isoOfMs(newest + backupPlan.every), ...known }
      if (last === undefined || place === 'nowhere') return { state: 'waiting', since: isoOfMs(waitingSince), ...known }
      if (last.fileDamage !== null || last.damagedWeeks > 0)
        return { state: 'damaged', since: isoOfMs(last.at), detail: DAMAGED_COPY, ...known }
      if (untested !== undefined)
        return { state: 'untested', since: isoOfMs(untested.since), detail: untestedCopy(untested.copyAt), ...known }
      return { state: 'current', since: isoOfMs(last.at), ...known }
    },
  }
}

/** Where the last copy is; `nowhere`: it never was in this folder as far as this process knows. */
type CopyPlace = 'there' | 'nowhere' | 'gone' | 'missing' | 'unreadable' | 'silent'

const PLACE_TEXTS = {
  gone: 'The last copy is no longer in the folder of the copies; see that its disk is mounted.',
  missing: 'The folder of the copies is not there; see that its disk is mounted.',
  unreadable: 'The folder of the copies cannot be read; the doctor says why.',
  silent: 'The disk of the copies does not answer.',
} as const

function placeOf(view: FolderView | undefined, last: string | undefined, seen: string | undefined): CopyPlace {
  if (view === undefined || last === undefined) return 'nowhere'
  if ('problem' in view) return view.problem
  if (view.copies.has(last)) return 'there'
  return seen === last ? 'gone' : 'nowhere'
}

function newestHeld(
  view: FolderView | undefined,
  { last, test }: Pick<BackupNotes, 'last' | 'test'>,
): number | undefined {
  if (view === undefined || 'problem' in view) return undefined
  const isLastBad = last !== undefined && test?.passed === false && test.at >= last.at
  const bad = test?.passed === false ? (test.copy ?? (isLastBad ? last.name : undefined)) : undefined
  const times = [...view.copies].filter(([name]) => name !== bad).map(([, at]) => at)
  return times.length === 0 ? undefined : Math.max(...times)
}

const FAILED_COPY = 'The last copy could not be made; the log says why.'
const DAMAGED_COPY = 'The database is damaged, and so is the last copy; the doctor says what is lost.'
const failedTest = (copyAt: number | undefined): string =>
  `${copyAt === undefined ? 'A copy' : `The copy of ${isoOfMs(copyAt)}`} did not pass the restore test; the log says why.`
const untestedCopy = (copyAt: number): string =>
  `The copy of ${isoOfMs(copyAt)} could not be restored as a test, because the disk of the database has not enough room.`

const countsText = ({ samples, accounts, games }: Pick<LastCopy, 'samples' | 'accounts' | 'games'>): string =>
  [samples, accounts, games].join(' ')

/** Milliseconds. A time in the future shows that the clock was or is wrong, so the wait counts as over. */
const remaining = (at: number, wait: number, now: number): number => (at > now ? 0 : Math.max(0, at + wait - now))

const isOfSilentDisk = (error: unknown): boolean =>
  error instanceof HeadcountError && error.options.reason?.name === 'backup folder silent'

/** The folder whose disk has no room for the restored copy; undefined of any other error. */
function folderWithoutRoom(error: unknown): string | undefined {
  const reason = error instanceof HeadcountError ? error.options.reason : undefined
  return reason?.name === 'restore test without room' ? reason.facts.folder : undefined
}

function requirePlan(plan: BackupPlan | undefined): BackupPlan {
  if (plan === undefined) throw new Error('BACKUP_DIR is not set.')
  return plan
}
