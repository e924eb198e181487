// The figures that are read again at each request, and what becomes of them while the database does not answer.
import { HeadcountError } from '../../domain/error.js'

export interface MetricsPart {
  /** Reads the figures again. */
  update(): Promise<void>
  /** Removes what an earlier request read, which says nothing of now. */
  clear(): void
}

/** Returns whether the database answered all of them. */
export async function updateAll(parts: readonly MetricsPart[]): Promise<boolean> {
  const updated = await Promise.all(parts.map(updateOrClear))
  return updated.every((isKnown) => isKnown)
}

async function updateOrClear({ update, clear }: MetricsPart): Promise<boolean> {
  try {
    await update()
    return true
  } catch (error) {
    if (!(error instanceof HeadcountError) || error.code !== 'UNAVAILABLE') throw error
    clear()
    return false
  }
}
