// The table `import_cadence`: how far apart imported samples stand (DATA-20).
import { getTableName } from 'drizzle-orm'
import type { Minute } from '../../../../domain/clock.js'
import type { CadenceSpan } from '../../../../domain/rules/cadence.js'
import type { CadenceRows } from '../../../../series/tables/import-cadences.js'
import type { Connection } from '../../connection.js'
import { importCadence } from './schema.js'

const TABLE = getTableName(importCadence)

export function cadenceRows({ raw }: Pick<Connection, 'raw'>): CadenceRows {
  const select = raw.prepare<[number, Minute, Minute], CadenceSpan>(`
    SELECT from_minute AS "from", until_minute AS "until", interval FROM ${TABLE}
    WHERE universe_id = ? AND from_minute < ? AND until_minute > ? ORDER BY from_minute`)
  const before = raw.prepare<[number, Minute], CadenceSpan>(`
    SELECT from_minute AS "from", until_minute AS "until", interval FROM ${TABLE}
    WHERE universe_id = ? AND until_minute <= ? ORDER BY from_minute DESC LIMIT 1`)
  const remove = raw.prepare<[number, Minute]>(`DELETE FROM ${TABLE} WHERE universe_id = ? AND from_minute = ?`)
  const put = raw.prepare<[number, Minute, Minute, number]>(`INSERT INTO ${TABLE} VALUES (?, ?, ?, ?)`)
  return {
    between: (universeId, from, until) => select.all(universeId, until, from),
    before: (universeId, minute) => before.get(universeId, minute),
    remove: (universeId, from) => void remove.run(universeId, from),
    put: (universeId, { from, until, interval }) => void put.run(universeId, from, until, interval),
  }
}
