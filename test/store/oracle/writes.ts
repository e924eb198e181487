// Writes the series: the samples of ticks, and imports, which correct existing samples.
import type { Minute } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import type { ImportCount } from '../../../src/domain/ports/series.js'
import type { Block, Sample } from '../../../src/domain/sample.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'
import { COLUMNS, INSERT_SAMPLE, type OracleRow, RAW_COLUMNS } from './columns.js'

/** The methods must be called inside a transaction. */
export interface SampleWrites {
  /** Keeps a sample that exists already. */
  append(samples: readonly Sample[]): void
  overwrite(block: Block): ImportCount
}

export function sampleWrites({ raw }: Connection): SampleWrites {
  const append = raw.prepare<OracleRow>(`${INSERT_SAMPLE} DO NOTHING`)
  const overwrite = raw.prepare<OracleRow>(
    `${INSERT_SAMPLE} DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  )
  const existing = raw
    .prepare<[number, Minute, Minute], OracleRow>(
      `SELECT ${RAW_COLUMNS} FROM sample WHERE universe_id = ? AND minute BETWEEN ? AND ?`,
    )
    .raw()

  return {
    append(samples) {
      for (const sample of samples)
        append.run(sample.minute, sample.universeId, ...MEASURE_NAMES.map((name) => sample[name]))
    },
    overwrite(block) {
      const { universeId, minutes } = block
      const rows = existing.all(universeId, minutes[0] ?? 0, minutes.at(-1) ?? 0)
      const known = new Map(rows.map(([minute, ...values]) => [minute, values]))
      const count = { imported: 0, corrected: 0, unchanged: 0 }
      minutes.forEach((minute, index) => {
        const before = known.get(minute)
        const values = MEASURE_NAMES.map((name) => nullForNaN(block.columns[name][index] ?? Number.NaN))
        if (before !== undefined && values.every((value, position) => value === before[position])) {
          count.unchanged++
          return
        }
        overwrite.run(minute, universeId, ...values)
        if (before === undefined) count.imported++
        else count.corrected++
      })
      return count
    },
  }
}

const nullForNaN = (value: number): number | null => (Number.isNaN(value) ? null : value)
