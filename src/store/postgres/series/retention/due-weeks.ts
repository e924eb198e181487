// Finds the weeks that hold more samples than any account may read.
import type { DueWeek } from '../../../../series/retention/retention.js'
import type { Connection } from '../../connection.js'
import type { SeriesCalls } from '../calls.js'
import type { PostgresSeriesOptions } from '../engine.js'
import { readUniverseIds } from '../reading/universe-ids.js'
import { readReaderPlans } from './readers.js'

export interface DueWeekDeps {
  readonly connection: Connection
  readonly calls: SeriesCalls
  readonly options: PostgresSeriesOptions
}

/** A week with the size of its segment in bytes. */
export interface SizedWeek extends DueWeek {
  readonly size: number
}

/** Of all universes at `now` (ms), by universe and week. */
export async function dueWeeks({ connection, calls, options }: DueWeekDeps, now: number): Promise<SizedWeek[]> {
  const plans = await connection.snapshot((run) => readReaderPlans(run, options.plans, now))
  const universeIds = await connection.snapshot(readUniverseIds)
  const found = await calls.readEach<SizedWeek[]>(
    { universeIds, needs: [{ what: 'base' }, { what: 'weeks' }, { what: 'restored' }] },
    ({ usePlans, retention, directory, segments }) =>
      (universeId) => {
        usePlans(plans)
        const entry = directory.find(universeId)
        const due = entry === undefined ? [] : retention.due(now)(entry)
        const sizeOf = ({ entry: { number }, week }: DueWeek) => segments.size({ number, universeId, week })
        return { value: due.map((one) => ({ ...one, size: sizeOf(one) })), cost: 1 }
      },
  )
  return [...found.values()].flat()
}
