// Predicts the next value of a column from the values before it; only the difference is written (FORMAT.md, "Predictions").
// Player counts change little and totals rise steadily, so most differences are small and take few bits in a Rice code. Which
// kind of prediction fits differs between games, so the encoder tries several on parts of the column and takes the smallest.
import { CorruptError } from './bytes.js'
import { ESCAPED, MAX_CODED } from './rice.js'

/**
 * The predicted value of each kind:
 * - `mean`: the moving mean of the values;
 * - `drift`: the last value plus the moving mean of the steps;
 * - `step`: the last value plus a constant step;
 * - `rise`: like `step`, for values that never step by less than that.
 */
export const KINDS = ['mean', 'drift', 'step', 'rise'] as const

export interface Prediction {
  readonly kind: (typeof KINDS)[number]
  /** A moving mean moves by 1/2^shift of the difference to each new value. */
  readonly shift: number
  readonly step: number
}

/** The size of an escaped value in bits. */
const ESCAPE_BITS = 73

const CANDIDATES: readonly Prediction[] = [
  { kind: 'mean', shift: 1, step: 0 },
  { kind: 'mean', shift: 2, step: 0 },
  { kind: 'mean', shift: 3, step: 0 },
  { kind: 'drift', shift: 2, step: 0 },
  { kind: 'drift', shift: 4, step: 0 },
]

/** The state of a prediction after the values before `row`. */
export interface State {
  readonly row: number
  readonly mean: number
  readonly last: number
}

export const START: State = { row: 0, mean: 0, last: 0 }

/**
 * Writes the difference between each value and its prediction to `numbers`, or ESCAPED where it is too large. With a
 * `state`, which must be that of the beginning of a block, only the values from there on are encoded.
 */
export function distances(
  { kind, shift, step }: Prediction,
  values: Float64Array,
  numbers: Int32Array,
  state: State = START,
): void {
  if (kind === 'mean') fromMean(values, numbers, 1 / 2 ** shift, state)
  else if (kind === 'drift') fromDrift(values, numbers, 1 / 2 ** shift, state)
  else if (kind === 'step') fromStep(values, numbers, step, state)
  else fromRise(values, numbers, step, state)
}

/** Maps 0, −1, 1, −2 … to 0, 1, 2, 3 … */
function coded(difference: number): number {
  if (!(difference >= -MAX_HALF && difference < MAX_HALF)) return ESCAPED
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
    numbers[at - row] = coded(value - Math.floor(mean + 0.5))
    mean = at === 0 ? value : mean + (value - mean) * part
  }
}

function fromDrift(values: Float64Array, numbers: Int32Array, part: number, { row, ...state }: State): void {
  let { mean, last } = state
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    const made = value - last
    numbers[at - row] = coded(value - (last + Math.floor(mean + 0.5)))
    if (at > 0) mean = at === 1 ? made : mean + (made - mean) * part
    last = value
  }
}

function fromStep(values: Float64Array, numbers: Int32Array, step: number, { row, ...state }: State): void {
  let last = state.last
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    numbers[at - row] = coded(value - (last + step))
    last = value
  }
}

function fromRise(values: Float64Array, numbers: Int32Array, step: number, { row, ...state }: State): void {
  let last = state.last
  for (let at = row; at < values.length; at++) {
    const value = values[at] as number
    const number = value - (last + step)
    numbers[at - row] = number >= 0 && number <= MAX_CODED ? number : ESCAPED
    last = value
  }
}

/** The number of values in each window of a long column on which predictions are tried. */
const TRIAL_WINDOW_SIZE = 240

/** Returns the prediction that takes the fewest bits. Overwrites `spare`. */
export function bestPrediction(values: Float64Array, spare: Int32Array): Prediction {
  const quarter = Math.floor(values.length / 4)
  const windows =
    values.length <= 2 * TRIAL_WINDOW_SIZE
      ? [values]
      : [
          values.subarray(quarter, quarter + TRIAL_WINDOW_SIZE),
          values.subarray(3 * quarter, 3 * quarter + TRIAL_WINDOW_SIZE),
        ]
  const step = usualStep(values)
  const candidates = [...(step === 0 ? [] : stepwise(step)), ...stepwise(0), ...CANDIDATES]
  let best: { readonly prediction: Prediction; readonly bits: number } | undefined
  for (const prediction of candidates) {
    let bits = 0
    for (const window of windows) {
      distances(prediction, window, spare)
      bits += aboutBits(spare, window.length)
    }
    if (best === undefined || bits < best.bits) best = { prediction, bits }
  }
  return best?.prediction ?? { kind: 'step', shift: 0, step: 0 }
}

function aboutBits(numbers: Int32Array, count: number): number {
  let [sum, escaped] = [0, 0]
  // The first two differences are large with any prediction, so they are left out.
  for (let at = 2; at < count; at++) {
    const number = numbers[at] as number
    if (number === ESCAPED) escaped++
    else sum += number
  }
  return count * Math.log2(1 + sum / (count || 1)) + ESCAPE_BITS * escaped
}

const stepwise = (step: number): Prediction[] => [
  { kind: 'rise', shift: 0, step },
  { kind: 'step', shift: 0, step },
]

/** The step that the majority of the values make, where there is a majority (Boyer–Moore majority vote). */
function usualStep(values: Float64Array): number {
  let [step, votes] = [0, 0]
  for (let at = 1; at < values.length; at++) {
    const next = (values[at] ?? 0) - (values[at - 1] ?? 0)
    if (next === step) votes++
    else if (votes === 0) [step, votes] = [next, 1]
    else votes--
  }
  return Math.abs(step) <= MAX_STEP ? step : 0
}

const MAX_STEP = 2 ** 31

export function checkedKind(code: number): Prediction['kind'] {
  const kind = KINDS[code]
  if (kind === undefined) throw new CorruptError('A column has an unknown prediction.')
  return kind
}
