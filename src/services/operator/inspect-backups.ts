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
  /** Undefined if the database cannot be read. */
  readonly report: BackupReport | undefined
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
  return async function inspectBackups(isDatabaseReadable: boolean): Promise<BackupInspection> {
    const problem = await folderProblem(folderName)
    const copies = problem === undefined ? await folder.list() : []
    return {
      folder: folderName,
      problem,
      every,
      newestAt: copies.at(-1)?.at,
      report: isDatabaseReadable ? await report() : undefined,
    }
  }
}

/** By the same rule as health: a copy is late after twice the wait and an hour. */
const lateAgeMs = (every: number): number => 2 * every + HOUR_MS

export function checkBackups({ folder, problem, every, newestAt, report }: BackupInspection, clock: Clock): Finding {
  if (problem !== undefined) return wrong('backup folder unusable', { folder, problem })
  const ageOf = (at: number): number => clock.now() - at
  if (newestAt === undefined) {
    const madeAt = report?.lastCopyAt
    return madeAt === undefined
      ? warning('no backup yet', { folder })
      : wrong('backups gone', { folder, ageMs: ageOf(madeAt) })
  }
  const ageMs = ageOf(newestAt)
  const test = report?.restoreTest
  const tested = test && { ageMs: ageOf(test.at), passed: test.passed }
  if (tested?.passed === false) return wrong('restore test failed', { folder, testAgeMs: tested.ageMs })
  if (report?.state === 'failing') return wrong('backups failing', { folder, ageMs })
  if (report?.state === 'damaged') return wrong('backups damaged', { folder, ageMs })
  if (ageMs > lateAgeMs(every)) return wrong('backups late', { folder, ageMs })
  return ok('backups', { folder, ageMs, testAgeMs: tested?.ageMs })
}
