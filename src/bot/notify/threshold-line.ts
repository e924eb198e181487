// The line of a rule in the chart of its preview: what a value is held against, and from where on the rule fires.
import type { ExpectedChartLine } from '../../charts/chart-input.js'
import { WEEK_MINUTES } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import type { RuleDraft } from '../../domain/notifications/settings.js'
import type { Span } from '../../domain/rules/span.js'
import { DRAWN } from '../../messages/notifications/alert.js'
import type { Context } from '../command.js'

const PERCENT = 100

type Rule = Pick<RuleDraft, 'metric' | 'condition'>

/** Undefined where the chart shows another measure than the rule, or nothing is known to compare with. */
export async function thresholdLine(
  reader: AccountGame,
  { metric, condition }: Rule,
  span: Span,
  { services, catalog }: Pick<Context, 'services' | 'catalog'>,
): Promise<ExpectedChartLine | undefined> {
  const drawn = DRAWN[metric]
  if (drawn !== metric) return undefined
  const texts = catalog.notify.previewed
  if ('value' in condition) return levelLine(condition.value, span, texts.threshold)
  if (condition.is === 'unusual') {
    const usual = await services.readUsualLine(reader, span)
    const threshold = usual?.values.map((value) => value * (1 + condition.by / PERCENT))
    return usual && threshold && { ...usual, threshold, name: catalog.notifications.alert.expected }
  }
  const week = { from: span.from - WEEK_MINUTES, until: span.until - WEEK_MINUTES }
  const { minutes, values } = await services.chartSeries.readWindow(reader, drawn, week)
  if (minutes.length === 0) return undefined
  const threshold = Float64Array.from(values, (value) =>
    condition.unit === 'percent' ? value * (1 + condition.by / PERCENT) : value + condition.by,
  )
  const none = new Float64Array(values.length).fill(Number.NaN)
  const moved = Int32Array.from(minutes, (minute) => minute + WEEK_MINUTES)
  return { name: texts.weekBefore, minutes: moved, values: Float64Array.from(values), low: none, high: none, threshold }
}

/** The band is as low as it is high, so that the axis holds the line. */
function levelLine(value: number, { from, until }: Span, name: string): ExpectedChartLine {
  const values = Float64Array.of(value, value)
  return { name, minutes: Int32Array.of(from, until - 1), values, low: values, high: values }
}
