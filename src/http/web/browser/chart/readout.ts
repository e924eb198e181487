// The values of all lines at one moment, for the tooltip and for screen readers.
import { bandAt, nearestRow } from '../../../../charts/page/band.js'
import { showsChanges } from '../../../../charts/page/change-since-first.js'
import { type ChartTexts, filled, lowerFirst } from '../../../../charts/page/figure-texts.js'
import { gapAt, minuteInGap, reachOf } from '../../../../charts/page/gap-at.js'
import type { ChartCoverage, ChartData } from '../../../../charts/page/wire.js'
import type { Cadence, PointColumns } from '../../../../charts/reduction/downsample.js'
import { valueFormat } from '../../../../charts/value-axis.js'
import { type Minute, msOf } from '../../../../domain/clock.js'
import { dateFormat } from '../../../../domain/rules/wall-clock.js'
import { shareFormats } from '../../../../messages/format/share-format.js'

/** The line of a row or of a legend button: its number, or the name of a comparison. */
export type LineKey = number | 'previous' | 'usual'

export interface ReadoutRow {
  readonly key: LineKey
  readonly name: string
  readonly value: string
  /** The change against that line or since the beginning, as text; empty if unknown. */
  readonly change: string
  /** Whether the change is one within the usual range, which has no color. */
  readonly isUsual?: boolean
}

export interface Readout {
  /** The minute of the sample that is read, or one in a gap. */
  readonly at: Minute
  /** Whether nothing was measured then. */
  readonly isGap: boolean
  readonly time: string
  readonly rows: readonly ReadoutRow[]
  /** Notes below the values: from when changes count, and how much of this time was measured. */
  readonly notes: readonly string[]
}

export interface ReadoutOptions {
  readonly data: ChartData
  readonly hidden: ReadonlySet<LineKey>
  readonly locale: string
  readonly timeZone: string
  readonly texts: ChartTexts
  /** The width of the plot. */
  readonly width: number
}

