// What people can ask to see of a game over time (contract §9): each measured column, and the ratio made of two of them.
import { MEASURE_NAMES, type Measure } from './measures.js'

export type Metric = Measure | 'like_ratio'

export const METRICS: readonly Metric[] = [...MEASURE_NAMES, 'like_ratio']
