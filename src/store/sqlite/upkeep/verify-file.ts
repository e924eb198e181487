// Reads and checks the whole database: the structure of the file and the references between tables by SQLite, the
// names of plans, and every week of samples by its checksum.
import type { Verification } from '../../../domain/ports/upkeep.js'
import { isUnreadable } from '../connection.js'
import { Database } from '../driver.js'
import { examineSegments } from '../series/reading/doctor.js'
import { seriesTables } from './series-tables.js'
import { damageOf, missingParentOf, unknownNameOf } from './soundness.js'

export async function verifyFile(file: string): Promise<Verification> {
  const raw = new Database(file, { fileMustExist: true, timeout: 5_000 })
  const structureDamage = damageOf(raw)
  try {
    const fileDamage = structureDamage ?? missingParentOf(raw) ?? unknownNameOf(raw)
    const { segments, lost } = await examineSegments(seriesTables(raw))
    return { weeks: segments, fileDamage, lost }
  } catch (error) {
    // The file is so damaged that the lost weeks cannot be determined.
    if (structureDamage === null || !isUnreadable(error)) throw error
    return { weeks: 0, fileDamage: structureDamage, lost: [] }
  } finally {
    raw.close()
  }
}
