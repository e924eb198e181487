// A game drifts by itself, the more the longer a report is. The step at an update says how large the change was, however
// little it says of what became of it; the mean of the whole report says the opposite. Both together, each with its weight,
// give the update's part; what is left of the mean is drift.

/** How much an effect may fade or grow within a report, as a share of its step: a standard deviation. */
const FADES = 0.5

/** A logarithm, and its standard deviation. */
interface MeasuredChange {
  readonly value: number
  readonly deviation: number
}

export interface OwnDrift {
  /** By how much the mean of the report differs from what was expected without being the update's work; a logarithm. */
  readonly drift: number
  /** The standard deviation of what is left for the update. */
  readonly deviation: number
}

/** Weights are the inverse variances: the best estimate of one value that was measured twice. */
export function ownDrift(step: MeasuredChange, whole: MeasuredChange): OwnDrift {
  const precisions = [1 / (step.deviation ** 2 + (FADES * step.value) ** 2), 1 / whole.deviation ** 2] as const
  const sum = precisions[0] + precisions[1]
  const effect = (step.value * precisions[0] + whole.value * precisions[1]) / sum
  return { drift: whole.value - effect, deviation: Math.sqrt(1 / sum) }
}
