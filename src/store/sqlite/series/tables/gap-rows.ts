// The table `gap`: ranges of due minutes without a sample.
import type { Minute } from '../../../../domain/clock.js'
import type { Gap } from '../../../../domain/gap.js'
import type { GapRows } from '../../../../series/gaps/gaps.js'
import type { Connection } from '../../connection.js'

const COLUMNS = 'universe_id AS universeId, from_minute AS "from", until_minute AS "until", reason'

export function gapRows({ raw }: Pick<Connection, 'raw'>): GapRows {
  const statements = {
    // INDEXED BY is needed because SQLite would scan the whole table at every tick for the sake of the order.
    since: raw.prepare<[Minute], Gap>(
      `SELECT ${COLUMNS} FROM gap INDEXED BY gap_by_until WHERE until_minute >= ? ORDER BY universe_id, from_minute`,
    ),
    any: raw
      .prepare<[Minute], number>('SELECT 1 FROM gap INDEXED BY gap_by_until WHERE until_minute > ? LIMIT 1')
      .pluck(),
    between: raw.prepare<[number, Minute, Minute], Gap>(
      `SELECT ${COLUMNS} FROM gap WHERE universe_id = ? AND until_minute > ? AND from_minute < ? ORDER BY from_minute`,
    ),
    put: raw.prepare<[number, Minute, Minute, string]>(
      'INSERT OR REPLACE INTO gap (universe_id, from_minute, until_minute, reason) VALUES (?, ?, ?, ?)',
    ),
    remove: raw.prepare<[number, Minute]>('DELETE FROM gap WHERE universe_id = ? AND from_minute = ?'),
  }
  return {
    since: (minute) => statements.since.all(minute),
    hasAfter: (minute) => statements.any.get(minute) !== undefined,
    between: (universeId, from, until) => statements.between.all(universeId, from, until),
    put: ({ universeId, from, until, reason }) => void statements.put.run(universeId, from, until, reason),
    remove: (universeId, from) => void statements.remove.run(universeId, from),
  }
}
