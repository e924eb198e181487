// What a rule's metric says at one sample.
import type { Context } from '../evaluator.js'
import type { RuleDraft } from '../rule.js'
import type { Baselines } from './baselines.js'
import type { Reading } from './condition.js'
import { ratioAt } from './marks.js'
import { rankAt } from './rank.js'

/** Undefined where the sample does not tell: votes that did not arrive, or no history to compare with. */
export async function readMetric(
  context: Context,
  { metric, condition }: Pick<RuleDraft, 'metric' | 'condition'>,
  row: number,
  baselines: Baselines,
): Promise<Reading | undefined> {
  const minute = context.samples.minutes[row] ?? 0
  const value = await metricAt(context, metric, row, baselines)
  if (value === null || Number.isNaN(value)) return undefined
  if (condition.is !== 'changed') return { minute, value, baseline: null }
  const baseline = await baselines.lastWeek(metric, minute)
  return baseline === null ? undefined : { minute, value, baseline }
}

async function metricAt(
  context: Context,
  metric: RuleDraft['metric'],
  row: number,
  baselines: Baselines,
): Promise<number | null> {
  const { minutes, columns } = context.samples
  const minute = minutes[row] ?? 0
  switch (metric) {
    case 'like_ratio':
      return ratioAt(context.samples, row)
    case 'rank':
      return rankAt(context, minute)
    case 'visits_a_day': {
      const yesterday = await baselines.visitsYesterday(minute)
      return yesterday === null ? null : (columns.visits[row] ?? Number.NaN) - yesterday
    }
    default:
      return columns[metric][row] ?? Number.NaN
  }
}
