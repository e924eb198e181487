// The table `tick_cursor`: the minute up to which all due minutes have a sample or a gap.
import type { Minute } from '../../../../domain/clock.js'
import type { TickCursor } from '../../../../domain/ports/series.js'
import type { Connection } from '../../connection.js'

export interface CursorRow {
  get(): TickCursor | undefined
  set(cursor: TickCursor): void
}

export function cursorRow({ raw }: Connection): CursorRow {
  const select = raw.prepare<[], [Minute, number]>('SELECT minute, clock_was_wrong FROM tick_cursor WHERE id = 1').raw()
  // A tick that began later may have ended first (`poll once` beside the service's own ticks).
  const upsert = raw.prepare<[Minute, number]>(`
    INSERT INTO tick_cursor (id, minute, clock_was_wrong) VALUES (1, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      minute = max(minute, excluded.minute), clock_was_wrong = excluded.clock_was_wrong`)
  return {
    get: () => {
      const row = select.get()
      return row && { minute: row[0], clockWasWrong: row[1] === 1 }
    },
    set: (cursor) => void upsert.run(cursor.minute, Number(cursor.clockWasWrong)),
  }
}
