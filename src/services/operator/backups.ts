// Scheduled backups: when a copy is due, which copies stay, and the restore test of each week (PROCESS-27 to PROCESS-29).
import { type Clock, DAY_MS, HOUR_MS, isoOfMs, MINUTE_MS } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import { type BackupKeep, type CopyLoss, removableCopies } from '../../domain/operation/kept-copies.js'
import type { BackupFolder, RestoredContents, WrittenCopy } from '../../domain/ports/backups.js'
import type { SettingStore } from '../../domain/ports/store.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import type { PartState } from '../reading/check-health.js'
import {
  createDiskWork,
  createFolderWatch,
  folderWithoutRoom,
  isUnresponsiveDisk,
} from './copies/backup-folder-watch.js'
import { type BackupNotes, createBackupNotes, type LastCopy } from './copies/backup-notes.js'
import { createCopyOrigin, listed } from './copies/copy-origin.js'
import {
  type CopyPlace,
  LOST_CONTENTS,
  newestHeld,
  OTHERS_BESIDE,
  OTHERS_ONLY,
  PLACE_TEXTS,
  placeOf,
} from './copies/copy-place.js'

export interface BackupPlan {
  readonly folder: BackupFolder
  /** The wait from one copy to the next, ms. */
  readonly every: number
  readonly keep: BackupKeep
}

export const BACKUP_STATES = [
  'off',
  'waiting',
  'current',
  'untested',
  'late',
  'shrunken',
  'damaged',
  'failing',
] as const

export interface BackupReport extends PartState {
  readonly state: (typeof BACKUP_STATES)[number]
  /** When the newest copy was begun, ms, wherever it is now; undefined if none is known. */
  readonly lastCopyAt?: number | undefined
  /** The same of the newest copy of this database that lies in the folder, if that can be read. */
  readonly ownCopyAt?: number | undefined
  /** How many copies in the folder are of another database or of unknown origin; undefined if it cannot be read. */
  readonly others?: number | undefined
  /** Copies from before it stay. */
  readonly loss?: CopyLoss | undefined
  /** The folder lost its copies, and takes none until this file is there again. */
  readonly missingIndex?: string | undefined
  /** The same of the newest own copy that lies in the folder, except for one that did not pass its restore test. */
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
  /** No copy from before it was removed. */
  readonly loss?: CopyLoss | undefined
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
  const origin = createCopyOrigin(settings, backupPlan?.folder)
  const { read, save, catchUp } = createBackupNotes({
    settings,
    clock,
    look: async (last) => {
      const origins = await origin.read(await watch?.look(), last)
      return origins && new Map(origins.own.map(({ name, at }) => [name, at]))
    },
  })
  const onDisk = createDiskWork()
  /** The copy that this process wrote into the folder or found there. */
  let seen: string | undefined
  /** Since when the folder cannot be read or lacks the last copy, ms; undefined while neither is so. */
  let badSince: number | undefined

  /** The time in the database says nothing of the folder: the database may have moved, or BACKUP_DIR have changed. */
  async function lookFor(last: LastCopy | undefined): Promise<CopyPlace> {
    const view = await watch?.look()
    const isEmptied = (await origin.read(view, last?.name))?.isEmptied ?? false
    const place = placeOf(view, { last: last?.name, seen, isEmptied })
    if (place === 'there') seen = last?.name
    badSince = place === 'there' || place === 'nowhere' ? undefined : (badSince ?? clock.now())
    return place
  }

