// What callers may have cached of the records is told stale once the transaction that changes it is committed.
import type { RecordTable } from '../../domain/ports/events.js'
import type { Connection } from './connection.js'

export interface Changes {
  /** To be called inside the transaction that writes. */
  bump(table: RecordTable): void
}

export const changePublisher = ({ publish }: Connection): Changes => ({
  bump: (table) => publish({ type: 'records changed', table }),
})
