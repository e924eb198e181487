// Reports how the scheduled backups are doing (PROCESS-28). Everybody may read it, so it names no file.
import { type Clock, isoOfMs } from '../../../domain/clock.js'
import type { CopyLoss } from '../../../domain/operation/kept-copies.js'
import type { FoundCopy } from '../../../domain/ports/backups.js'
import type { PartState } from '../../reading/check-health.js'
import type { BackupNoteBook, BackupNotes } from './backup-notes.js'
import { type BackupPlan, lateAgeMs } from './backup-plan.js'
import type { CopyFinder } from './copy-finder.js'
import type { CopyOrigins } from './copy-origin.js'
import { type CopyPlace, LOST_CONTENTS, OTHERS_BESIDE, OTHERS_ONLY, PLACE_TEXTS } from './copy-place.js'

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
  /** When the newest copy of this database in the folder was begun, ms; undefined if there is none or the folder cannot be read. */
  readonly ownCopyAt?: number | undefined
  /** How many copies in the folder are of another database or of unknown origin; undefined if it cannot be read. */
  readonly others?: number | undefined
  /** Two copies of which the later one holds far less; none from before it is removed. Undefined if there is none. */
  readonly loss?: CopyLoss | undefined
  /** If the folder lost its copies: the path of the file without which none is written into it. */
  readonly missingIndex?: string | undefined
  /** As `ownCopyAt`, but without a copy that did not pass its restore test. */
  readonly heldCopyAt?: number | undefined
  /** When a copy was last restored as a test, ms, and whether it held everything; undefined if none was. */
  readonly restoreTest?: Readonly<NonNullable<BackupNotes['test']>> | undefined
  /** The last test for which a folder had not enough room, if none was made since. */
  readonly untested?: Readonly<NonNullable<BackupNotes['untested']>> | undefined
}

interface Deps {
  readonly plan: BackupPlan
  readonly clock: Clock
  readonly noteBook: BackupNoteBook
  readonly finder: CopyFinder
  /** When the process began to schedule copies, ms. */
  readonly startedAt: number
}

/** What the state follows from. */
interface Situation {
  readonly notes: BackupNotes
  readonly place: CopyPlace
  readonly loss: CopyLoss | undefined
  /** The wait from one copy to the next, ms. */
  readonly every: number
  readonly now: number
  readonly startedAt: number
  /** Since when the place is wrong, ms. */
  readonly wrongSince: number
}

type StateOfBackups = Pick<BackupReport, 'state' | 'since' | 'detail'>

export function createBackupReporter({ plan, clock, noteBook, finder, startedAt }: Deps) {
  return async function report(): Promise<BackupReport> {
    const notes = await noteBook.read()
    const { last, test, untested } = notes
    const place = last === undefined ? 'nowhere' : await finder.locate(last)
    const origins = await finder.readOrigins(last?.name)
    const { own = [], others, loss } = origins ?? {}
    const { every, folder } = plan
    const situation = { notes, place, loss, every, now: clock.now(), startedAt, wrongSince: finder.wrongSince() }
    return {
      lastCopyAt: last?.at,
      heldCopyAt: newestHeld(own, notes),
      ownCopyAt: own.at(-1)?.at,
      others,
      loss,
      missingIndex: place === 'emptied' ? folder.indexPath(await finder.databaseId()) : undefined,
      restoreTest: test,
      untested,
      ...othersDetail(origins, last === undefined),
      ...(problemOf(situation) ?? stateWithoutProblem(situation)),
    }
  }
}

/** Said of a state that has nothing worse to say. */
function othersDetail(origins: CopyOrigins | undefined, hasNoCopy: boolean): Pick<BackupReport, 'detail'> {
  if (origins === undefined || origins.others === 0) return {}
  return { detail: hasNoCopy && origins.own.length === 0 ? OTHERS_ONLY : OTHERS_BESIDE }
}

/** Why the next copy, or the last one, cannot be relied on. */
function problemOf({ notes, place, wrongSince }: Situation): StateOfBackups | undefined {
  const { failure, test } = notes
  if (failure !== undefined)
    return { state: 'failing', since: isoOfMs(failure.since), detail: failureText(failure, place) }
  if (place !== 'there' && place !== 'nowhere')
    return { state: 'failing', since: isoOfMs(wrongSince), detail: PLACE_TEXTS[place] }
  if (test?.passed === false)
    return {
      state: 'failing',
      since: isoOfMs(test.at),
      detail: test.isUnresponsive ? PLACE_TEXTS.unresponsive : failedTestText(test.copyAt),
    }
  return undefined
}

/** When the newest of the copies was begun, ms, except for one that did not pass its restore test. */
function newestHeld(own: readonly FoundCopy[], notes: BackupNotes): number | undefined {
  const bad = nameOfBadCopy(notes)
  return own.filter(({ name }) => name !== bad).at(-1)?.at
}

/** A test that an earlier version noted does not say of which copy it was: it was of the last one, unless that is newer than the test. */
function nameOfBadCopy({ last, test }: Pick<BackupNotes, 'last' | 'test'>): string | undefined {
  if (test === undefined || test.passed || test.isUnresponsive) return undefined
  if (test.copy !== undefined) return test.copy
  return last !== undefined && test.at >= last.at ? last.name : undefined
}

function stateWithoutProblem({ notes, place, loss, every, now, startedAt }: Situation): StateOfBackups {
  const { since, last, untested } = notes
  // A copy that lies elsewhere counts for nothing, and the first one into this folder is due since the start.
  const waitingSince = last === undefined ? since : startedAt
  const newest = last !== undefined && place === 'there' ? last.at : waitingSince
  if (now - newest > lateAgeMs(every)) return { state: 'late', since: isoOfMs(newest + every) }
  if (last === undefined || place === 'nowhere') return { state: 'waiting', since: isoOfMs(waitingSince) }
  if (last.fileDamage !== null || last.damagedWeeks > 0)
    return { state: 'damaged', since: isoOfMs(last.at), detail: DAMAGED_COPY }
  if (loss !== undefined) return { state: 'shrunken', since: isoOfMs(loss.after.at), detail: LOST_CONTENTS }
  if (untested !== undefined)
    return { state: 'untested', since: isoOfMs(untested.since), detail: untestedText(untested.copyAt) }
  return { state: 'current', since: isoOfMs(last.at) }
}

const FAILED_COPY = 'The last copy could not be made; the log says why.'
const DAMAGED_COPY = 'The database is damaged, and so is the last copy; the doctor says what is lost.'
const failedTestText = (copyAt: number | undefined): string =>
  `${copyAt === undefined ? 'A copy' : `The copy of ${isoOfMs(copyAt)}`} did not pass the restore test; the log says why.`
const untestedText = (copyAt: number): string =>
  `The copy of ${isoOfMs(copyAt)} could not be restored as a test, because the disk of the database has not enough room.`

function failureText({ isUnresponsive }: NonNullable<BackupNotes['failure']>, place: CopyPlace): string {
  if (isUnresponsive) return PLACE_TEXTS.unresponsive
  return place === 'emptied' ? PLACE_TEXTS.emptied : FAILED_COPY
}