  /** Throws where the disk does not answer, and where it seems not to be mounted: the copy would be on another disk. */
  async function requireFolder({ folder }: BackupPlan): Promise<void> {
    await watch?.requireAnswer()
    const origins = await origin.read(await watch?.look(), (await read()).last?.name)
    if (origins?.isEmptied !== true) return
    const facts = { folder: folder.path, index: folder.indexPath(await origin.database()) }
    throw rejection('UNAVAILABLE', { name: 'backup folder emptied', facts })
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
    const origins = await origin.read(await watch?.look(), copy.name)
    if (origins === undefined) return { removed, keptAll: 'failure' }
    const { own, loss } = origins
    const after = listed(own).filter(({ at }) => loss === undefined || at > loss.before.at)
    try {
      await onDisk({ limitMs: folder.timeLimitMs(), stop }, async (signal) => {
        for (const { name } of removableCopies(after, keep)) {
          if (name === copy.name || signal.aborted) continue
          await folder.remove(name)
          removed++
        }
      })
      return { removed, keptAll: undefined, loss }
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
        await requireFolder(plan)
        const database = await origin.database()
        const limits = { limitMs: plan.folder.timeLimitMs(), stop: signal }
        const copy = await onDisk(limits, (until) => plan.folder.write(begunAt, database, until))
        watch?.forget()
        seen = copy.name
        await origin.noteFolder(plan.folder.path)
        const { samples, accounts, games, damage } = copy.contents
        const { fileDamage, lostWeeks: damagedWeeks } = damage ?? { fileDamage: null, lostWeeks: 0 }
        const last = { name: copy.name, at: begunAt, samples, accounts, games, fileDamage, damagedWeeks }
        const unnoted = await save({ ...(await read()), last, failure: undefined })
        return { copy, unnoted, ...(await removeOld(plan, copy, signal)) }
      } catch (error) {
        if (!signal.aborted) {
          const saved = await read()
          const since = saved.failure?.since ?? begunAt
          await save({ ...saved, failure: { since, at: begunAt, isUnresponsive: isUnresponsiveDisk(error) } })
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
      const place = last === undefined ? 'nowhere' : await lookFor(last)
      const { own = [], others, loss } = (await origin.read(await watch?.look(), last?.name)) ?? {}
      const known = {
        lastCopyAt: last?.at,
        heldCopyAt: newestHeld(own, { last, test }),
        ownCopyAt: own.at(-1)?.at,
        others,
        loss,
        missingIndex: place === 'emptied' ? backupPlan.folder.indexPath(await origin.database()) : undefined,
        restoreTest: test,
        untested,
        // Said of a state that has nothing worse to say.
        ...(others !== undefined &&
          others > 0 && { detail: last === undefined && own.length === 0 ? OTHERS_ONLY : OTHERS_BESIDE }),
      }
      if (failure !== undefined)
        return { ...known, state: 'failing', since: isoOfMs(failure.since), detail: failureText(failure, place) }
      if (place !== 'there' && place !== 'nowhere')
        return { ...known, state: 'failing', since: isoOfMs(badSince ?? clock.now()), detail: PLACE_TEXTS[place] }
      if (test?.passed === false)
        return { ...known, state: 'failing', since: isoOfMs(test.at), detail: failedTest(test.copyAt) }
      // A copy that lies elsewhere counts for nothing, and the first one into this folder is due since the start.
      const waitingSince = last === undefined ? since : startedAt
      const newest = last !== undefined && place === 'there' ? last.at : waitingSince
      if (clock.now() - newest > 2 * backupPlan.every + HOUR_MS)
        return { ...known, state: 'late', since: isoOfMs(newest + backupPlan.every) }
      if (last === undefined || place === 'nowhere') return { ...known, state: 'waiting', since: isoOfMs(waitingSince) }
      if (last.fileDamage !== null || last.damagedWeeks > 0)
        return { ...known, state: 'damaged', since: isoOfMs(last.at), detail: DAMAGED_COPY }
      if (loss !== undefined)
        return { ...known, state: 'shrunken', since: isoOfMs(loss.after.at), detail: LOST_CONTENTS }
      if (untested !== undefined)
        return { ...known, state: 'untested', since: isoOfMs(untested.since), detail: untestedCopy(untested.copyAt) }
      return { ...known, state: 'current', since: isoOfMs(last.at) }
    },
  }
}

const FAILED_COPY = 'The last copy could not be made; the log says why.'
const DAMAGED_COPY = 'The database is damaged, and so is the last copy; the doctor says what is lost.'
const failedTest = (copyAt: number | undefined): string =>
  `${copyAt === undefined ? 'A copy' : `The copy of ${isoOfMs(copyAt)}`} did not pass the restore test; the log says why.`
const untestedCopy = (copyAt: number): string =>
  `The copy of ${isoOfMs(copyAt)} could not be restored as a test, because the disk of the database has not enough room.`

function failureText({ isUnresponsive }: NonNullable<BackupNotes['failure']>, place: CopyPlace): string {
  if (isUnresponsive) return PLACE_TEXTS.unresponsive
  return place === 'emptied' ? PLACE_TEXTS.emptied : FAILED_COPY
}

const countsText = ({ samples, accounts, games }: Pick<LastCopy, 'samples' | 'accounts' | 'games'>): string =>
  [samples, accounts, games].join(' ')

/** A time in the future shows that the clock was or is wrong, so the wait counts as over. */
const remaining = (at: number, wait: number, now: number): number => (at > now ? 0 : Math.max(0, at + wait - now))

function requirePlan(plan: BackupPlan | undefined): BackupPlan {
  if (plan === undefined) throw new Error('BACKUP_DIR is not set.')
  return plan
}
