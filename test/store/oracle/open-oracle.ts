// The plain row store of the first days, kept as the oracle: one row a sample, every answer read off the rows.
import type { Clock } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import type { ClockState } from '../../../src/domain/time/clock-check.js'
import { changePublisher } from '../../../src/store/sqlite/changes.js'
import { connect } from '../../../src/store/sqlite/connection.js'
import { openSqliteStore } from '../../../src/store/sqlite/store.js'
import { rowSeriesStore } from './series.js'

export async function openOracle(
  file: string,
  clock: Clock,
  clockState: () => ClockState = () => 'unknown',
): Promise<Store> {
  const store = await openSqliteStore(file, { clock, clockState })
  const connection = connect(file)
  connection.raw.exec('CREATE INDEX IF NOT EXISTS sample_by_universe ON sample (universe_id, minute)')
  return {
    ...store,
    series: rowSeriesStore(connection, changePublisher(connection)),
    close: () => {
      connection.raw.close()
      store.close()
    },
  }
}
