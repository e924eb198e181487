// Copies a database without SQLite, with its log: where SQLite cannot open it, because its end is missing or because it
// can create no file beside it.
import { accessSync, constants, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { rejection } from '../../../domain/error.js'
import { codeOf, copyWhole, removeWhole } from '../upkeep/durable-files.js'
import { withDatabase } from '../upkeep/soundness.js'
import { cutOffOf } from './cut-off.js'

/** True also for root, who has all other rights. */
export function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(dirname(file), constants.W_OK)
    return false
  } catch (error) {
    return codeOf(error) === 'EROFS'
  }
}

/** Throws where the database was changed meanwhile. An end that is missing becomes zeros, so that SQLite opens the copy. */
export function copyUnopened(file: string, copy: string): void {
  removeWhole(copy)
  const before = stateOf(file)
  copyWhole(file, copy)
  if (stateOf(file) !== before) throw rejection('UNAVAILABLE', { name: 'backup beside a writer', facts: { file } })
  const cutOff = cutOffOf(copy)
  if (cutOff !== undefined) truncateSync(copy, cutOff.expectedBytes)
  // Writes the log into the copy, which is one file then.
  withDatabase(copy, (raw) => raw.pragma('journal_mode = DELETE'))
}

function stateOf(file: string): string {
  const states = [file, `${file}-wal`].map((name) => statSync(name, { throwIfNoEntry: false }))
  return states.map((state) => (state === undefined ? '' : [state.ino, state.size, state.mtimeMs].join(' '))).join('; ')
}
