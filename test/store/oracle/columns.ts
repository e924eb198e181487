// Maps rows of the table `sample` to domain values, with the measured columns in one order.

import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { type Block, emptyBlock } from '../../../src/domain/sample.js'

/** The columns have the names and the order of MEASURE_NAMES. */
export const COLUMNS: readonly string[] = MEASURE_NAMES

/** The select list that yields rows of type Sample. */
export const SAMPLE_COLUMNS = `universe_id AS universeId, minute, ${COLUMNS.join(', ')}`

/** A raw row of `SELECT minute, …COLUMNS`, in that order. */
export type OracleRow = (number | null)[]

export const RAW_COLUMNS = ['minute', ...COLUMNS].join(', ')

export const INSERT_SAMPLE = `INSERT INTO sample (minute, universe_id, ${COLUMNS.join(', ')})
  VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')}) ON CONFLICT (minute, universe_id)`

export function toBlock(universeId: number, rows: readonly OracleRow[]): Block {
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
