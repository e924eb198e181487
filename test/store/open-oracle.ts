// Opens the test oracle: a plain store with one row for each sample, from which every answer is computed. Only the series are
// the oracle's own; accounts, universes and everything else are those of the store.
import type { Clock } from '../../src/domain/clock.js'
import { createEventBus } from '../../src/domain/ports/events.js'
import type { Tick } from '../../src/domain/ports/series.js'
import type { Store } from '../../src/domain/ports/store.js'
import type { ClockState } from '../../src/domain/time/clock-check.js'
import { type Connection, connect } from '../../src/store/sqlite/connection.js'
import { openSqliteStore } from '../../src/store/sqlite/store.js'
import { universeWriter } from '../../src/store/sqlite/universes.js'
import { allLeases } from '../../src/store/values/all-leases.js'
import { newDatabase } from '../support/store/new-database.js'
import { rowSeriesStore } from './oracle/series.js'

export async function openOracle(
  file: string,
  clock: Clock,
  clockState: () => ClockState = () => 'unknown',
): Promise<Store> {
  await newDatabase(file)
  const events = createEventBus()
  const store = await openSqliteStore(file, { clock, clockState, events })
  const connection = connect(file, events)
  allowUnknownTotals(connection)
  connection.raw.exec('CREATE INDEX IF NOT EXISTS sample_by_universe ON sample (universe_id, minute)')
  const series = rowSeriesStore(connection, factsWriter(connection))
  return {
    ...store,
    series,
    leases: allLeases(series),
    close: () => {
      connection.raw.close()
      store.close()
    },
  }
}

/** Imports may lack totals. The store keeps them apart from ticks; the oracle has one table for both, so it must allow null. */
function allowUnknownTotals({ raw }: Connection): void {
  const sql = raw.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'sample'").pluck().get() ?? ''
  const changed = sql.replace(/(`?(?:visits|favorites)`? integer) NOT NULL/gi, '$1')
  if (changed !== sql) raw.exec(`DROP TABLE sample; ${changed}`)
}

function factsWriter(connection: Connection): (tick: Tick) => void {
  const putUniverse = universeWriter(connection)
  return (tick) => {
    const { facts, schedules, minute } = tick
    for (const one of facts) putUniverse(one, minute)
    if (facts.length > 0 || schedules.length > 0) connection.publish({ type: 'records changed', table: 'universes' })
    connection.publish({ type: 'tick recorded', tick })
  }
}
