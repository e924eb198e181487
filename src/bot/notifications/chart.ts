// The chart of a notification: one metric of its game around what happened, with a marker, and the week before faint behind.
import { altText } from '../../charts/alt-text.js'
import type { ChartInput, ChartMarker } from '../../charts/chart-input.js'
import type { Minute } from '../../domain/clock.js'
import type { Metric } from '../../domain/metric.js'
import { idempotencyKeyOf } from '../../domain/notifications/notification.js'
import type { Span } from '../../domain/rules/span.js'
import type { ChartLine } from '../../operations/reading/chart-series.js'
import { describeError } from '../describe-error.js'
import type { Drawing } from '../showing/pictures.js'
import type { Chart, Rendering } from './rendering.js'

export interface ChartWish {
  readonly metric: Metric
  readonly span: Span
  readonly markers?: readonly ChartMarker[]
  /** So many minutes earlier. */
  readonly previous?: { readonly shift: number; readonly name: string }
}

type Drawn = Pick<Rendering, 'account' | 'game' | 'words' | 'timeZone' | 'operations' | 'pictures'>

/** A notification without its chart is better than none. */
export async function noticeChart(wish: ChartWish, rendering: Rendering): Promise<Chart | undefined> {
  const { notification, log } = rendering
  try {
    return await stretchChart(wish, rendering, idempotencyKeyOf(notification))
  } catch (error) {
    log.warn(
      { notification: notification.id, ...describeError(error) },
      'The chart of a notification could not be drawn',
    )
    return undefined
  }
}

/** `key`: all that it depends on beside the game and the reader. Nothing where nothing was measured. */
export async function stretchChart(wish: ChartWish, drawn: Drawn, key: string): Promise<Chart | undefined> {
  const { pictures, game, words, timeZone } = drawn
  const lines = await readLines(wish, drawn)
  if (!lines) return undefined
  const whole = JSON.stringify([game.id, key, words.locale, timeZone])
  return pictures.of(whole, async () => draw(wish, lines, drawn))
}

interface Lines {
  readonly line: ChartLine
  readonly before: ChartLine | undefined
}

async function readLines({ metric, span, previous }: ChartWish, drawn: Drawn): Promise<Lines | undefined> {
  const read = (from: Minute, until: Minute) => drawn.operations.chartSeries.readStretch(drawn, metric, { from, until })
  const line = await read(span.from, span.until)
  if (line.minutes.length === 0) return undefined
  const shift = previous?.shift ?? 0
  const before = previous && (await read(span.from - shift, span.until - shift))
  return { line, before: before && before.minutes.length > 0 ? before : undefined }
}

function draw(wish: ChartWish, { line, before }: Lines, { game, words, timeZone }: Drawn): Drawing {
  const { metric, span, markers = [], previous } = wish
  const input: ChartInput = {
    title: game.name,
    metric,
    words: { metric: words.metrics.choices[metric], unit: words.charts.units[metric], noData: words.charts.noData },
    timeZone,
    locale: words.locale,
    ...span,
    series: [{ ...pointsOf(line), name: words.charts.thisPeriod }],
    markers,
    theme: 'dark',
    ...(before && previous ? { previous: { ...pointsOf(before), ...previous } } : {}),
  }
  return { input, alt: altText(input, words.charts.alt), text: '' }
}

/** Nothing of the game goes to another thread. */
const pointsOf = ({ minutes, values, interval, schedule }: ChartLine) => ({ minutes, values, interval, schedule })
