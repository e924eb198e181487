// Slices blocks without copying, and merges blocks that overlap in time.
import { DAY_MINUTES, dayOf, type Minute } from '../domain/clock.js'
import { MEASURE_NAMES, MEASURES } from '../domain/measures.js'
import { type Block, columnsOf, emptyBlock, rowAt, type Sample, toNullable } from '../domain/sample.js'

/** A view of the rows `from` ≤ row < `until` that shares their memory. */
export function rowsOf(block: Block, from: number, until: number): Block {
  if (from === 0 && until === block.minutes.length) return block
  return {
    universeId: block.universeId,
    minutes: block.minutes.subarray(from, until),
    columns: columnsOf((name) => block.columns[name].subarray(from, until)),
  }
}

export const cut = (block: Block, from: Minute, until: Minute): Block =>
  rowsOf(block, rowAt(block.minutes, from), rowAt(block.minutes, until))

/** Copies the rows into memory of their own, so that a few rows do not keep a whole week in memory. */
export const copy = (block: Block): Block => ({
  universeId: block.universeId,
  minutes: block.minutes.slice(),
  columns: columnsOf((name) => block.columns[name].slice()),
})

/** The parts of the block in units of `length` minutes each (a day, a week), oldest first. */
export function* split(block: Block, length: number): Generator<Block> {
  for (let from = 0; from < block.minutes.length; ) {
    const unit = Math.floor((block.minutes[from] ?? 0) / length)
    const until = rowAt(block.minutes, (unit + 1) * length)
    yield rowsOf(block, from, until)
    from = until
  }
}

export const splitDays = (block: Block): Generator<Block> => split(block, DAY_MINUTES)
export const dayOfBlock = (block: Block): number => dayOf(block.minutes[0] ?? 0)

/** All rows of both blocks; where both have a minute, the row of `first`. */
export function merge(first: Block, second: Block): Block {
  if (second.minutes.length === 0) return first
  if (first.minutes.length === 0) return second
  if ((first.minutes.at(-1) ?? 0) < (second.minutes[0] ?? 0)) return joined(first, second)
  const rowSources = mergedRows(first.minutes, second.minutes)
  if (rowSources.length === first.minutes.length) return first
  const merged = emptyBlock(first.universeId, rowSources.length)
  // A row of `second` is marked by its bitwise complement, which is negative.
  rowSources.forEach((pick, row) => {
    merged.minutes[row] = (pick >= 0 ? first.minutes[pick] : second.minutes[~pick]) ?? 0
  })
  for (const name of MEASURE_NAMES) {
    const [from, other, to] = [first.columns[name], second.columns[name], merged.columns[name]]
    rowSources.forEach((pick, row) => {
      to[row] = (pick >= 0 ? from[pick] : other[~pick]) ?? Number.NaN
    })
  }
  return merged
}

/** The usual case, without overlap: the head rows follow the compacted rows. */
function joined(first: Block, second: Block): Block {
  const whole = emptyBlock(first.universeId, first.minutes.length + second.minutes.length)
  whole.minutes.set(first.minutes)
  whole.minutes.set(second.minutes, first.minutes.length)
  for (const name of MEASURE_NAMES) {
    whole.columns[name].set(first.columns[name])
    whole.columns[name].set(second.columns[name], first.minutes.length)
  }
  return whole
}

function mergedRows(first: Int32Array, second: Int32Array): Int32Array {
  const rowSources = new Int32Array(first.length + second.length)
  let [a, b, count] = [0, 0, 0]
  while (a < first.length || b < second.length) {
    const left = first[a] ?? Number.POSITIVE_INFINITY
    const right = second[b] ?? Number.POSITIVE_INFINITY
    if (left <= right) {
      rowSources[count++] = a++
      if (left === right) b++
    } else rowSources[count++] = ~b++
  }
  return rowSources.subarray(0, count)
}

export function sampleAt({ universeId, minutes, columns }: Block, row: number): Sample {
  const sample: Record<string, number | null> = { universeId, minute: minutes[row] ?? 0 }
  for (const { name, nullable } of MEASURES) {
    const value = columns[name][row]
    sample[name] = nullable ? toNullable(value) : (value ?? Number.NaN)
  }
  return sample as Sample
}

/** The index of the last row before `until` that has both votes, or −1. */
export function lastVotedRow({ columns: { likes, dislikes } }: Block, until: number): number {
  for (let row = until - 1; row >= 0; row--)
    if (!Number.isNaN(likes[row] ?? Number.NaN) && !Number.isNaN(dislikes[row] ?? Number.NaN)) return row
  return -1
}
