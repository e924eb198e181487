// What can be charted and compared (DISCORD-6): the measures, and the ratio that follows from two of them.
import { MEASURE_NAMES, MEASURES, type Measure } from './measures.js'

export type Metric = Measure | 'like_ratio'

export const METRICS: readonly Metric[] = [...MEASURE_NAMES, 'like_ratio']

export const isMetric = (text: string): text is Metric => METRICS.some((metric) => metric === text)

/**
 * The axis of a gauge starts at zero; changes of a growing total or a ratio are visible only on an axis that does not.
 */
export const startsAtZero = (metric: Metric): boolean =>
  MEASURES.some((measure) => measure.name === metric && measure.kind === 'gauge')
