// The table `series`: the number of each universe that has segments, and the range of them.
import type { Minute } from '../../../../domain/clock.js'
import type { Directory, Entry } from '../../../../series/tables/keys.js'
import type { Connection } from '../../connection.js'

const COLUMNS = 'number, universe_id AS universeId, first_minute AS "first", last_minute AS "last"'

export function directory({ raw }: Pick<Connection, 'raw'>): Directory {
  const find = raw.prepare<[number], Entry>(`SELECT ${COLUMNS} FROM series WHERE universe_id = ?`)
  const all = raw.prepare<[], Entry>(`SELECT ${COLUMNS} FROM series ORDER BY number`)
  // NOT INDEXED, because the result is compared with the index.
  const scan = raw.prepare<[number], Entry>(`SELECT ${COLUMNS} FROM series NOT INDEXED WHERE universe_id = ?`)
  const page = raw.prepare<[number, number], Entry>(
    `SELECT ${COLUMNS} FROM series NOT INDEXED WHERE number > ? ORDER BY number LIMIT ?`,
  )
  const widen = raw
    .prepare<[number, Minute, Minute], number>(`
      INSERT INTO series (universe_id, first_minute, last_minute) VALUES (?, ?, ?)
      ON CONFLICT (universe_id) DO UPDATE SET
        first_minute = min(first_minute, excluded.first_minute), last_minute = max(last_minute, excluded.last_minute)
      RETURNING number`)
    .pluck()
  return {
    find: (universeId) => find.get(universeId),
    all: () => all.all(),
    hidden: (universeId) => {
      const number = find.get(universeId)?.number
      return scan.all(universeId).filter((entry) => entry.number !== number)
    },
    hiddenAmong: (after, limit) => {
      const entries = page.all(after, limit)
      const hidden = entries.filter(({ universeId, number }) => find.get(universeId)?.number !== number)
      return { hidden, last: entries.length < limit ? undefined : entries.at(-1)?.number }
    },
    widen(universeId, first, last) {
      const number = widen.get(universeId, first, last)
      if (number === undefined) throw new Error(`Universe ${universeId} has no number after it was given one.`)
      return number
    },
  }
}
