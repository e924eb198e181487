// What a chart shows as CSV: a row for each minute at which a visible line has a point, in UTC.
import { isoOfMinute, type Minute } from '../../domain/clock.js'
import type { Metric } from '../../domain/measures.js'
import type { ExpectedChartLine } from '../chart-input.js'
import type { PointColumns } from '../reduction/downsample.js'
import { bandAt } from './band.js'
import { changeSinceFirst, showsChanges } from './change-since-first.js'
import type { ChartData } from './wire.js'

interface CsvColumn {
  readonly name: string
  readonly values: ReadonlyMap<Minute, number>
}

/**
 * `data` covers what is visible; lines that the reader hid are left out. On a relative scale, values are changes, and the head
 * says so.
 */
export function chartCsv(data: ChartData): string {
  const columns = columnsOf(data)
  const { expected } = data
  const band = expected?.isHidden ? undefined : expected
  const minutes = new Set([...columns.flatMap(({ values }) => [...values.keys()]), ...bandMinutes(data, columns)])
  const rows = [...minutes]
    .sort((a, b) => a - b)
    .map((minute) => [
      isoOfMinute(minute),
      ...columns.map(({ values }) => numberText(values.get(minute))),
      ...(band ? bandTexts(band, minute, data.metric) : []),
    ])
  const bandNames = band ? [band.name, `${band.name} (low)`, `${band.name} (high)`] : []
  const head = ['time_utc', ...[...columns.map(({ name }) => name), ...bandNames].map(quotedName)]
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function columnsOf(data: ChartData): CsvColumn[] {
  const { series, previous, from, until, texts } = data
  const isRelative = showsChanges(data)
  const nameOf = (name: string): string => (isRelative && texts.change ? `${name}: ${texts.change}` : name)
  const inside = ({ minutes, values }: PointColumns, shift = 0): ReadonlyMap<Minute, number> => {
    const found = new Map<Minute, number>()
    minutes.forEach((minute, row) => {
      const value = values[row] ?? Number.NaN
      if (minute + shift >= from && minute + shift < until && !Number.isNaN(value)) found.set(minute + shift, value)
    })
    return found
  }
  const lines = series.filter(({ isHidden }) => !isHidden)
  return [
    ...lines.map((line) => ({
      name: nameOf(line.name),
      values: inside(isRelative ? changeSinceFirst(line, data) : line),
    })),
    ...(previous && !previous.isHidden ? [{ name: previous.name, values: inside(previous, previous.shift) }] : []),
  ]
}

/** Where no line is left, the usual has rows of its own points. */
const bandMinutes = ({ expected, from, until }: ChartData, columns: readonly CsvColumn[]): readonly Minute[] =>
  columns.length > 0 || !expected || expected.isHidden
    ? []
    : [...expected.minutes].filter((minute) => minute >= from && minute < until)

/** As it is drawn, straight between its points, and with the decimals that are read at the pointer: none of whole numbers. */
function bandTexts(band: ExpectedChartLine, minute: Minute, metric: Metric): string[] {
  const found = bandAt(band, minute)
  const written = (value: number | undefined) =>
    numberText(value === undefined || metric === 'like_ratio' ? value : Math.round(value))
  return [found?.value, found?.low, found?.high].map(written)
}

const numberText = (value: number | undefined): string =>
  value === undefined ? '' : `${Number(value.toPrecision(12))}`

/** A spreadsheet would take a name that begins with one of these signs for a formula. */
const quotedName = (name: string): string => `"${name.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
