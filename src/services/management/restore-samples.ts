// Restores samples that retention removed within the last seven days of correct time.
import { rejection } from '../../domain/error.js'
import type { RestoreResult } from '../../domain/ports/removed-samples.js'
import type { Store } from '../../domain/ports/store.js'
import { type DateRange, endMinute, firstMinute } from '../../domain/rules/date-range.js'
import type { AuditLog } from '../audit/audit-log.js'

export interface RestoreRequest {
  /** Undefined means all universes. */
  readonly universeId: number | undefined
  /** Every week that contains one of these days is restored. */
  readonly range: DateRange
  /** True to count only and change nothing. */
  readonly isDryRun: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

export function createRestoreSamples({ store, audit }: { readonly store: Store; readonly audit: AuditLog }) {
  return async function restoreSamples({ universeId, range, ...how }: RestoreRequest): Promise<RestoreResult> {
    if (universeId !== undefined && !(await store.universes.known([universeId])).has(universeId))
      throw rejection('NOT_FOUND', { name: 'nothing to restore', facts: { universeId } })
    const subject = `${universeId ?? 'all games'}`
    const commit = audit.commitSingleWrites({ action: 'samples restored', accountId: null, subject })
    const span = { from: firstMinute(range), until: endMinute(range) }
    return store.removedSamples.restore({ universeId, ...span, ...how, commit })
  }
}
