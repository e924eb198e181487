// Reads and checks the whole database: the structure of the file and the references between tables by SQLite, the
// names of plans, and every week and every tick of samples by its checksum. The doctor, the verification of the service,
// backups and restores all use it.

import type Sqlite from 'better-sqlite3'
import type { Verification } from '../../../domain/ports/upkeep.js'
import { type DatabaseDamage, MAX_LISTED_DAMAGE } from '../../../domain/reasons/database-damage.js'
import { isUnreadable } from '../connection.js'
import { Database } from '../driver.js'
import { cutOffOf, cutOffText } from '../file/cut-off.js'
import { expectedSchema, schemaVersion } from '../file/schema-version.js'
import { examineSeries, type SeriesExamination } from '../series/reading/doctor.js'
import { seriesTables } from './series-tables.js'
import { damageOf, missingParentOf, unknownNameOf } from './soundness.js'

export interface FileVerification extends Verification {
  /** How many stored samples cannot be read. */
  readonly unreadableSamples: number
  /** See DatabaseContents. */
  readonly hasReadSamples: boolean
}

export async function verifyFile(file: string): Promise<FileVerification> {
  const cutOff = cutOffOf(file)
  const raw = new Database(file, { fileMustExist: true, timeout: 5_000 })
  try {
    const found = await verifyDatabase(raw)
    return cutOff === undefined ? found : { ...found, fileDamage: cutOffText(cutOff) }
  } finally {
    raw.close()
  }
}

/** The same of a file that is open, without its size. */
export async function verifyDatabase(raw: Sqlite.Database): Promise<FileVerification> {
  const structureDamage = damageOf(raw)
  try {
    const fileDamage = structureDamage ?? missingParentOf(raw) ?? unknownNameOf(raw)
    const series = await examinationOf(raw)
    const { segments, lost, unreadableSamples } = series ?? NOTHING_READ
    return { weeks: segments, fileDamage, lost, unreadableSamples, hasReadSamples: series !== undefined }
  } catch (error) {
    // The file is so damaged that the lost weeks cannot be determined.
    if (structureDamage === null || !isUnreadable(error)) throw error
    return { weeks: 0, fileDamage: structureDamage, lost: [], unreadableSamples: 0, hasReadSamples: true }
  }
}

const NOTHING_READ: SeriesExamination = { segments: 0, lost: [], unreadableSamples: 0 }

/** Undefined where the schema is older and lacks a table or a column that is read. */
async function examinationOf(raw: Sqlite.Database): Promise<SeriesExamination | undefined> {
  try {
    return await examineSeries(seriesTables(raw))
  } catch (error) {
    const isMissing = error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR'
    if (isMissing && schemaVersion(raw) < expectedSchema()) return undefined
    throw error
  }
}

/** Null where nothing is damaged. */
export function damageIn({ fileDamage, lost }: Verification): DatabaseDamage | null {
  if (fileDamage === null && lost.length === 0) return null
  const countOf = ({ what, samples }: (typeof lost)[number]): number =>
    what === 'removed samples' ? 0 : (samples ?? 0)
  return {
    fileDamage,
    lostWeeks: lost.length,
    lostSamples: lost.reduce((sum, one) => sum + countOf(one), 0),
    lost: lost.slice(0, MAX_LISTED_DAMAGE),
  }
}
