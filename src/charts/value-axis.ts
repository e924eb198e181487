// The value axis and the numbers on it: round steps, grouped or compact by locale, never two labels alike.
import type { Metric } from '../domain/metric.js'

export interface ValueAxis {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly ticks: readonly number[]
}

const TARGET = 4
/** Room above the highest point, for its label. */
const HEADROOM = 0.1
const COMPACT_FROM = 10_000
const ROUND = [1, 2, 2.5, 5, 10]

/** `extent` is what is drawn, or nothing at all. */
export function valueAxis(metric: Metric, extent: readonly [number, number] | undefined, fromZero: boolean): ValueAxis {
  const isShare = metric === 'like_ratio'
  const [least, most] = extent ?? [0, 1]
  const spread = most - least || Math.max(Math.abs(most) * 0.02, isShare ? 0.02 : 2)
  const low = fromZero ? Math.min(0, least) : most === least ? least - spread / 2 : least
  const high = most === least && !fromZero ? most + spread / 2 : most
  const step = stepFor((high - low) * (1 + HEADROOM) || 1, isShare)
  const min = Math.max(Math.floor(low / step), isShare || least >= 0 ? 0 : Number.NEGATIVE_INFINITY) * step
  const top = Math.ceil((high + (high - low) * HEADROOM) / step) * step
  const max = Math.max(isShare ? Math.min(top, Math.ceil(1 / step) * step) : top, min + step)
  const count = Math.round((max - min) / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => rounded(min + index * step))
  return { min: rounded(min), max: rounded(max), step, ticks }
}

function stepFor(span: number, isShare: boolean): number {
  const rough = span / TARGET
  const scale = 10 ** Math.floor(Math.log10(rough))
  const step = (ROUND.find((round) => round * scale >= rough) ?? 10) * scale
  // Half a player cannot be seen.
  return isShare ? step : Math.max(1, step === 2.5 ? 5 : step)
}

/** Without the tail that sums of tenths leave. */
const rounded = (value: number): number => Number(value.toPrecision(15))

/** As the axis writes it. Ticks are round, so every digit they need is shown. */
export function tickFormat(metric: Metric, axis: ValueAxis, locale: string): (value: number) => string {
  const isCompact = Math.max(Math.abs(axis.min), Math.abs(axis.max)) >= COMPACT_FROM
  const format = new Intl.NumberFormat(locale, {
    ...(metric === 'like_ratio' && { style: 'percent', minimumFractionDigits: digitsOf(axis.step * 100) }),
    ...(metric !== 'like_ratio' && isCompact && { notation: 'compact' }),
    maximumFractionDigits: 6,
  })
  return (value) => format.format(value)
}

/** So that 93 % stands as 93.0 % among its neighbors. */
const digitsOf = (step: number): number => Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)))

/** As a sentence or a label beside a point writes it: exact, grouped. */
export function valueFormat(metric: Metric, locale: string): (value: number) => string {
  const format =
    metric === 'like_ratio'
      ? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
      : new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  return (value) => format.format(value)
}
