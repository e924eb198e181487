// Writes events inside the transaction of what found them. The SQL is written by hand, because a tick may write many,
// and because whether an event differs from the stored one is decided in the statement.
import type { EventDraft, EventWrite } from '../../../domain/events/event.js'
import type { Connection } from '../connection.js'

export interface EventWriter {
  /** Returns the id of the event; writes nothing if it is stored as it is. An event that has an end keeps it. */
  put(event: EventDraft): number
  end(kind: string, subject: string, end: number): void
  withdraw(id: number): void
  apply(write: EventWrite): void
}

type DraftRow = [number | null, number | null, string, string, number, number | null, string | null, string]

/** Its methods must be called inside a transaction. */
export function eventWriter({ raw, publish }: Connection): EventWriter {
  const next = raw
    .prepare<[], number>(
      `INSERT INTO event_change (id, change) VALUES (1, 1)
       ON CONFLICT (id) DO UPDATE SET change = change + 1 RETURNING change`,
    )
    .pluck()
  const same = raw
    .prepare<[...DraftRow, number | null], number>(
      `SELECT id FROM event WHERE universe_id IS ? AND account_id IS ? AND kind = ? AND subject = ? AND start_minute = ?
       AND coalesce(?, end_minute) IS end_minute AND cause IS ? AND facts = ? AND uncertainty IS ? AND is_withdrawn = 0`,
    )
    .pluck()
  const upsert = raw
    .prepare<[...DraftRow, number | null, number], number>(
      `INSERT INTO event (universe_id, account_id, kind, subject, start_minute, end_minute, cause, facts, uncertainty,
         change) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, subject) DO UPDATE SET start_minute = excluded.start_minute,
         end_minute = coalesce(excluded.end_minute, end_minute), cause = excluded.cause, facts = excluded.facts, uncertainty = excluded.uncertainty, change = excluded.change,
         is_withdrawn = 0
       RETURNING id`,
    )
    .pluck()
  const open = raw
    .prepare<[string, string], number>('SELECT id FROM event WHERE kind = ? AND subject = ? AND end_minute IS NULL')
    .pluck()
  const over = raw
    .prepare<[string, string, number], number>(
      'SELECT id FROM event WHERE kind = ? AND subject = ? AND end_minute <= ? AND is_withdrawn = 0',
    )
    .pluck()
  const reopen = raw.prepare<[number, number]>('UPDATE event SET end_minute = NULL, change = ? WHERE id = ?')
  const end = raw.prepare<[number, number, number]>('UPDATE event SET end_minute = ?, change = ? WHERE id = ?')
  const withdraw = raw.prepare<[number, number]>('UPDATE event SET is_withdrawn = 1, change = ? WHERE id = ?')
  const nextChange = (): number => {
    publish({ type: 'events changed' })
    return next.get() ?? 1
  }

  const writer: EventWriter = {
    put: ({ universeId, accountId, kind, subject, start, end, cause, facts, uncertainty }) => {
      const row: DraftRow = [universeId, accountId, kind, subject, start, end, cause, JSON.stringify(facts)]
      return same.get(...row, uncertainty) ?? upsert.get(...row, uncertainty, nextChange()) ?? 0
    },
    end: (kind, subject, at) => {
      const id = open.get(kind, subject)
      if (id !== undefined) end.run(at, nextChange(), id)
    },
    withdraw: (id) => void withdraw.run(nextChange(), id),
    apply: (write) => {
      if (write.write === 'put') writer.put(write.event)
      else if (write.write === 'resume') {
        const { kind, subject } = write.event
        const id = over.get(kind, subject, write.since)
        if (id !== undefined) reopen.run(nextChange(), id)
        writer.put(write.event)
      } else if (write.write === 'end') writer.end(write.kind, write.subject, write.end)
      else {
        const id = open.get(write.kind, write.subject)
        if (id !== undefined) writer.withdraw(id)
      }
    },
  }
  return writer
}
