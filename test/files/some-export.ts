// Samples to export, made up as they are asked for.

import { DAY_MINUTES } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { type Block, emptyBlock } from '../../src/domain/sample.js'
import type { SampleExport } from '../../src/domain/sample-file.js'
import { CSV_HEADER } from '../support/export-files.js'

export const CSV_COLUMNS = CSV_HEADER.split(',')
const FIRST_DAY = 20_000
const UNIVERSE = 2 ** 53 - 1

interface Options {
  readonly days: number
  readonly step: number
  readonly name?: string
  readonly revenue?: ReadonlyMap<number, number>
  readonly fails?: Error
  readonly closed?: () => void
}

export function someExport({
  days,
  step,
  name = 'Crossroads',
  revenue = new Map(),
  fails,
  closed,
}: Options): SampleExport {
  async function* blocks(): AsyncGenerator<Block> {
    try {
      for (let day = 0; day < days; day++) yield blockOf(FIRST_DAY + day, step)
      if (fails) throw fails
    } finally {
      closed?.()
    }
  }
  const game: Game = {
    id: 1,
    accountId: 1,
    universeId: UNIVERSE,
    name,
    channelId: null,
    isActive: true,
    isPausedByPlan: false,
    isPublic: false,
    createdAt: 0,
  }
  return { game, range: { start: FIRST_DAY, end: FIRST_DAY + Math.max(0, days - 1) }, blocks: blocks(), revenue }
}

function blockOf(day: number, step: number): Block {
  const block = emptyBlock(UNIVERSE, DAY_MINUTES / step)
  for (let row = 0; row < block.minutes.length; row++) {
    block.minutes[row] = day * DAY_MINUTES + row * step
    block.columns.ccu[row] = 100 + row
    block.columns.visits[row] = 39_000_000 + row
    block.columns.favorites[row] = 5
    block.columns.likes[row] = Number.NaN
    block.columns.dislikes[row] = 7
  }
  return block
}

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return new Uint8Array(Buffer.concat(all))
}
