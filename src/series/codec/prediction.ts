// Predicts the next value of a column from the values before it; only the difference is written (FORMAT.md, "Predictions").
// Player counts change little and totals rise steadily, so most differences are small and take few bits in a Rice code. choose-prediction.ts
// finds the kind that fits a column.
import { CorruptError } from './bytes.js'
import { ESCAPE_CODE, MAX_CODED } from './rice.js'

/**
 * The predicted value of each kind:
 * - `mean`: the moving mean of the values;
 * - `drift`: the last value plus the moving mean of the steps;
 * - `step`: the last value plus a constant step;
 * - `rise`: like `step`, for values that never step by less than that;
 * - `share`: the last value plus a share of the players, because visits and votes come from them;
 * - `held`: the last value, until it changes by a share of all players since its last change. That is what a cache of
 *   the platform makes of a total.
 */
export const KINDS = ['mean', 'drift', 'step', 'rise', 'share', 'held'] as const

/** The kinds whose prediction has a `step`. */
export const hasStep = (kind: Prediction['kind']): boolean => kind !== 'mean' && kind !== 'drift'

/** The kinds that need the players of each row. */
export const needsPlayers = (kind: Prediction['kind']): boolean => kind === 'share' || kind === 'held'

export interface Prediction {
  readonly kind: (typeof KINDS)[number]
  /** A moving mean moves by 1/2^shift of the difference to each new value. */
  readonly shift: number
  /** Of `share` and `held`: the share of the players, in units of SHARE_UNIT. */
  readonly step: number
}

export const SHARE_UNIT = 2 ** -24

/** The values of a column and, unless the column is that of the players itself, the players of the same rows. */
export interface PredictionColumns {
  readonly values: Float64Array
  readonly players: Float64Array | undefined
}

/** The state of a prediction after the values before `row`. */
export interface State {
  readonly row: number
  readonly mean: number
  readonly last: number
  /** Of `held`: the sum of the players since the value changed. */
  readonly players: number
}

export const START: State = { row: 0, mean: 0, last: 0, players: 0 }

/**
 * Writes the difference between each value and its prediction to `numbers`, or ESCAPE_CODE where it is too large. With a
 * `state`, which must be that of the beginning of a block, only the values from there on are encoded.
 */
export function writeDifferences(
  { kind, shift, step }: Prediction,
  { values, players }: PredictionColumns,
  numbers: Int32Array,
  state: State = START,
): void {
  if (kind === 'mean') fromMean(values, numbers, 1 / 2 ** shift, state)
  else if (kind === 'drift') fromDrift(values, numbers, 1 / 2 ** shift, state)
  else if (kind === 'step') fromStep(values, numbers, step, state)
  else if (kind === 'rise') fromRise(values, numbers, step, state)
  else if (players === undefined) throw new Error(`The prediction ${kind} needs players.`)
  else if (kind === 'share') fromShare({ values, players }, numbers, step * SHARE_UNIT, state)
  else fromHeld({ values, players }, numbers, step * SHARE_UNIT, state)
}

/** Maps 0, −1, 1, −2 … to 0, 1, 2, 3 …, and what is too large to ESCAPE_CODE. */
export function zigZagOf(difference: number): number {
  if (!(difference >= -MAX_HALF && difference < MAX_HALF)) return ESCAPE_CODE
  const whole = difference | 0
  return (whole << 1) ^ (whole >> 31)
}

const MAX_HALF = (MAX_CODED + 1) / 2

// In the loops below `as number` asserts that the index is within bounds: a check of each value would halve their
// speed.

function fromMean(values: Float64Array, numbers: Int32Array, part: number, { row, ...state }: State): void {
  let mean = state.mean
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    numbers[at - row] = zigZagOf(value - Math.floor(mean + 0.5))
    mean = at === 0 ? value : mean + (value - mean) * part
  }
}

function fromDrift(values: Float64Array, numbers: Int32Array, part: number, { row, ...state }: State): void {
  let { mean, last } = state
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    const step = value - last
    numbers[at - row] = zigZagOf(value - (last + Math.floor(mean + 0.5)))
    if (at > 0) mean = at === 1 ? step : mean + (step - mean) * part
    last = value
  }
}

function fromStep(values: Float64Array, numbers: Int32Array, step: number, { row, ...state }: State): void {
  let last = state.last
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    numbers[at - row] = zigZagOf(value - (last + step))
    last = value
  }
}

function fromRise(values: Float64Array, numbers: Int32Array, step: number, { row, ...state }: State): void {
  let last = state.last
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    const number = value - (last + step)
    numbers[at - row] = number >= 0 && number <= MAX_CODED ? number : ESCAPE_CODE
    last = value
  }
}

interface WithPlayers {
  readonly values: Float64Array
  readonly players: Float64Array
}

function fromShare({ values, players }: WithPlayers, numbers: Int32Array, share: number, { row, last }: State): void {
  let before = last
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    numbers[at - row] = zigZagOf(value - (before + Math.floor((players[at] as number) * share + 0.5)))
    before = value
  }
}

/** The number 0 means that the value is that of the row before; all others are 1 more than usual. */
function fromHeld({ values, players }: WithPlayers, numbers: Int32Array, share: number, state: State): void {
  const { row } = state
  let { last, players: sum } = state
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    sum += players[at] as number
    if (value === last) numbers[at - row] = 0
    else {
      const number = zigZagOf(value - (last + Math.floor(sum * share + 0.5)))
      numbers[at - row] = number === ESCAPE_CODE || number === MAX_CODED ? ESCAPE_CODE : number + 1
      sum = 0
      last = value
    }
  }
}

export function checkedKind(code: number): Prediction['kind'] {
  const kind = KINDS[code]
  if (kind === undefined) throw new CorruptError('A column has an unknown prediction.')
  return kind
}
