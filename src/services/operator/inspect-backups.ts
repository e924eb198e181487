// What the doctor looks at for scheduled backups, and what it makes of it: the folder, the age of the newest copy that lies
// in it, and what the service noted of its last copy and restore test.
import { type Clock, HOUR_MS } from '../../domain/clock.js'
import type { BackupFolder } from '../../domain/ports/backups.js'
import type { BackupFolderProblem } from '../../domain/reasons/doctor-findings.js'
import type { BackupReport } from './backups.js'
import { type Finding, ok, warning, wrong } from './examine.js'

export interface BackupInspection {
  /** BACKUP_DIR. */
  readonly folder: string
  readonly problem: BackupFolderProblem | undefined
  /** BACKUP_EVERY, ms. */
  readonly every: number
  /** When the newest copy in the folder was begun, ms; undefined if there is none. */
  readonly newestAt: number | undefined
  /** Why there is none: the service that owns the database hangs, or the database cannot be read. */
  readonly report: BackupReport | 'service hangs' | 'database not read'
}

export interface InspectBackupsDeps {
  readonly folderName: string
  readonly folder: Pick<BackupFolder, 'list'>
  readonly every: number
  readonly folderProblem: (folder: string) => Promise<BackupFolderProblem | undefined>
  /** Opens the database. */
  readonly report: () => Promise<BackupReport>
}

export function createInspectBackups({ folderName, folder, every, folderProblem, report }: InspectBackupsDeps) {
  return async function inspectBackups(unread?: 'service hangs' | 'database not read'): Promise<BackupInspection> {
    const problem = await folderProblem(folderName)
    const copies = problem === undefined ? await folder.list() : []
    return {
      folder: folderName,
      problem,
      every,
      newestAt: copies.at(-1)?.at,
      report: unread ?? (await report()),
    }
  }
}

/** By the same rule as health: a copy is late after twice the wait and an hour. */
const lateAgeMs = (every: number): number => 2 * every + HOUR_MS

export function checkBackups(inspection: BackupInspection, clock: Clock): Finding {
  const { folder, problem, every, newestAt } = inspection
  const report = typeof inspection.report === 'string' ? undefined : inspection.report
  if (problem !== undefined) return wrong('backup folder unusable', { folder, problem })
  const ageOf = (at: number): number => clock.now() - at
  if (newestAt === undefined) {
    const madeAt = report?.lastCopyAt
    return madeAt === undefined
      ? warning('no backup yet', { folder })
      : wrong('backups gone', { folder, ageMs: ageOf(madeAt) })
  }
  const ageMs = ageOf(newestAt)
  const { restoreTest: test, untested } = report ?? {}
  const testAgeMs = test && ageOf(test.at)
  if (test?.passed === false && testAgeMs !== undefined)
    return wrong('restore test failed', { folder, copy: test.copy, testAgeMs })
  if (report?.state === 'failing') return wrong('backups failing', { folder, ageMs })
  if (report?.state === 'damaged') return wrong('backups damaged', { folder, ageMs })
  if (ageMs > lateAgeMs(every)) return wrong('backups late', { folder, ageMs })
  if (untested !== undefined) {
    const { copy, folder: roomFolder, at } = untested
    return warning('restore test without room', { folder, copy, roomFolder, testAgeMs: ageOf(at), ageMs })
  }
  const restoreTest = typeof inspection.report === 'string' ? inspection.report : testAgeMs
  return ok('backups', { folder, ageMs, restoreTest })
}
