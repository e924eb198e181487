// What a chart shows as CSV: a row for each minute at which a measured line that is visible has a point, in UTC. The usual, which has a
// point every hour or so, has its value on the way between these in each row, as the chart draws it.
import { isoOfMinute, type Minute } from '../../domain/clock.js'
import type { ExpectedChartLine } from '../chart-input.js'
import type { PointColumns } from '../reduction/downsample.js'
import { bandAt } from './band-at.js'
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
  const measured = columnsOf(data)
  const band = data.expected?.isHidden ? undefined : data.expected
  const known = measured.length > 0 ? measured.flatMap(({ values }) => [...values.keys()]) : [...(band?.minutes ?? [])]
  const minutes = [...new Set(known)].filter((at) => at >= data.from && at < data.until).sort((a, b) => a - b)
  const columns = [...measured, ...(band ? usualColumns(band, minutes) : [])]
  const rows = minutes.map((minute) => [
    isoOfMinute(minute),
    ...columns.map(({ values }) => numberText(values.get(minute))),
  ])
  const head = ['time', ...columns.map(({ name }) => quotedName(name))]
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

function usualColumns(band: ExpectedChartLine, minutes: readonly Minute[]): CsvColumn[] {
  const found = minutes.flatMap((minute) => {
    const usual = bandAt(band, minute)
    return usual === undefined ? [] : [[minute, usual] as const]
  })
  return (['value', 'low', 'high'] as const).map((edge) => ({
    name: edge === 'value' ? band.name : `${band.name} (${edge})`,
    values: new Map(found.map(([minute, usual]) => [minute, usual[edge]])),
  }))
}

const numberText = (value: number | undefined): string =>
  value === undefined ? '' : `${Number(value.toPrecision(12))}`

/** A spreadsheet would take a name that begins with one of these signs for a formula. */
const quotedName = (name: string): string => `"${name.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
