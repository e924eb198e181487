// A game drifts by itself, the more the longer a report is. The step measures the size of a change at the update; the mean
// of the report measures what remained of it. They are averaged by inverse variance; the rest of the mean is drift.

/** The standard deviation of how much an effect fades or grows within a report, as a share of its step. */
const FADING_DEVIATION = 0.5

/** A logarithm, and its standard deviation. */
interface MeasuredChange {
  readonly value: number
  readonly deviation: number
}

export interface DriftEstimate {
  /** The part of the report's mean change that is not attributed to the update; a logarithm. */
  readonly drift: number
  /** The standard deviation of what is left for the update. */
  readonly deviation: number
}

/** Weights are the inverse variances: the best estimate of one value that was measured twice. */
export function estimateDrift(step: MeasuredChange, whole: MeasuredChange): DriftEstimate {
  const precisions = [
    1 / (step.deviation ** 2 + (FADING_DEVIATION * step.value) ** 2),
    1 / whole.deviation ** 2,
  ] as const
  const sum = precisions[0] + precisions[1]
  const effect = (step.value * precisions[0] + whole.value * precisions[1]) / sum
  return { drift: whole.value - effect, deviation: Math.sqrt(1 / sum) }
}
