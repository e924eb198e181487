// The value axis and its labels: round steps, grouped or compact by locale, and never two equal labels.
import type { Metric } from '../domain/measures.js'

export interface ValueAxis {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly ticks: readonly number[]
  /** Whether the ticks differ in their distances. */
  readonly isUneven?: boolean
}

const TARGET_TICK_COUNT = 4
/** The share of space above the highest point, for its label. */
const HEADROOM_SHARE = 0.1
const MIN_COMPACT_VALUE = 10_000
const ROUND_FACTORS = [1, 2, 2.5, 5, 10]
const MAX_TICK_DIGITS = 6
/** The axis of a ratio covers at least one point, because values that differ by less read as equal. */
const MIN_SHARE_SPAN = 0.01

/** `extent` is the range of the drawn values, or undefined if there are none. */
export function valueAxis(metric: Metric, extent: readonly [number, number] | undefined, fromZero: boolean): ValueAxis {
  const isShare = metric === 'like_ratio'
  const [least, most] = isShare && !fromZero ? atLeast(MIN_SHARE_SPAN, extent ?? [0, 1]) : (extent ?? [0, 1])
  const spread = most - least || Math.max(Math.abs(most) * 0.02, isShare ? 0.02 : 2)
  const low = fromZero ? Math.min(0, least) : most === least ? least - spread / 2 : least
  const high = most === least && !fromZero ? most + spread / 2 : most
  const step = stepFor((high - low) * (1 + HEADROOM_SHARE) || 1, isShare)
  const min = Math.max(Math.floor(low / step), isShare || least >= 0 ? 0 : Number.NEGATIVE_INFINITY) * step
  const top = Math.ceil((high + (high - low) * HEADROOM_SHARE) / step) * step
  const max = Math.max(isShare ? Math.min(top, Math.ceil(1 / step) * step) : top, min + step)
  const count = Math.round((max - min) / step)
  const ticks = Array.from({ length: count + 1 }, (_, index) => rounded(min + index * step))
  return { min: rounded(min), max: rounded(max), step, ticks }
}

/** Widened on both sides, as far as there are shares. */
function atLeast(span: number, [least, most]: readonly [number, number]): readonly [number, number] {
  if (most - least >= span) return [least, most]
  const low = Math.max(0, Math.min((least + most - span) / 2, 1 - span))
  return [Math.min(low, least), Math.max(low + span, most)]
}

export function stepFor(span: number, isShare: boolean): number {
  const rough = span / TARGET_TICK_COUNT
  const scale = 10 ** Math.floor(Math.log10(rough))
  const step = (ROUND_FACTORS.find((round) => round * scale >= rough) ?? 10) * scale
  // Players are whole numbers, so a step is at least 1.
  return isShare ? step : Math.max(1, step === 2.5 ? 5 : step)
}

/** Removes floating-point error from sums of tenths. */
export const rounded = (value: number): number => Number(value.toPrecision(15))

/** The format of the axis. Ticks are round, so every digit they need is shown. */
export function tickFormat(metric: Metric, axis: ValueAxis, locale: string): (value: number) => string {
  const isCompact = Math.max(Math.abs(axis.min), Math.abs(axis.max)) >= MIN_COMPACT_VALUE
  if (metric !== 'like_ratio' && isCompact) return compactFormat(axis, locale)
  const format = new Intl.NumberFormat(locale, {
    ...(metric === 'like_ratio' && { style: 'percent', minimumFractionDigits: digitsOf(axis.step * 100) }),
    ...(!isCompact && { useGrouping: true }),
    maximumFractionDigits: MAX_TICK_DIGITS,
  })
  return (value) => format.format(value)
}

/** Ticks of one magnitude have equally many decimals: 57.40B among 57.42B, and 1.0M above 500K. */
function compactFormat({ ticks }: ValueAxis, locale: string): (value: number) => string {
  const compact = { notation: 'compact', maximumFractionDigits: MAX_TICK_DIGITS } as const
  const format = new Intl.NumberFormat(locale, compact)
  const digits = new Map<string, number>()
  for (const tick of ticks) {
    const { unit, decimals } = partsOf(format, tick)
    digits.set(unit, Math.max(decimals, digits.get(unit) ?? 0))
  }
  return (value) => {
    const minimumFractionDigits = digits.get(partsOf(format, value).unit) ?? 0
    return new Intl.NumberFormat(locale, { ...compact, minimumFractionDigits }).format(value)
  }
}

/** The unit of a compact number, such as `M`, and its number of decimals. */
function partsOf(format: Intl.NumberFormat, value: number) {
  const parts = format.formatToParts(value)
  const textOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { unit: textOf('compact'), decimals: textOf('fraction').length }
}

/** Decimals for a step, so that 93% is written as 93.0% among its neighbors. */
export const digitsOf = (step: number): number =>
  Math.max(0, Math.min(MAX_TICK_DIGITS, -Math.floor(Math.log10(step) + 1e-9)))

/** The format of sentences and point labels: exact and grouped. */
export function valueFormat(metric: Metric, locale: string): (value: number) => string {
  const format =
    metric === 'like_ratio'
      ? new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 })
      : new Intl.NumberFormat(locale, { useGrouping: true, maximumFractionDigits: 0 })
  return (value) => format.format(value)
}
