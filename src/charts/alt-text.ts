// The alternative text of a chart: one or two sentences for screen readers.
import { type Minute, msOf } from '../domain/clock.js'
import { dateFormat } from '../domain/rules/wall-clock.js'
import { rangeLabel } from './axis-labels.js'
import type { ChartInput, ChartSeries } from './chart-input.js'
import { cleaned, cut } from './text.js'
import { valueFormat } from './value-axis.js'

/** The texts around the numbers, by language. */
export interface AltTextMessages {
  /** For example `Players online of Crossroads, Mar 1 – 30, 2026.` */
  chart(metric: string, title: string, range: string): string
  /** For example `Lowest 10, highest 90 at Mar 4, 7:31 PM, last 40.` */
  figures(figures: { lowest: string; highest: string; peakAt: string; last: string }): string
  /** For example `Crossroads: lowest 10, highest 90 at Mar 4, 7:31 PM, last 40.` */
  figuresOf(name: string, figures: { lowest: string; highest: string; peakAt: string; last: string }): string
  readonly noData: string
}

/** Discord rejects a longer one. */
const MAX_LENGTH = 1024
const MAX_NAME_LENGTH = 80

export function altText(input: ChartInput, catalog: AltTextMessages): string {
  const head = catalog.chart(input.texts.metric, shortName(input.title), rangeLabel(input))
  const isAlone = input.series.length === 1
  const sentences = input.series.flatMap((series) => {
    const figures = figuresOf(series, input)
    if (!figures) return []
    return [isAlone ? catalog.figures(figures) : catalog.figuresOf(shortName(series.name), figures)]
  })
  const text = [head, ...(sentences.length === 0 ? [catalog.noData] : sentences)].join(' ')
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const shortName = (name: string): string => cut(cleaned(name), 1, MAX_NAME_LENGTH * 0.7)

function figuresOf({ minutes, values }: ChartSeries, { from, until, metric, locale, timeZone }: ChartInput) {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let last = Number.NaN
  let peakAt: Minute = from
  minutes.forEach((minute, row) => {
    const value = values[row] ?? Number.NaN
    if (minute < from || minute >= until || Number.isNaN(value)) return
    last = value
    if (value < low) low = value
    if (value > high) {
      high = value
      peakAt = minute
    }
  })
  if (Number.isNaN(last)) return undefined
  const write = valueFormat(metric, locale)
  const time = dateFormat(locale, { timeZone, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  return { lowest: write(low), highest: write(high), peakAt: time.format(msOf(peakAt)), last: write(last) }
}