/** Makes a function that reads the values at a minute; what does not depend on the minute is prepared once. */
export function createReadout({ data, hidden, locale, timeZone, texts, width }: ReadoutOptions) {
  const { series, previous, expected, coverage, metric } = data
  const write = valueFormat(metric, locale)
  const times = dateFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  const { percentChange, pointChange, part } = shareFormats(locale)
  const isInPoints = metric === 'like_ratio' && !showsChanges(data)
  const change = (value: number | undefined, base: number | undefined): string => {
    if (value === undefined || base === undefined) return ''
    // As in the head of the page: a percentage of a percentage misleads.
    if (isInPoints) return filled(texts.points, pointChange(value, base))
    return base === 0 ? '' : percentChange(value / base - 1)
  }
  const versus = (name: string): string => filled(texts.versus, lowerFirst(name, locale))
  const isAlone = series.length === 1
  const starts = series.map((line) => valueFrom(line, data.from))
  const since = filled(texts.changeSince, times.format(msOf(data.from)))
  // Where the reader hid all games, the compared period and the usual are read at their minutes nevertheless.
  const main = series.find((_, key) => !hidden.has(key)) ?? series[0]

  const pixel = (data.until - data.from) / Math.max(1, width)
  const trackedSince = data.bounds?.from ?? Number.NEGATIVE_INFINITY
  /** `snap`: the minutes in a pixel; 0 where the time is one in a gap, which no sample near it may fill. */
  const measuredOf = (line: PointColumns & Cadence, at: Minute, snap: number): number | undefined =>
    gapAt(line, at, snap) ? undefined : valueNear(line, at, reachOf(line.interval))
  /** Instead of a value. */
  const absentAt = (at: Minute): string => (at >= trackedSince ? texts.unknown : texts.notTracked)
  /** Whether samples were taken in the hour or the day, but none near enough to its beginning or its end. */
  const isUnknownChange = (at: Minute): boolean =>
    data.per !== undefined && coverage !== undefined && (shareAt(coverage, at) ?? 0) > 0

  const rowsAt = (at: Minute, snap: number): ReadoutRow[] => {
    const values = series.map((line) => measuredOf(line, at, snap))
    const rows = series.map((line, key): ReadoutRow => {
      const value = values[key]
      const absent = isAlone && isUnknownChange(at) ? texts.unknownChange.value : absentAt(at)
      const valueText = value === undefined ? absent : write(value)
      return { key, name: line.name, value: valueText, change: isAlone ? '' : change(value, starts[key]) }
    })
    if (previous) {
      const then = measuredOf(previous, at - previous.shift, snap)
      const valueText = then === undefined ? absentAt(at - previous.shift) : write(then)
      rows.push({ key: 'previous', name: versus(previous.name), value: valueText, change: change(values[0], then) })
    }
    const band = expected && bandAt(expected, at)
    if (expected && band) {
      const usualText = write(Math.round(band.value))
      const [value = Number.NaN] = values
      const isUsual = value >= band.low && value <= band.high
      const usualChange = change(values[0], band.value)
      rows.push({ key: 'usual', name: versus(expected.name), value: usualText, change: usualChange, isUsual })
    }
    return rows.filter(({ key }) => !hidden.has(key))
  }

  const usualNotes = (at: Minute): string[] => {
    const band = expected && !hidden.has('usual') ? bandAt(expected, at) : undefined
    return band ? [filled(texts.usualRange, write(Math.round(band.low)), write(Math.round(band.high)))] : []
  }

  const means = isAlone && !hidden.has(0) ? series[0]?.means : undefined
  const rough = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  /** What is drawn at that minute, where it is not the sample. */
  const meanAt = (at: Minute): string[] => {
    const row = means ? nearestRow(means.minutes, at) : -1
    const [value, low, high] = [means?.values[row], means?.low[row], means?.high[row]]
    if (value === undefined || low === undefined || high === undefined) return []
    return [`${data.texts.mean}: ${rough.format(value)} (${write(low)} – ${write(high)})`]
  }

  const gaps = data.events?.filter(({ kind }) => kind === 'gap') ?? []
  /** What the lane says of the gap of the first line. */
  const reasonsAt = (at: Minute): string[] =>
    gaps.filter((one) => one.at <= at && at < (one.until ?? data.until)).map(({ text }) => text)

  return function readAt(minute: Minute): Readout | undefined {
    if (!main) return undefined
    const gap = gapAt(main, minute, pixel)
    const at = gap ? minuteInGap(gap, main, minute) : main.minutes[nearestRow(main.minutes, minute)]
    if (at === undefined) return undefined
    const isGap = gap !== undefined && at !== gap.last && at !== gap.next
    const rows = rowsAt(at, isGap ? 0 : pixel)
    if (rows.length === 0) return undefined
    const share = coverage && shareAt(coverage, at)
    const label = coverage?.step === 'day' ? texts.measuredDay : texts.measuredHour
    const notes = [
      ...(isGap ? reasonsAt(at) : []),
      ...(isGap && isAlone && data.per && isUnknownChange(at) ? [texts.unknownChange[data.per]] : []),
      ...usualNotes(at),
      ...(isGap ? [] : meanAt(at)),
      ...(isAlone ? [] : [since]),
      ...(share === undefined ? [] : [`${label}: ${part(share)}`]),
    ]
    return { at, isGap, time: times.format(msOf(at)), rows, notes }
  }
}

/** One sentence for screen readers. */
export const textOf = ({ time, rows, notes }: Readout): string =>
  [
    time,
    ...rows.map(({ name, value, change }) => `${name}: ${value}${change === '' ? '' : ` (${change})`}`),
    ...notes,
  ].join(' · ')

/** The time and the first line, for the position itself. */
export const shortTextOf = ({ time, rows: [first] }: Readout): string =>
  first ? `${time} · ${first.name}: ${first.value}` : time

function valueNear({ minutes, values }: PointColumns, at: Minute, reach: number): number | undefined {
  const row = nearestRow(minutes, at)
  const isNear = Math.abs((minutes[row] ?? Number.NEGATIVE_INFINITY) - at) <= reach
  return isNear ? values[row] : undefined
}

/** The first value from that minute on. */
function valueFrom({ minutes, values }: PointColumns, from: Minute): number | undefined {
  const row = nearestRow(minutes, from)
  return (minutes[row] ?? from) >= from ? values[row] : values[row + 1]
}

function shareAt({ edges, shares }: ChartCoverage, at: Minute): number | undefined {
  const near = nearestRow(edges, at)
  return shares[(edges[near] ?? at) > at ? near - 1 : near]
}
