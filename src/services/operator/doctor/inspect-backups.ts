// What the doctor looks at for scheduled backups, and what it makes of it: the folder, the age of the newest copy that lies
// in it, and what the service noted of its last copy and restore test.
import type { Clock } from '../../../domain/clock.js'
import type { BackupFolder } from '../../../domain/ports/backups.js'
import type { BackupFolderProblem } from '../../../domain/reasons/doctor-findings.js'
import { lateAgeMs } from '../copies/backup-plan.js'
import type { BackupReport } from '../copies/report-backups.js'
import { type Finding, ok, warning, wrong } from './run-checks.js'

export interface BackupInspection {
  /** BACKUP_DIR. */
  readonly folder: string
  readonly problem: BackupFolderProblem | undefined
  /** BACKUP_EVERY, ms. */
  readonly every: number
  /** When the newest copy of this database in the folder was begun, ms; of any database where its own are not known. Undefined if there is none. */
  readonly newestAt: number | undefined
  /** Copies beside which there is no database: how many, and the name of the newest. */
  readonly orphans: { readonly count: number; readonly newest: string } | undefined
  readonly isOnDatabaseDisk: boolean
  /** What the service would report; or why there is no report: the service that owns the database hangs, or the database cannot be read. */
  readonly report: BackupReport | 'service hangs' | 'database not read'
}

/** `held`: by a service that does not answer. */
export type DatabasePresence = 'missing' | 'readable' | 'unreadable' | 'held'

export interface InspectBackupsDeps {
  readonly folderName: string
  readonly folder: Pick<BackupFolder, 'read'>
  readonly every: number
  readonly folderProblem: (folder: string) => Promise<BackupFolderProblem | undefined>
  readonly isOnDatabaseDisk: (folder: string) => Promise<boolean>
  /** Opens the database. */
  readonly report: () => Promise<BackupReport>
}

export function createInspectBackups({ folderName, folder, every, ...look }: InspectBackupsDeps) {
  const reportOf = async (database: DatabasePresence): Promise<BackupInspection['report']> => {
    if (database === 'held') return 'service hangs'
    if (database !== 'readable') return 'database not read'
    // Without a service it is opened for this, which may fail: on a full disk, for example.
    return look.report().catch(() => 'database not read' as const)
  }

  return async function inspectBackups(database: DatabasePresence): Promise<BackupInspection> {
    const problem = await look.folderProblem(folderName)
    const copies = problem === undefined ? (await folder.read()).copies : []
    const newest = copies.at(-1)
    const report = await reportOf(database)
    const isOriginKnown = typeof report !== 'string' && report.others !== undefined
    return {
      folder: folderName,
      problem,
      every,
      newestAt: isOriginKnown ? report.ownCopyAt : newest?.at,
      orphans: database === 'missing' && newest ? { count: copies.length, newest: newest.name } : undefined,
      isOnDatabaseDisk: problem === undefined && (await look.isOnDatabaseDisk(folderName)),
      report,
    }
  }
}

export function checkBackups(inspection: BackupInspection, clock: Clock): Finding {
  const { folder, problem, every, newestAt, orphans, isOnDatabaseDisk } = inspection
  const report = typeof inspection.report === 'string' ? undefined : inspection.report
  if (problem !== undefined) return wrong('backup folder unusable', { folder, problem })
  if (orphans !== undefined) return wrong('copies without database', { folder, ...orphans })
  const others = report?.others ?? 0
  const ageOf = (at: number): number => clock.now() - at
  if (newestAt === undefined) {
    const madeAt = report?.lastCopyAt
    return madeAt === undefined
      ? warning('no backup yet', { folder, others, isOnDatabaseDisk })
      : wrong('backups gone', { folder, ageMs: ageOf(madeAt), missingIndex: report?.missingIndex })
  }
  const ageMs = ageOf(newestAt)
  const { restoreTest: test, untested } = report ?? {}
  const testAgeMs = test && ageOf(test.at)
  if (test?.passed === false && testAgeMs !== undefined)
    return wrong(test.isUnresponsive ? 'restore test unanswered' : 'restore test failed', {
      folder,
      copy: test.copy,
      testAgeMs,
    })
  if (report?.state === 'failing') return wrong('backups failing', { folder, ageMs })
  if (report?.state === 'damaged') return wrong('backups damaged', { folder, ageMs })
  if (ageMs > lateAgeMs(every)) return wrong('backups late', { folder, ageMs })
  if (report?.loss !== undefined) return wrong('backups shrunken', { folder, ...report.loss })
  if (untested !== undefined) {
    const { copy, folder: roomFolder, at } = untested
    return warning('restore test without room', { folder, copy, roomFolder, testAgeMs: ageOf(at), ageMs })
  }
  const restoreTest = typeof inspection.report === 'string' ? inspection.report : testAgeMs
  const finding = others > 0 || isOnDatabaseDisk ? warning : ok
  return finding('backups', { folder, ageMs, restoreTest, others, isOnDatabaseDisk })
}
