// Whether copies of the database can be written into the folder of BACKUP_DIR. It changes nothing and creates nothing.
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BackupFolderProblem } from '../domain/reasons/doctor-findings.js'
import { codeOf, realName } from './sqlite/upkeep/durable-files.js'

/** False where that is not known. A database file that is missing lies where its folder is. */
export async function isOnDiskOf(databaseFile: string, folder: string): Promise<boolean> {
  const deviceOf = (path: string): Promise<number | undefined> =>
    stat(path).then(
      ({ dev }) => dev,
      () => undefined,
    )
  const file = realName(databaseFile)
  const device = (await deviceOf(file)) ?? (await deviceOf(dirname(file)))
  return device !== undefined && device === (await deviceOf(folder))
}

/** Undefined if there is none. */
export async function backupFolderProblem(folder: string): Promise<BackupFolderProblem | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return { kind: 'no folder' }
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const errorCode = codeOf(error)
    return errorCode === 'ENOENT' ? { kind: 'missing' } : { kind: 'not writable', errorCode }
  }
}
