// Bytes a record of series of several shapes, with all that is stored beside them.
import { join } from 'node:path'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import type { Block } from '../../../src/domain/sample.js'
import { type Benchmark, inFolder } from '../bench.js'
import { randomFrom } from '../effects/random.js'
import { SampleGenerator } from './data.js'
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
  { name: 'a daily rhythm', most: 3.09, change: () => undefined },
  { name: 'totals that a cache shows for 1 to 6 minutes', most: 1.9, change: hold },
  { name: 'players that jump tenfold', most: 3.38, change: jump },
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
