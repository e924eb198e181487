// The sentence under a chart: the figures of the metric that it shows, of each of its games.
import { valueFormat } from '../../../charts/value-axis.js'
import type { Metric } from '../../../domain/measures.js'
import type { Summary } from '../../../domain/rules/summary.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { ChartLine } from '../../../services/reading/chart-series.js'

interface ChartTextInput {
  readonly lines: readonly ChartLine[]
  /** Of the first game, over the range of the chart. */
  readonly summary: Summary
  readonly metric: Metric
  readonly catalog: MessageCatalog
}

export function chartText({ lines, summary, metric, catalog }: ChartTextInput): string {
  const [first, ...others] = lines
  if (!first || others.length > 0) {
    const texts = lines.map((line) => catalog.web.game.figuresOf(line.game.name, lineText(line, metric, catalog)))
    return texts.join(' ')
  }
  if (first.values.length === 0) return first.damaged.length > 0 ? catalog.summary.unreadable : catalog.charts.nothing
  const { min, max, average, latest } = summary.ccu
  if (metric !== 'ccu' || min === null || max === null || average === null || latest === null)
    return lineText(first, metric, catalog)
  const { number, rough } = catalog
  const name = catalog.metrics.choices.ccu
  return catalog.web.game.figures(name, number(min), number(max), rough(average), number(latest))
}

/** Players and the like ratio rise and fall; totals only grow, so their growth says more. */
function lineText({ values }: ChartLine, metric: Metric, catalog: MessageCatalog): string {
  const [first, last] = [values[0], values.at(-1)]
  if (first === undefined || last === undefined) return catalog.charts.nothing
  const texts = catalog.web.game
  const name = catalog.metrics.choices[metric]
  const write = valueFormat(metric, catalog.locale)
  if (metric !== 'ccu' && metric !== 'like_ratio')
    return texts.growth(name, write(first), write(last), catalog.change(last - first))
  const [low, high] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [
    first,
    first,
  ] as const)
  return texts.ratioFigures(name, write(low), write(high), write(last))
}
