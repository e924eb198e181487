// How the rows of `sample` become domain values: the measured columns, in one order.

import { MEASURE_NAMES, type Measure } from '../../../../domain/measures.js'
import { type Block, emptyBlock } from '../../../../domain/sample.js'

/** This engine's own column of each measure. */
const COLUMN_OF = {
  ccu: 'ccu',
  visits: 'visits',
  favorites: 'favorites',
  likes: 'likes',
  dislikes: 'dislikes',
} satisfies Record<Measure, string>

/** In the order of MEASURE_NAMES. */
export const COLUMNS: readonly string[] = MEASURE_NAMES.map((name) => COLUMN_OF[name])

/** A raw row of `SELECT minute, …COLUMNS`. */
export type RawRow = (number | null)[]

/** A sample that is there already stays. */
export const INSERT_SAMPLE = `INSERT INTO sample (minute, universe_id, ${COLUMNS.join(', ')})
  VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')}) ON CONFLICT (minute, universe_id) DO NOTHING`

export function toBlock(universeId: number, rows: readonly RawRow[]): Block {
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
