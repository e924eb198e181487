// Maps the rows of `sample` to domain values: the columns of the measures, in one order.
import { MEASURE_NAMES } from '../../../../domain/measures.js'
import { type Block, emptyBlock, type Sample } from '../../../../domain/sample.js'
import type { Connection } from '../../connection.js'

/** The columns have the names of the measures. */
export const COLUMNS: readonly string[] = MEASURE_NAMES

/** A raw row of `SELECT minute, …COLUMNS`. */
export type SampleRow = (number | null)[]

/** A sample that exists already is kept. */
const insertOf = (rows: number): string => {
  const row = `(?, ?, ${COLUMNS.map(() => '?').join(', ')})`
  return `INSERT INTO sample (minute, universe_id, ${COLUMNS.join(', ')})
    VALUES ${Array.from({ length: rows }, () => row).join(', ')} ON CONFLICT (minute, universe_id) DO NOTHING`
}

/** Many rows are inserted by one statement, because a call into SQLite costs as much as the row itself. */
const ROW_BATCH_SIZE = 50

export function sampleInserter({ raw }: Connection): (samples: readonly Sample[]) => void {
  const many = raw.prepare<[(number | null)[]]>(insertOf(ROW_BATCH_SIZE))
  const one = raw.prepare<[(number | null)[]]>(insertOf(1))
  return (samples) => {
    let values: (number | null)[] = []
    let [rows, left] = [0, samples.length]
    for (const sample of samples) {
      values.push(sample.minute, sample.universeId)
      for (const name of MEASURE_NAMES) values.push(sample[name])
      if (++rows < ROW_BATCH_SIZE && left >= ROW_BATCH_SIZE) continue
      ;(rows === 1 ? one : many).run(values)
      left -= rows
      ;[values, rows] = [[], 0]
    }
  }
}

export function toBlock(universeId: number, rows: readonly SampleRow[]): Block {
  const block = emptyBlock(universeId, rows.length)
  rows.forEach((row, index) => {
    block.minutes[index] = row[0] ?? 0
  })
  MEASURE_NAMES.forEach((name, position) => {
    const column = block.columns[name]
    rows.forEach((row, index) => {
      column[index] = row[position + 1] ?? Number.NaN
    })
  })
  return block
}
