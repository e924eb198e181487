// The data of the chart of the market, as the page, the browser and the picture need them.
import { z } from 'zod'
import type { ChartSeries } from '../../../charts/chart-input.js'
import type { ChartData } from '../../../charts/page/wire.js'
import { DAY_MINUTES, minuteOf } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import type { Market } from '../../../domain/insights/market/market.js'
import type { Span } from '../../../domain/rules/span.js'
import { rangeTime, spanAt } from '../game/choice.js'
import type { RequestContext } from '../page.js'

export const MARKET_RANGES = ['24h', '7d'] as const
export type MarketRangeName = (typeof MARKET_RANGES)[number]
const RANGE_DAYS = { '24h': 1, '7d': 7 } as const satisfies Record<MarketRangeName, number>
/** What is known by the minute. */
const MAX_MINUTE_DAYS = 8

export const marketChartQuery = z.object({
  range: z.enum(MARKET_RANGES, { error: `must be one of ${MARKET_RANGES.join(', ')}` }).default('24h'),
  from: rangeTime,
  to: rangeTime,
})

/** Two times are what a reader zooms in to. */
export function marketSpan({ range, from, to }: z.output<typeof marketChartQuery>, nowMs: number): Span {
  const until = minuteOf(nowMs) + 1
  const span = spanAt({ from, to }, 'UTC')
  if (span === undefined) return { from: until - RANGE_DAYS[range] * DAY_MINUTES, until }
  const end = Math.min(span.until, until)
  if (span.from >= end) throw rejection('INVALID_PARAMETERS', { name: 'days in the future', facts: {} })
  return { from: Math.max(span.from, end - MAX_MINUTE_DAYS * DAY_MINUTES), until: end }
}

export interface MarketChart {
  readonly data: ChartData
  /** Identifies everything that the chart depends on. */
  readonly key: string
}

export async function readMarketChart(
  { services, catalog }: Pick<RequestContext, 'services' | 'catalog'>,
  span: Span,
  market: Market,
): Promise<MarketChart> {
  const texts = catalog.web.market
  const source = market.kind === 'known' ? market.source : undefined
  const lines = await services.market.lines(span, source)
  const players: readonly ChartSeries[] =
    lines === undefined || lines.players.minutes.length === 0
      ? []
      : [{ name: texts.line, interval: lines.interval, schedule: lines.schedule, ...lines.players }]
  const usual = lines?.usual
  const data: ChartData = {
    title: texts.title,
    metric: 'ccu',
    texts: { metric: catalog.metrics.choices.ccu, unit: catalog.metrics.units.ccu, noData: catalog.charts.noData },
    ...span,
    series: players.length === 0 ? [{ name: texts.line, interval: 1, ...NO_POINTS }] : players,
    ...(usual && usual.minutes.length > 0 && { expected: { name: texts.usualLine, ...usual } }),
    markers: [],
  }
  const key = ['market', catalog.locale, source, span.from, span.until, lines?.last, usual?.minutes.length].join(' ')
  return { data, key }
}

const NO_POINTS = { minutes: new Int32Array(0), values: new Float64Array(0) }
