// The time between imported samples, minute by minute: one row for each minute of an imported span.
import type { Minute } from '../../../src/domain/clock.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'
import type { ScheduleRows } from './slots.js'

export interface CadenceMinutes {
  /** Minutes between the imported samples around a minute; 0 where none were imported. */
  at(universeId: number, minute: Minute): number
  /** Must be called before the rows are written. `spacings` are the minutes to the next row in the file, 0 where there is none. */
  assign(universeId: number, minutes: Int32Array, spacings: Int32Array): void
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS oracle_cadence (
    universe_id INTEGER NOT NULL, minute INTEGER NOT NULL, interval INTEGER NOT NULL, PRIMARY KEY (universe_id, minute)
  ) WITHOUT ROWID`

/** Minutes after a sample within which the next one must come, or else something is missing. */
export const lateness = (cadence: number, interval: number): number =>
  Math.max(Math.floor(cadence * 1.5), interval > cadence ? interval + cadence - 1 : 0)

export function cadenceMinutes({ raw }: Connection, schedules: ScheduleRows): CadenceMinutes {
  raw.exec(TABLE)
  const select = raw
    .prepare<[number, Minute], number>('SELECT interval FROM oracle_cadence WHERE universe_id = ? AND minute = ?')
    .pluck()
  const last = raw.prepare<[number, Minute], { minute: Minute; interval: number }>(
    'SELECT minute, interval FROM oracle_cadence WHERE universe_id = ? AND minute < ? ORDER BY minute DESC LIMIT 1',
  )
  const sampled = raw
    .prepare<[number, Minute, Minute], Minute>(
      'SELECT minute FROM sample WHERE universe_id = ? AND minute BETWEEN ? AND ?',
    )
    .pluck()
  const clear = raw.prepare<[number, Minute, Minute]>(
    'DELETE FROM oracle_cadence WHERE universe_id = ? AND minute BETWEEN ? AND ?',
  )
  const put = raw.prepare<[number, Minute, number]>('INSERT INTO oracle_cadence VALUES (?, ?, ?)')
  const at: CadenceMinutes['at'] = (universeId, minute) => select.get(universeId, minute) ?? 0

  return {
    at,
    assign(universeId, minutes, spacings) {
      const [first, end] = [minutes[0] ?? 0, minutes.at(-1) ?? -1]
      const own = new Map([...minutes].map((minute, row) => [minute, spacings[row] ?? 0]))
      const all = [...new Set([...sampled.all(universeId, first, end), ...minutes])].sort((a, b) => a - b)
      const before = all.map((minute) => at(universeId, minute))
      const given: number[] = []
      let near = last.get(universeId, first)
      const { intervalAt } = schedules.slotsOf(universeId)
      for (const [index, minute] of all.entries()) {
        const spacing = own.get(minute)
        const known = before[index] ?? 0
        const follows = near !== undefined && minute - near.minute <= lateness(near.interval, 1) ? near.interval : 0
        const now =
          spacing === undefined
            ? known
            : spacing === 0
              ? known || follows
              : spacing === 1 && intervalAt(minute) <= 1
                ? 0
                : spacing
        given.push(now)
        if (now > 0) near = { minute, interval: now }
      }
      clear.run(universeId, first, end)
      for (const [index, minute] of all.entries()) {
        const spacing = given[index] ?? 0
        if (spacing === 0) continue
        put.run(universeId, minute, spacing)
        const next = all[index + 1] ?? minute
        if (given[index + 1] === spacing) for (let m = minute + 1; m < next; m++) put.run(universeId, m, spacing)
      }
    },
  }
}
