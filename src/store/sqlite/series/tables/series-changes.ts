// What was written to the series, and where: how one process learns which of the things it remembers another one changed.
import type { Minute } from '../../../../domain/clock.js'
import type { Connection } from '../../connection.js'

export interface SeriesChange {
  readonly n: number
  /** One universe, whose history was rewritten (an import, a week thinned out); null for a tick, which may add to any. */
  readonly universeId: number | null
  /** An empty range says that rows are about to be deleted: who has not read them yet reads everything anew. */
  readonly from: Minute
  readonly until: Minute
}

/** A process that slept through more than so many reads everything anew. */
const KEPT = 1_000

export interface SeriesChanges {
  /** Inside the transaction that writes, as its last statement. Answers the change's number. */
  post(change: Omit<SeriesChange, 'n'>): number
  /** That the rows before this minute are about to be deleted. */
  postDeletion(until: Minute): number
  newest(): number
  /** Those after `n`; undefined where some of them are gone already. */
  after(n: number): SeriesChange[] | undefined
}

export const isDeletion = ({ from, until }: SeriesChange): boolean => from === until

export function seriesChangeTable({ raw }: Connection): SeriesChanges {
  const insert = raw.prepare<[number | null, Minute, Minute]>(
    'INSERT INTO series_change (universe_id, from_minute, until_minute) VALUES (?, ?, ?)',
  )
  const prune = raw.prepare<[number]>('DELETE FROM series_change WHERE n <= ?')
  const newest = raw.prepare<[], number | null>('SELECT max(n) FROM series_change').pluck()
  const after = raw.prepare<[number], SeriesChange>(
    'SELECT n, universe_id AS universeId, from_minute AS "from", until_minute AS "until" FROM series_change WHERE n > ? ORDER BY n',
  )
  const post: SeriesChanges['post'] = ({ universeId, from, until }) => {
    const n = Number(insert.run(universeId, from, until).lastInsertRowid)
    if (n % KEPT === 0) prune.run(n - KEPT)
    return n
  }
  return {
    post,
    postDeletion: (until) => post({ universeId: null, from: until, until }),
    newest: () => newest.get() ?? 0,
    after(n) {
      const changes = after.all(n)
      return changes.length === 0 || changes[0]?.n === n + 1 ? changes : undefined
    },
  }
}
