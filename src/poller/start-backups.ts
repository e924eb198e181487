// Makes a scheduled copy of the database when one is due, and tests once a week that one can be restored. A backup
// that fails stops nothing else.
import type { Log } from '../domain/ports/events.js'
import { damageText } from '../messages/english/doctor.js'
import { operatorErrorText } from '../messages/error-text.js'
import type { Backups } from '../services/operator/backups.js'
import type { BackupRun } from '../services/operator/copies/backup-plan.js'
import { folderWithoutRoom } from '../services/operator/copies/disk-work.js'
import type { BackupReport } from '../services/operator/copies/report-backups.js'
import { repeat, type Worker } from './repeat.js'

/** The delay after the start, in milliseconds: startup work comes first. */
const BACKUP_START_DELAY_MS = 10_000
/** Checks often, because one timer of several days would not notice that the clock was set. */
const BACKUP_CHECK_INTERVAL_MS = 30_000

export function startBackups({ backups }: { readonly backups: Backups }, log: Log): Worker {
  if (!backups.isOn) return { stop: async () => undefined }

  let isFirst = true
  const check = async (signal: AbortSignal): Promise<number> => {
    try {
      if (isFirst) warnOfOthers(await backups.report(), log)
      isFirst = false
      if ((await backups.dueIn()) === 0) logRun(await backups.run(signal), log)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, `The backup failed. ${operatorErrorText(error)}`)
      return BACKUP_CHECK_INTERVAL_MS
    }
    await testRestore(signal)
    return BACKUP_CHECK_INTERVAL_MS
  }

  const testRestore = async (signal: AbortSignal): Promise<void> => {
    try {
      if (signal.aborted || !(await backups.isRestoreTestDue())) return
      const found = await backups.testRestore(signal)
      const { restoreTest } = await backups.report()
      if (restoreTest?.passed)
        log.info({ ...found }, 'A backup was restored as a test: it holds all that was counted in it.')
      else
        log.error({ ...found }, 'A backup was restored as a test, and it does not hold what was counted in it before.')
    } catch (error) {
      if (signal.aborted) return
      if (folderWithoutRoom(error) !== undefined)
        log.warn({}, `The restore test waits for room. ${operatorErrorText(error)}`)
      else log.error({ err: error }, `The restore test failed. ${operatorErrorText(error)}`)
    }
  }

  return repeat(check, BACKUP_START_DELAY_MS)
}

/** Once for each start: where the database is missing, the service makes an empty one, as at the first start of an installation. */
function warnOfOthers({ others = 0, lastCopyAt, ownCopyAt }: BackupReport, log: Log): void {
  if (others === 0) return
  // A database that was restored from its first copy has no note of that, but its copy is there.
  if (lastCopyAt === undefined && ownCopyAt === undefined) log.error({ copies: others }, START_WARNINGS.onlyOthers)
  else log.warn({ copies: others }, START_WARNINGS.alsoOthers)
}

const START_WARNINGS = {
  onlyOthers:
    'No copy of this database was made yet, but BACKUP_DIR holds copies of another one. If the data are missing here: stop the service, then mount the disk of the right database or restore a copy (npm run -s cli -- restore COPY). No copy of another database is removed.',
  alsoOthers:
    'BACKUP_DIR also holds copies of another database or of an earlier version. This service does not remove them. Give each installation a folder of its own. See the doctor.',
} as const

const NO_REMOVAL_TEXTS = {
  clock: 'No old copy was removed, because the clock is not known to be correct.',
  damage:
    'No old copy was removed, because the database is damaged: an older copy may be the last good one. See the doctor.',
  failure: 'Old copies could not be removed; the next backup tries again.',
} as const

function logRun({ copy, removed, keptAll, loss, cause, unnoted }: BackupRun, log: Log): void {
  const { bytes, samples, damage } = copy.contents
  const facts = { copy: copy.name, bytes, samples, removed }
  if (damage === null) log.info(facts, 'A backup was written and checked.')
  else log.error(facts, `A backup was written, with the damage of the database: ${damageText(damage)} See the doctor.`)
  if (unnoted !== undefined)
    log.warn(
      { err: unnoted },
      'The copy counts, but the database took no note of it; that is tried again until it does.',
    )
  if (keptAll !== undefined) log.warn({ ...(cause !== undefined && { err: cause }) }, NO_REMOVAL_TEXTS[keptAll])
  if (loss === undefined) return
  const { before, after } = loss
  const compared = { before: before.name, held: before.held, after: after.name, holds: after.held }
  log.warn(
    compared,
    `${after.name} holds less than half of what ${before.name} held. Older copies stay. See the doctor.`,
  )
}
