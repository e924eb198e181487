// The sentence under a chart: the figures of the metric that it shows, of each of its games.
import { valueFormat } from '../../../charts/value-axis.js'
import { type Minute, msOf } from '../../../domain/clock.js'
import type { Metric } from '../../../domain/measures.js'
import type { Span } from '../../../domain/rules/span.js'
import { gainOf, isCounter } from '../../../domain/series/counter-change.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { ChartLine } from '../../../services/reading/chart-series.js'
import type { ChartResult } from './chart.js'

interface TextOptions {
  readonly metric: Metric
  readonly span: Span
  /** The minute of the first sample of the page's game. */
  readonly knownSince: Minute | undefined
  readonly catalog: MessageCatalog
}

/**
 * The first line is that of the page's game. The lines keep the lowest and the highest value of any range. `when` writes a time,
 * ms.
 */
export function chartText(
  lines: readonly ChartLine[],
  { metric, catalog, ...known }: TextOptions,
  when: (at: number) => string,
): string {
  const [first, ...others] = lines
  const { figuresOf } = catalog.web.game
  const textOf = (line: ChartLine): string => {
    const text = lineText(line, metric, catalog)
    return others.length === 0 ? text : figuresOf(line.game.name, text)
  }
  const firstText = first === undefined ? [] : [textOf(first)]
  // How much was measured is said of the first game, and so stands before the others.
  return [...firstText, ...coverageText(first, { catalog, ...known }, when), ...others.map(textOf)].join(' ')
}

/** Of a game that is younger than the range, since its first sample; nothing where the sentence says that nothing was measured. */
function coverageText(
  line: ChartLine | undefined,
  { span, knownSince, catalog }: Omit<TextOptions, 'metric'>,
  when: (at: number) => string,
): string[] {
  const { coverage, coverageSince } = catalog.web.game
  if (line === undefined || line.values.length === 0) return []
  if (knownSince === undefined || knownSince < span.from) return [coverage(catalog.part(line.coverage))]
  const { dueUntil } = line
  const share = Math.min(1, (line.coverage * (dueUntil - span.from)) / Math.max(1, dueUntil - knownSince))
  return [coverageSince(catalog.part(share), when(msOf(knownSince)))]
}

/** Players and the like ratio rise and fall; totals only grow, so their growth says more. */
function lineText({ values, points, damaged, meanPlayers }: ChartLine, metric: Metric, catalog: MessageCatalog) {
  const last = values.at(-1)
  if (last === undefined) return damaged.length > 0 ? catalog.summary.unreadable : catalog.charts.nothing
  const texts = catalog.web.game
  const name = catalog.metrics.choices[metric]
  const write = valueFormat(metric, catalog.locale)
  if (isCounter(metric)) {
    // As the table counts it: since the last value known before the range.
    const gained = gainOf(points, metric) ?? 0
    return texts.growth(name, write(last - gained), write(last), catalog.change(gained))
  }
  const [low, high] = endsOf(values)
  if (metric === 'ccu')
    return texts.figures(name, write(low), write(high), catalog.average(meanPlayers ?? last), write(last))
  return texts.ratioFigures(name, write(low), write(high), write(last))
}

/** Why the line of a period that the reader chose is not there; undefined where it is, or where none was chosen. */
export function comparedText(
  { data, compared }: Pick<ChartResult, 'data' | 'compared'>,
  knownSince: Minute | undefined,
  { comparedEmpty, comparedUntracked }: MessageCatalog['web']['game'],
  when: (at: number) => string,
): string | undefined {
  if (compared === undefined || data.previous) return undefined
  if (knownSince === undefined || compared.until > knownSince) return comparedEmpty
  return comparedUntracked(when(msOf(knownSince)))
}

const endsOf = (values: Float64Array): readonly [low: number, high: number] =>
  values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
