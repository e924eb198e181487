// Rows of exports in process, as CSV and JSON, of series of several shapes: where values change their number of digits in every few rows,
// rows cannot be written many at once.
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import type { Block } from '../../../src/domain/sample.js'
import { FILE_FORMATS } from '../../../src/files/formats.js'
import { splitDays } from '../../../src/series/blocks.js'
import { median } from '../measure.js'
import type { Report } from '../report.js'
import { drawingOf } from './draws.js'
import { SHAPE_NAMES, shapedSeries } from './shapes.js'
import { exportOf } from './store.js'
import { END } from './stores.js'

const DAYS = 30
/** A game in the middle of its shape. */
const RANK = 3
/** Beside base, whatever the numbers are. */
const MAX_RATIO = 6
const FROM = Math.floor(END / DAY_MINUTES) * DAY_MINUTES - DAYS * DAY_MINUTES

export async function addExportRows(report: Report, rounds: number): Promise<void> {
  const shaped = SHAPE_NAMES.map((name) => [name, shapedSeries(name, RANK, FROM, DAYS).block] as const)
  for (const format of ['csv', 'json'] as const) {
    let base = Number.NaN
    for (const [name, block] of [...shaped, ['any number of digits', anyDigits()] as const]) {
      const days = [...splitDays(block)]
      const ns = (await median(rounds, () => writtenOnce(days, format))) * 1e6
      const perRow = ns / block.minutes.length
      if (name === 'base') base = perRow
      const figure = `${format.toUpperCase()} rows in process, ${name}`
      report.add({ figure, value: perRow, unit: 'ns a row' })
      report.add({ figure: `${figure}, beside base`, value: perRow / base, unit: 'times', bounds: [0, MAX_RATIO] })
    }
  }
}

/** As a response reads them: it needs each piece only until it takes the next one. */
async function writtenOnce(days: readonly Block[], format: 'csv' | 'json'): Promise<void> {
  const blocks = async function* (): AsyncGenerator<Block> {
    yield* days
  }
  const pieces = FILE_FORMATS[format].encode(exportOf(DAYS, blocks()))[Symbol.asyncIterator]()
  while (!(await pieces.next(true)).done);
}

function anyDigits(): Block {
  const { block } = shapedSeries('base', RANK, FROM, DAYS)
  const { unit } = drawingOf(RANK)
  for (const column of Object.values(block.columns))
    for (let row = 0; row < column.length; row++) column[row] = Math.floor(unit() * 10 ** Math.floor(1 + unit() * 12))
  return block
}
