// The numbers of a chart in words: the figures of each line, and how it compares with the time before and the usual.

import { valueFormat } from '../../../charts/value-axis.js'
import type { Metric } from '../../../domain/measures.js'
import { daysOf, daysText } from '../../../domain/rules/damage.js'
import type { SpanName } from '../../../domain/rules/span.js'
import type { ChangeStep } from '../../../domain/series/counter-change.js'
import { gainOf, isCounter } from '../../../domain/series/counter-change.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { MIN_SHARE } from '../../../messages/usual.js'
import type { ChartLine } from '../../../services/reading/chart-series.js'
import type { GameLines } from './chart-lines.js'

/** How the range compares with the one before: as a share, or of a ratio by its difference. */
export type Growth =
  /** 0.1 is 10 % more. */
  | { readonly kind: 'share'; readonly value: number }
  /** 0.1 is ten points more. */
  | { readonly kind: 'points'; readonly value: number; readonly between: readonly [now: number, then: number] }

/** Two times are compared only if neither was measured for less than half as long as the other. */
const MIN_MEASURED_SHARE = 0.5

export function growthOf({ line, before }: Pick<GameLines, 'line' | 'before'>, metric: Metric): Growth | undefined {
  if (before === undefined || !areComparable(line, before)) return undefined
  if (metric === 'like_ratio') {
    const [now, then] = [line.values.at(-1), before.values.at(-1)]
    if (now === undefined || then === undefined) return undefined
    return { kind: 'points', value: now - then, between: [now, then] }
  }
  const [now, then] = isCounter(metric)
    ? [gainOf(line.points, metric), gainOf(before.points, metric)]
    : [line.meanPlayers, before.meanPlayers]
  return now === null || then === null || then <= 0 ? undefined : { kind: 'share', value: now / then - 1 }
}

type CoverageResult = Pick<ChartLine, 'coverage'>

export const areComparable = (one: CoverageResult, other: CoverageResult): boolean =>
  Math.min(one.coverage, other.coverage) >= Math.max(one.coverage, other.coverage) * MIN_MEASURED_SHARE

export const growthText = (growth: Growth, catalog: MessageCatalog): string =>
  growth.kind === 'share'
    ? catalog.percentChange(growth.value)
    : catalog.web.game.points(catalog.pointChange(...growth.between))

export interface FigureQuery {
  readonly metric: Metric
  readonly spanName: SpanName
  /** Where the line is the change of a counter. */
  readonly step: ChangeStep | undefined
  /** The highest change that is drawn. */
  readonly most: number
}

/** The figures of a line, what it compares with, and damage. */
export function figuresOf(lines: GameLines, query: FigureQuery, catalog: MessageCatalog): string {
  const { line } = lines
  const { metric, step, most } = query
  const last = line.values.at(-1)
  if (last === undefined) return damageOf(line, catalog) || catalog.charts.noData
  const write = valueFormat(metric, catalog.locale)
  const measured = catalog.part(line.coverage)
  const gained = step ? gainOf(line.points, metric) : null
  const low = line.values.reduce((a, b) => Math.min(a, b))
  const high = line.values.reduce((a, b) => Math.max(a, b))
  const figures =
    step && gained !== null
      ? catalog.charts.gains[step](catalog.change(gained), catalog.change(Math.round(most)), write(last), measured)
      : catalog.charts.figures(write(low), write(high), write(last), measured)
  return [figures, againstText(lines, query, catalog), damageOf(line, catalog)].filter((text) => text !== '').join('\n')
}

function againstText(lines: GameLines, { metric, spanName }: FigureQuery, catalog: MessageCatalog): string {
  const { charts } = catalog
  const { meanPlayers } = lines.line
  const growth = growthOf(lines, metric)
  const parts = [
    ...(metric === 'ccu' && meanPlayers !== null ? [charts.mean(catalog.rough(meanPlayers))] : []),
    ...(growth && spanName !== 'all' ? [charts.against[spanName](growthText(growth, catalog))] : []),
    ...usualText(lines.usual?.difference ?? null, catalog),
  ]
  return parts.join(' · ')
}

/** Empty where the usual is not known. */
export function usualText(difference: number | null, { charts, percent }: MessageCatalog): string[] {
  if (difference === null) return []
  if (Math.abs(difference) < MIN_SHARE) return [charts.atUsual]
  return [(difference > 0 ? charts.aboveUsual : charts.belowUsual)(percent(Math.abs(difference)))]
}

/** The damage text of the first line that has damage. */
export const damageIn = (lines: readonly ChartLine[], catalog: MessageCatalog): string =>
  lines.map((line) => damageOf(line, catalog)).find((text) => text !== '') ?? ''

/** Empty if nothing is damaged. */
const damageOf = ({ damaged }: ChartLine, { charts }: MessageCatalog): string =>
  damaged.length === 0 ? '' : charts.damaged(daysText(daysOf(damaged), charts.days))
