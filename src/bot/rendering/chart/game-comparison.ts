// How several games share one chart (DISCORD-27): by which scale, and which of them grew most.

import type { ChartSeries } from '../../../charts/chart-input.js'
import type { ValueScale } from '../../../charts/scales.js'
import type { Metric } from '../../../domain/measures.js'
import type { SpanName } from '../../../domain/rules/span.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { MIN_SHARE } from '../../../messages/usual.js'
import { linkedName, MAX_TITLE_LENGTH } from '../game-embed.js'
import { growthOf, growthText } from './chart-figures.js'
import type { GameLines } from './chart-lines.js'

/** Where one game is larger than another by more than this, the smaller one would be a flat line at the bottom. */
const MAX_RATIO = 10

/** By their means: a logarithm where they differ much. */
export function scaleFor(series: readonly Pick<ChartSeries, 'values'>[]): ValueScale {
  const means = series.map(meanOf).filter((mean) => mean > 0)
  return means.length > 1 && Math.max(...means) > MAX_RATIO * Math.min(...means) ? 'logarithmic' : 'absolute'
}

function meanOf({ values }: Pick<ChartSeries, 'values'>): number {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length
}

export interface ComparisonQuery {
  readonly metric: Metric
  readonly spanName: SpanName
  readonly publicUrl: string | undefined
}

/** One sentence; empty for all time, which has no time before it. */
export function growthSentence(
  lines: readonly GameLines[],
  { metric, spanName, publicUrl }: ComparisonQuery,
  catalog: MessageCatalog,
): string {
  if (spanName === 'all') return ''
  const known = lines.flatMap((one) => {
    const growth = growthOf(one, metric)
    return growth ? [{ game: one.line.game, growth }] : []
  })
  const [first, ...others] = known
  const texts = catalog.charts.grew
  if (first === undefined || others.length === 0) return texts.unknown
  const best = others.reduce((most, one) => (one.growth.value > most.growth.value ? one : most), first)
  if (known.every(({ growth }) => Math.abs(growth.value) < MIN_SHARE)) return texts.none
  const name = linkedName(best.game, MAX_TITLE_LENGTH, publicUrl)
  const against = catalog.charts.against[spanName](growthText(best.growth, catalog))
  return (best.growth.value > 0 ? texts.most : texts.least)(name, against)
}
