// The time series on plain rows: one row for each sample, one row for each missing minute.
import type { Minute } from '../../../src/domain/clock.js'
import type { SeriesStore, Tick, TickCursor } from '../../../src/domain/ports/series.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'
import { cadenceMinutes } from './cadences.js'
import { gapMinutes } from './gaps.js'
import { seriesReads } from './reads.js'
import { rollupReader } from './rollups.js'
import { scheduleRows } from './slots.js'
import { sampleWrites } from './writes.js'

const WEEK = 7 * 24 * 60

/** `putFacts` stores what a tick brings beside the series; it is called inside the transaction. */
export function rowSeriesStore(connection: Connection, putFacts: (tick: Tick) => void): SeriesStore {
  const schedules = scheduleRows(connection)
  const cadences = cadenceMinutes(connection, schedules)
  const gaps = gapMinutes(connection, schedules, cadences)
  const samples = sampleWrites(connection)
  const cursor = cursorRow(connection)

  function record(tick: Tick): void {
    // Schedules come first, because they determine the slot of a sample.
    for (const schedule of tick.schedules) schedules.put(schedule)
    samples.append(tick.samples)
    gaps.settle(tick, cursor.get()?.minute)
    putFacts(tick)
    cursor.set(tick.cursor)
  }

  return {
    ...seriesReads(connection),
    rollups: rollupReader(connection, schedules, cadences),
    readsAtOnce: 1,
    cursor: async () => cursor.get(),
    recordTick: async (tick) => connection.write(() => record(tick)),
    prepareImport: (blocks) => blocks,
    importBlock: async (block, spacings) =>
      connection.write(() => {
        if (spacings !== undefined)
          for (const { minutes, own } of byWeek(block.minutes, spacings))
            cadences.assign(block.universeId, minutes, own)
        const count = samples.overwrite(block)
        gaps.fill(block.universeId, block.minutes)
        const [from = 0] = block.minutes
        connection.publish({ type: 'history rewritten', universeId: block.universeId, from, until: from + 1 })
        return count
      }),
    gaps: async (universeId, from, until) => gaps.between(universeId, from, until),
    coverage: () => Promise.reject(new Error('The oracle only reads whole days.')),
    schedules: async (universeId, from, until) => schedules.between(universeId, from, until),
    damage: async () => [],
    damageVersion: () => 0,
    findDamage: async () => [],
    size: () => Promise.reject(new Error('The oracle is not weighed.')),
    isThinnedOut: async () => false,
    warmUp: async () => undefined,
    maintain: async () => undefined,
  }
}

/** Splits an import by week, as the storage engine does. */
function* byWeek(minutes: Int32Array, spacings: Int32Array) {
  const weekAt = (row: number): number => Math.floor((minutes[row] ?? 0) / WEEK)
  for (let from = 0; from < minutes.length; ) {
    let until = from
    while (until < minutes.length && weekAt(until) === weekAt(from)) until++
    yield { minutes: minutes.subarray(from, until), own: spacings.subarray(from, until) }
    from = until
  }
}

function cursorRow({ raw }: Connection) {
  const select = raw.prepare<[], [Minute, number]>('SELECT minute, clock_was_wrong FROM tick_cursor WHERE id = 1').raw()
  // A tick that began later may have ended first (`poll once` beside the service's own ticks).
  const upsert = raw.prepare<[Minute, number]>(`
    INSERT INTO tick_cursor (id, minute, clock_was_wrong) VALUES (1, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      minute = max(minute, excluded.minute), clock_was_wrong = excluded.clock_was_wrong`)
  return {
    get: (): TickCursor | undefined => {
      const row = select.get()
      return row && { minute: row[0], clockWasWrong: row[1] === 1 }
    },
    set: (cursor: TickCursor) => void upsert.run(cursor.minute, Number(cursor.clockWasWrong)),
  }
}
