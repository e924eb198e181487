// The chart of a notice: one metric of its game around what happened, with a marker, and the week before faint behind.
import { altText } from '../../charts/alt-text.js'
import type { ChartInput } from '../../charts/chart-input.js'
import type { Minute } from '../../domain/clock.js'
import type { Metric } from '../../domain/metric.js'
import { markOf } from '../../domain/notices/notice.js'
import type { Span } from '../../domain/rules/span.js'
import type { ChartLine } from '../../operations/reading/chart-series.js'
import { describeError } from '../describe-error.js'
import type { Drawing } from '../showing/pictures.js'
import type { Chart, Rendering } from './rendering.js'

export interface ChartWish {
  readonly metric: Metric
  readonly span: Span
  readonly marker?: { readonly at: Minute; readonly label: string }
  /** So many minutes earlier. */
  readonly previous?: { readonly shift: number; readonly name: string }
}

/** Nothing where nothing was measured. A notice without its chart is better than none. */
export async function noticeChart(wish: ChartWish, rendering: Rendering): Promise<Chart | undefined> {
  const { pictures, notice, game, words, timeZone, log } = rendering
  const lines = await readLines(wish, rendering)
  if (!lines) return undefined
  try {
    const key = JSON.stringify([game.id, markOf(notice), words.locale, timeZone])
    return await pictures.of(key, async () => draw(wish, lines, rendering))
  } catch (error) {
    log.warn({ notice: notice.id, ...describeError(error) }, 'The chart of a notice could not be drawn')
    return undefined
  }
}

interface Lines {
  readonly line: ChartLine
  readonly before: ChartLine | undefined
}

async function readLines({ metric, span, previous }: ChartWish, rendering: Rendering): Promise<Lines | undefined> {
  const read = (from: Minute, until: Minute) =>
    rendering.operations.chartSeries.readStretch(rendering, metric, { from, until })
  const line = await read(span.from, span.until)
  if (line.minutes.length === 0) return undefined
  const shift = previous?.shift ?? 0
  const before = previous && (await read(span.from - shift, span.until - shift))
  return { line, before: before && before.minutes.length > 0 ? before : undefined }
}

function draw(wish: ChartWish, { line, before }: Lines, { game, words, timeZone }: Rendering): Drawing {
  const { metric, span, marker, previous } = wish
  const input: ChartInput = {
    title: game.name,
    metric,
    words: { metric: words.metrics.choices[metric], unit: words.charts.units[metric], noData: words.charts.noData },
    timeZone,
    locale: words.locale,
    ...span,
    series: [{ ...pointsOf(line), name: words.charts.thisPeriod }],
    markers: marker ? [marker] : [],
    theme: 'dark',
    ...(before && previous ? { previous: { ...pointsOf(before), ...previous } } : {}),
  }
  return { input, alt: altText(input, words.charts.alt), text: '' }
}

/** Nothing of the game goes to another thread. */
const pointsOf = ({ minutes, values, interval, schedule }: ChartLine) => ({ minutes, values, interval, schedule })
