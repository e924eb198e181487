// What was written to the series, and where: how one process learns which of the things it remembers another one changed.
import type { Minute } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'

export interface Notice {
  readonly n: number
  /**
   * The universe that an import changed; null for a tick, which may add to any and change schedules. An empty range says
   * that rows are about to be deleted: who has not read them yet reads everything anew.
   */
  readonly universeId: number | null
  readonly from: Minute
  readonly until: Minute
}

/** A process that slept through more than so many reads everything anew. */
const KEPT = 1_000

export interface Notices {
  /** Inside the transaction that writes, as its last statement. Answers the notice's number. */
  post(notice: Omit<Notice, 'n'>): number
  newest(): number
  /** Those after `n`; undefined where some of them are gone already. */
  after(n: number): Notice[] | undefined
}

export function noticeTable({ raw }: Connection): Notices {
  const insert = raw.prepare<[number | null, Minute, Minute]>(
    'INSERT INTO series_change (universe_id, from_minute, until_minute) VALUES (?, ?, ?)',
  )
  const prune = raw.prepare<[number]>('DELETE FROM series_change WHERE n <= ?')
  const newest = raw.prepare<[], number | null>('SELECT max(n) FROM series_change').pluck()
  const after = raw.prepare<[number], Notice>(
    'SELECT n, universe_id AS universeId, from_minute AS "from", until_minute AS "until" FROM series_change WHERE n > ? ORDER BY n',
  )
  return {
    post({ universeId, from, until }) {
      const n = Number(insert.run(universeId, from, until).lastInsertRowid)
      if (n % KEPT === 0) prune.run(n - KEPT)
      return n
    },
    newest: () => newest.get() ?? 0,
    after(n) {
      const notices = after.all(n)
      return notices.length === 0 || notices[0]?.n === n + 1 ? notices : undefined
    },
  }
}
