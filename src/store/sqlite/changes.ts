// Tells callers that their caches of records are stale, once the transaction that changes the records is committed.
import type { RecordTable } from '../../domain/ports/events.js'
import type { Connection } from './connection.js'

export interface Changes {
  /** Must be called inside the transaction that writes. */
  bump(table: RecordTable): void
}

export const changePublisher = ({ publish }: Connection): Changes => ({
  bump: (table) => publish({ type: 'records changed', table }),
})
