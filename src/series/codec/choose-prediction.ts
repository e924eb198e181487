// Chooses the prediction of a column. Which kind fits differs between games, so the encoder tries several on parts of the
// column and takes the smallest.
import {
  hasStep,
  type Prediction,
  type PredictionColumns,
  SHARE_UNIT,
  START,
  type State,
  writeDifferences,
} from './prediction.js'
import { BLOCK_SIZE, blockBits } from './rice.js'

const CANDIDATES: readonly Prediction[] = [
  { kind: 'mean', shift: 1, step: 0 },
  { kind: 'mean', shift: 2, step: 0 },
  { kind: 'mean', shift: 3, step: 0 },
  { kind: 'mean', shift: 4, step: 0 },
  { kind: 'drift', shift: 2, step: 0 },
  { kind: 'drift', shift: 4, step: 0 },
]

/** Parts of a long column on which predictions are tried, each of one block, spread evenly. */
const TRIAL_COUNT = 3
/** Rows before a trial from which the mean step there is computed. */
const STEP_ROWS = 32

/** Returns the prediction that takes the fewest bits, of equal ones the first. Overwrites `scratch`. */
export function bestPrediction(column: PredictionColumns, scratch: Int32Array): Prediction {
  const { values } = column
  const step = usualStep(values)
  const candidates = [...(step === 0 ? [] : stepwise(step)), ...stepwise(0), ...CANDIDATES, ...shares(column)]
  let best: { readonly prediction: Prediction; readonly bits: number } | undefined
  // From the last one on: once a share of the players is known to fit, a worse prediction ends after its first part.
  for (const prediction of candidates.reverse()) {
    const most = best?.bits ?? Number.POSITIVE_INFINITY
    const bits = trialBits(prediction, column, { scratch, most })
    if (bits <= most) best = { prediction, bits }
  }
  return best?.prediction ?? { kind: 'step', shift: 0, step: 0 }
}

interface Trial {
  readonly scratch: Int32Array
  /** With more bits than these, no more parts are tried. */
  readonly most: number
}

function trialBits(prediction: Prediction, column: PredictionColumns, { scratch, most }: Trial): number {
  const length = column.values.length
  if (length <= (TRIAL_COUNT + 1) * BLOCK_SIZE) {
    writeDifferences(prediction, column, scratch)
    let bits = stepBits(prediction)
    for (let from = 0; from < length; from += BLOCK_SIZE)
      bits += blockBits(scratch.subarray(from, Math.min(length, from + BLOCK_SIZE)))
    return bits
  }
  let bits = 0
  for (let trial = 1; trial <= TRIAL_COUNT && bits <= most; trial++) {
    const row = Math.floor((trial * length) / (TRIAL_COUNT + 1))
    writeDifferences(prediction, partOf(column, row + BLOCK_SIZE), scratch, stateBefore(prediction, column.values, row))
    bits += blockBits(scratch.subarray(0, BLOCK_SIZE))
  }
  return bits
}

const partOf = ({ values, players }: PredictionColumns, until: number): PredictionColumns => ({
  values: values.subarray(0, until),
  players: players?.subarray(0, until),
})

/** About the state that the rows before leave. */
function stateBefore({ kind }: Prediction, values: Float64Array, row: number): State {
  const last = values[row - 1] ?? 0
  const mean = kind === 'mean' ? last : (last - (values[row - 1 - STEP_ROWS] ?? 0)) / STEP_ROWS
  return { ...START, row, mean, last }
}

/** The size of the varint of the step. */
const stepBits = ({ kind, step }: Prediction): number =>
  hasStep(kind) ? 8 * Math.max(1, Math.ceil(Math.log2(2 * Math.abs(step) + 2) / 7)) : 0

const stepwise = (step: number): Prediction[] => [
  { kind: 'rise', shift: 0, step },
  { kind: 'step', shift: 0, step },
]

/** The total's rise for each player and row, over the whole column. */
function shares({ values, players }: PredictionColumns): Prediction[] {
  if (players === undefined || values.length < 2) return []
  let sum = 0
  for (let row = 1; row < players.length; row++) sum += players[row] as number
  const step = Math.round(((values.at(-1) ?? 0) - (values[0] ?? 0)) / sum / SHARE_UNIT)
  if (!(step > 0 && step <= MAX_STEP)) return []
  return [
    { kind: 'share', shift: 0, step },
    { kind: 'held', shift: 0, step },
  ]
}

/** The step that the majority of the values make, where there is a majority (Boyer–Moore majority vote). */
function usualStep(values: Float64Array): number {
  let step = 0
  let votes = 0
  for (let at = 1; at < values.length; at++) {
    const next = (values[at] as number) - (values[at - 1] as number)
    if (next === step) votes++
    else if (votes === 0) {
      step = next
      votes = 1
    } else votes--
  }
  return Math.abs(step) <= MAX_STEP ? step : 0
}

const MAX_STEP = 2 ** 31
