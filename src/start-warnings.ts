// What the log says at the start of settings that do not end it, although the operator may have meant something else.
import { statSync } from 'node:fs'
import type { Log } from './domain/ports/events.js'
import { backupTexts } from './messages/english/doctor-backups.js'
import { backupFolderProblem } from './store/backup-folder-problem.js'
import { databaseFileOf } from './store/database-file.js'

/** The file of the database if it is there and holds nothing. Must be called before the database is opened. */
export function emptyDatabaseOf(databaseUrl: string): string | undefined {
  const file = databaseFileOf(databaseUrl)
  return file !== undefined && statSync(file, { throwIfNoEntry: false })?.size === 0 ? file : undefined
}

export function warnOfEmptyDatabase(file: string | undefined, log: Log): void {
  if (file === undefined) return
  log.warn(
    { file },
    'The file of the database was empty, so Headcount began with no data. If it held data before, stop the service and restore a backup.',
  )
}

/** Does not wait for a disk that hangs. */
export async function warnOfBackupFolder(folder: string | undefined, log: Log): Promise<void> {
  if (folder === undefined) return
  const problem = await backupFolderProblem(folder)
  if (problem === undefined) return
  const [found, advice] = backupTexts['backup folder unusable']({ folder, problem })
  log.warn({ folder }, `No scheduled backup can be made. ${found} ${advice}`)
}
