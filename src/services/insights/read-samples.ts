// Reads samples of the store as one block, as a reader at an interval sees them.
import type { Minute } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'
import { type Block, joinBlocks, rowsFrom, thin } from '../../domain/sample.js'

/** The parts of the store from which history is read. */
export type HistoryDeps = Pick<Store, 'series' | 'universes'>

export async function readBlock(store: HistoryDeps, universeId: number, from: Minute, until: Minute): Promise<Block> {
  const blocks: Block[] = []
  for await (const block of store.series.blocks(universeId, from, until)) blocks.push(block)
  return joinBlocks(universeId, blocks)
}

/** The samples that a reader at that interval sees; a slot that began before `from` has its sample there. */
export async function readThinned(
  store: HistoryDeps,
  universeId: number,
  interval: number,
  { from, until }: { readonly from: Minute; readonly until: Minute },
): Promise<Block> {
  const slot = Math.floor(from / interval) * interval
  return rowsFrom(thin(await readBlock(store, universeId, slot, until), interval), from)
}
