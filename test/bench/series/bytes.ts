// Bytes a record of series of several shapes, with all that is stored beside them.
import { join } from 'node:path'
import { DAY_MINUTES, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import type { Block } from '../../../src/domain/sample.js'
import { split } from '../../../src/series/blocks.js'
import { type Benchmark, inFolder } from '../bench.js'
import { randomFrom } from '../effects/random.js'
import { SampleGenerator } from './data.js'
import { SHAPE_NAMES, shapedSeries } from './shapes.js'
import { bytesOf, END, STORES } from './stores.js'

const UNIVERSES = 50
const DAYS = 28

interface ByteBound {
  readonly name: string
  /** The most bytes a record, or the bench fails. */
  readonly most: number
  /** Changes samples with a daily rhythm. */
  readonly change: (block: Block, unit: () => number) => void
}

const SHAPES: readonly ByteBound[] = [
  { name: 'a daily rhythm', most: 2.8, change: () => undefined },
  { name: 'totals that a cache shows for 1 to 6 minutes', most: 1.65, change: hold },
  { name: 'players that jump tenfold', most: 3.08, change: jump },
]

export const benchBytes: Benchmark = (report) =>
  inFolder(async (folder) => {
    for (const [index, { name, most, change }] of SHAPES.entries()) {
      const file = join(folder, `shape-${index}.db`)
      const store = await STORES.engine(file)
      for (let id = 1; id <= UNIVERSES; id++) {
        const block = new SampleGenerator(id, END - DAYS * DAY_MINUTES).block(DAYS * DAY_MINUTES)
        change(block, randomFrom(id).next)
        await store.series.importBlock(block)
      }
      store.close()
      const value = (await bytesOf(file)) / (UNIVERSES * DAYS * DAY_MINUTES)
      report.add({ figure: `${name}: bytes a record`, value, unit: 'B', bounds: [0, most] })
    }
  })

/** Bytes a record of the code of 2026-11-22 (commit ee8e41a4), of 50 games × 30 days of each shape. */
const BEFORE = { base: 3.569, tiny: 1.035, events: 5.442, votes: 6.897, cached: 2.327 } as const
const LESS = 0.88
const SHAPED_DAYS = 30
/** Begins a week. */
const SHAPED_START = 2_922 * WEEK_MINUTES

/** Imported a week at a time, as the figures of before were; `least`: what no way of storing can be below. */
export const benchShapes: Benchmark = (report) =>
  inFolder(async (folder) => {
    const records = UNIVERSES * SHAPED_DAYS * DAY_MINUTES
    for (const shape of SHAPE_NAMES) {
      const file = join(folder, `${shape}.db`)
      const store = await STORES.engine(file)
      let least: number | undefined = 0
      for (let rank = 0; rank < UNIVERSES; rank++) {
        const { block, leastBits } = shapedSeries(shape, rank, SHAPED_START, SHAPED_DAYS)
        for (const week of split(block, WEEK_MINUTES)) await store.series.importBlock(week)
        least = leastBits === undefined || least === undefined ? undefined : least + leastBits / 8
      }
      store.close()
      const value = (await bytesOf(file)) / records
      report.add({ figure: `shape ${shape}: bytes a record`, value, unit: 'B', bounds: [0, LESS * BEFORE[shape]] })
      if (least !== undefined)
        report.add({ figure: `shape ${shape}: least for its samples alone`, value: least / records, unit: 'B' })
    }
  })

/** Each value is refreshed after 1 to 6 minutes, each column by itself. */
function hold(block: Block, unit: () => number): void {
  for (const name of MEASURE_NAMES) {
    const column = block.columns[name]
    for (let row = 0, next = 0; row < column.length; row++)
      if (row < next) column[row] = column[row - 1] ?? 0
      else next = row + 1 + Math.floor(6 * unit())
  }
}

/** What comes of a player and minute. */
const SHARES = { visits: 1 / 12, favorites: 1 / 600, likes: 1 / 1_200, dislikes: 1 / 6_000 }
const TOTALS = ['visits', 'favorites', 'likes', 'dislikes'] as const

/** Every twelve hours or so players come in tenfold numbers and leave within two hours; visits and votes follow. */
function jump({ columns }: Block, unit: () => number): void {
  const extra = { visits: 0, favorites: 0, likes: 0, dislikes: 0 }
  let more = 0
  columns.ccu.forEach((before, row) => {
    more = unit() < 1 / 700 ? 10 * unit() : more * 0.97
    const players = before * (1 + more) * (0.9 + 0.2 * unit())
    columns.ccu[row] = Math.round(players)
    for (const name of TOTALS) {
      extra[name] += Math.max(0, players - before) * SHARES[name]
      columns[name][row] = Math.round((columns[name][row] ?? 0) + extra[name])
    }
  })
}
