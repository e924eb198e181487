// Restores values from their differences to the prediction: the inverse of prediction.ts, with hot loops of all reads.
import { CorruptError } from './bytes.js'
import { type Prediction, type PredictionColumns, SHARE_UNIT, START, type State } from './prediction.js'
import { toSmoothed, uncoded } from './restore-smoothed.js'
import { BLOCK_SIZE, ESCAPE_CODE } from './rice.js'
import type { BlockReader } from './rice-reader.js'

// In the loops below `as number` asserts that the index is within bounds: a check of each value would halve their
// speed.

/** The beginning of a column's last block: from there on the column can be encoded again with more values. */
export interface Tail extends State {
  readonly prediction: Prediction
  /** The bit positions of the column's first and last block. */
  readonly firstBit: number
  readonly bit: number
}

/** The inverse of `writeDifferences`: fills `values` from the blocks. */
export function restore(prediction: Prediction, blocks: BlockReader, { values, players }: PredictionColumns): Tail {
  const { kind, shift, step } = prediction
  const firstBit = blocks.at
  let [bit, state]: [number, State] = [firstBit, START]
  let next = state
  for (let row = 0; row < values.length; row += BLOCK_SIZE) {
    ;[bit, state] = [blocks.at, next]
    const some = values.subarray(row, row + BLOCK_SIZE)
    if (kind === 'mean' || kind === 'drift') {
      next = toSmoothed(kind, blocks, { values: some, part: 1 / 2 ** shift, state })
      continue
    }
    blocks.read(some.length)
    if (kind === 'step' || kind === 'rise') next = toStep(blocks, some, { step, rises: kind === 'rise' }, state)
    else if (players === undefined) throw new CorruptError('A column needs players that the segment does not have.')
    else {
      const ofRows = players.subarray(row, row + BLOCK_SIZE)
      next = toShare(blocks, some, { share: step * SHARE_UNIT, players: ofRows, isHeld: kind !== 'share' }, state)
    }
  }
  return { prediction, ...state, firstBit, bit }
}

function toStep(
  { numbers, values: escaped }: BlockReader,
  values: Float64Array,
  { step, rises }: { readonly step: number; readonly rises: boolean },
  state: State,
): State {
  let { last } = state
  for (let at = 0; at < values.length; at++) {
    const number = numbers[at] as number
    // The additions keep the order of the encoder, because above 2^53 the order matters.
    if (number === ESCAPE_CODE) last = escaped[at] as number
    else last = last + step + (rises ? number : uncoded(number))
    values[at] = last
  }
  return { ...state, row: state.row + values.length, last }
}

interface PlayerShare {
  readonly share: number
  /** The players of the same rows. */
  readonly players: Float64Array
  /** Whether the number 0 stands for a row without a change, whose players count toward the next change. */
  readonly isHeld: boolean
}

function toShare(
  { numbers, values: escaped }: BlockReader,
  values: Float64Array,
  { share, players, isHeld }: PlayerShare,
  state: State,
): State {
  let { last, players: sum } = state
  for (let at = 0; at < values.length; at++) {
    const number = numbers[at] as number
    sum += players[at] as number
    if (!isHeld || number !== 0) {
      if (number === ESCAPE_CODE) last = escaped[at] as number
      else last = last + Math.floor(sum * share + 0.5) + uncoded(isHeld ? number - 1 : number)
      sum = 0
    }
    values[at] = last
  }
  return { ...state, row: state.row + values.length, last, players: sum }
}
