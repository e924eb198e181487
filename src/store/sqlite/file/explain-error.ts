// Gives an error of SQLite the reason that the operator reads: SQLite's own message names no file.
import { rejection } from '../../../domain/error.js'
import { isUnreadable } from '../connection.js'
import { Database } from '../driver.js'
import { realName } from '../upkeep/durable-files.js'
import { cutOffOf, cutOffText } from './cut-off.js'

/** What the disk or the whole file is to blame for; any other error of SQLite is one of the program. */
const OF_FILE_CODES = /^SQLITE_(FULL|IOERR|READONLY|BUSY|LOCKED|CANTOPEN|NOTADB|PROTOCOL|CORRUPT|PERM)/

/** Any other error is returned as it is. */
export function explained(error: unknown, file: string): unknown {
  if (!(error instanceof Database.SqliteError) || !OF_FILE_CODES.test(error.code)) return error
  const facts = { file: realName(file), errorCode: error.code, cause: error.message }
  return rejection('UNAVAILABLE', { name: 'database fault', facts }, { cause: error })
}

/** The same for an open that failed, after which no connection to the file is open. */
export function explainedOpening(error: unknown, databaseFile: string): unknown {
  const file = realName(databaseFile)
  const isDamage = isUnreadable(error) || (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB')
  if (!isDamage) return explained(error, file)
  const cutOff = cutOffOf(file)
  const damage = cutOff === undefined ? error.message : cutOffText(cutOff)
  return rejection('UNAVAILABLE', { name: 'database damaged', facts: { file, damage } }, { cause: error })
}
