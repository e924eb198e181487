// One sample of the series, and the block of columns that holds many samples.
import type { Minute } from './clock.js'
import { byMeasure, MEASURE_NAMES, type Measure, type NullableMeasure } from './measures.js'

/** The measured values of one universe at one minute; null means that the value did not arrive, never zero. */
export type Measurements = { readonly [M in Measure]: M extends NullableMeasure ? number | null : number }

export type Sample = Measurements & { readonly universeId: number; readonly minute: Minute }

/**
 * Samples of one universe, oldest first: the unit of the store port. A block that `blocks` returns spans at most one
 * UTC day. Each column has the length of `minutes`; NaN stands for null.
 */
export interface Block {
  readonly universeId: number
  readonly minutes: Int32Array
  readonly columns: Readonly<Record<Measure, Float64Array>>
}

export const emptyBlock = (universeId: number, length: number): Block => ({
  universeId,
  minutes: new Int32Array(length),
  columns: columnsOf(() => new Float64Array(length)),
})

export const columnsOf = (make: (measure: Measure) => Float64Array): Record<Measure, Float64Array> =>
  byMeasure(MEASURE_NAMES, make)

/** Returns the rows of a block whose indexes are in `keep`, in that order. */
export function rowsAt(block: Block, keep: readonly number[]): Block {
  const rows = emptyBlock(block.universeId, keep.length)
  keep.forEach((row, index) => {
    rows.minutes[index] = block.minutes[row] ?? 0
    for (const name of MEASURE_NAMES) rows.columns[name][index] = block.columns[name][row] ?? Number.NaN
  })
  return rows
}

/** Joins lists of minutes into one, in their order. */
export function joinMinutes(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Joins consecutive blocks into one. */
export function joinBlocks(universeId: number, blocks: readonly Block[]): Block {
  const [first] = blocks
  if (first !== undefined && blocks.length === 1) return first
  const whole = emptyBlock(
    universeId,
    blocks.reduce((length, block) => length + block.minutes.length, 0),
  )
  let at = 0
  for (const { minutes, columns } of blocks) {
    whole.minutes.set(minutes, at)
    for (const name of MEASURE_NAMES) whole.columns[name].set(columns[name], at)
    at += minutes.length
  }
  return whole
}

/** The index of the first row whose minute is not before `minute`. */
export function rowAt(minutes: Int32Array, minute: Minute): number {
  let [low, high] = [0, minutes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((minutes[middle] ?? 0) < minute) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the rows from that minute on, as a view that shares the block's memory. */
export function rowsFrom({ universeId, minutes, columns }: Block, from: Minute): Block {
  const row = rowAt(minutes, from)
  return { universeId, minutes: minutes.subarray(row), columns: columnsOf((name) => columns[name].subarray(row)) }
}

/** Returns the first sample of each slot of `interval` minutes (PLANS-10: what a reader at that interval sees). */
export function thin(block: Block, interval: number): Block {
  if (interval <= 1) return block
  const keep: number[] = []
  let slot = Number.NaN
  for (let row = 0; row < block.minutes.length; row++) {
    const next = Math.floor((block.minutes[row] ?? 0) / interval)
    if (next !== slot) keep.push(row)
    slot = next
  }
  return keep.length === block.minutes.length ? block : rowsAt(block, keep)
}

export const toNullable = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value
