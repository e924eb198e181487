// Restores values from their differences to a mean that follows them, as most columns are predicted. A plain block is
// decoded and restored in one loop, because each mean has to wait for the one before it, and the processor can decode
// meanwhile.
import type { State } from './prediction.js'
import { ESCAPE_CODE } from './rice.js'
import { type BlockReader, mostHighBits } from './rice-reader.js'

interface MeanColumn {
  readonly values: Float64Array
  /** How much of each value or step goes into the mean. */
  readonly part: number
  readonly state: State
}

// In the loops below `as number` asserts that the index is within bounds: a check of each value would halve their
// speed.

/** Fills `values` from the next block. */
export function toSmoothed(kind: 'mean' | 'drift', blocks: BlockReader, into: MeanColumn): State {
  const low = blocks.open(into.values.length)
  if (kind === 'mean') return low === undefined ? toMean(blocks, into) : toMeanPlain(blocks, low, into)
  return low === undefined ? toDrift(blocks, into) : toDriftPlain(blocks, low, into)
}

export const uncoded = (number: number): number => (number >>> 1) ^ -(number & 1)

// −⌈−½ − x⌉ equals ⌊x + ½⌋ to the last bit. At x = 0, where every column begins, it is −0, which is not an integer: V8
// then adds doubles from the start, which takes two thirds of the time.

function toMean({ numbers, values: escaped }: BlockReader, { values, part, state }: MeanColumn): State {
  const { row } = state
  let { mean, last } = state
  for (let at = 0; at < values.length; at++) {
    const number = numbers[at] as number
    last = number === ESCAPE_CODE ? (escaped[at] as number) : uncoded(number) - Math.ceil(-0.5 - mean)
    if (row + at > 0) mean += (last - mean) * part
    else mean = last
    values[at] = last
  }
  return { ...state, row: row + values.length, mean, last }
}

function toDrift({ numbers, values: escaped }: BlockReader, { values, part, state }: MeanColumn): State {
  const { row } = state
  let { mean, last } = state
  for (let at = 0; at < values.length; at++) {
    const number = numbers[at] as number
    // The step is computed first, because the next mean depends only on it.
    let step = uncoded(number) - Math.ceil(-0.5 - mean)
    let value = last + step
    if (number === ESCAPE_CODE || !(value < MIN_ROUNDED_SUM)) {
      value = number === ESCAPE_CODE ? (escaped[at] as number) : last - Math.ceil(-0.5 - mean) + uncoded(number)
      step = value - last
    }
    if (row + at > 1) mean += (step - mean) * part
    else if (row + at === 1) mean = step
    last = value
    values[at] = value
  }
  return { ...state, row: row + values.length, mean, last }
}

/** From here on a prediction may be a rounded sum, so the order of additions matters. */
const MIN_ROUNDED_SUM = 2 ** 52

// The two loops below are those above with BlockReader.readPlain in them. A call for each number would cost more than it.

function toMeanPlain(blocks: BlockReader, low: number, { values, part, state }: MeanColumn): State {
  const { view } = blocks
  const mostHigh = mostHighBits(low)
  const { row } = state
  let { at } = blocks
  let { mean, last } = state
  for (let index = 0; index < values.length; index++) {
    const window = view.getInt32(at >>> 3) << (at & 7)
    const high = Math.clz32(window)
    let number: number
    if (high <= mostHigh) {
      const used = high + 1
      at += used + low
      number = (high << low) | (((window << used) >>> 1) >>> (31 - low))
    } else {
      blocks.at = at
      number = blocks.rice(low)
      at = blocks.at
    }
    last = number === ESCAPE_CODE ? blocks.escaped : uncoded(number) - Math.ceil(-0.5 - mean)
    if (row + index > 0) mean += (last - mean) * part
    else mean = last
    values[index] = last
  }
  blocks.close(at)
  return { ...state, row: row + values.length, mean, last }
}

function toDriftPlain(blocks: BlockReader, low: number, { values, part, state }: MeanColumn): State {
  const { view } = blocks
  const mostHigh = mostHighBits(low)
  const { row } = state
  let { at } = blocks
  let { mean, last } = state
  for (let index = 0; index < values.length; index++) {
    const window = view.getInt32(at >>> 3) << (at & 7)
    const high = Math.clz32(window)
    let number: number
    if (high <= mostHigh) {
      const used = high + 1
      at += used + low
      number = (high << low) | (((window << used) >>> 1) >>> (31 - low))
    } else {
      blocks.at = at
      number = blocks.rice(low)
      at = blocks.at
    }
    let step = uncoded(number) - Math.ceil(-0.5 - mean)
    let value = last + step
    if (number === ESCAPE_CODE || !(value < MIN_ROUNDED_SUM)) {
      value = number === ESCAPE_CODE ? blocks.escaped : last - Math.ceil(-0.5 - mean) + uncoded(number)
      step = value - last
    }
    if (row + index > 1) mean += (step - mean) * part
    else if (row + index === 1) mean = step
    last = value
    values[index] = value
  }
  blocks.close(at)
  return { ...state, row: row + values.length, mean, last }
}
