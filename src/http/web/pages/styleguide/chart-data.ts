// Made-up data for the charts of the style guide, always the same, so that each state of a chart is there to look at.
import type { ChartSeries, ExpectedChartLine } from '../../../../charts/chart-input.js'
import type { ChartData, ChartEvent } from '../../../../charts/page/wire.js'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf } from '../../../../domain/clock.js'
import type { EventKind } from '../../../../domain/events/event-facts.js'

export const CHART_STATES = ['players', 'few', 'compared', 'counter', 'empty'] as const
export type ChartState = (typeof CHART_STATES)[number]

const FROM = minuteOf(Date.UTC(2026, 2, 2))
const SPAN = { from: FROM, until: FROM + 2 * DAY_MINUTES }
const STEP = 5
const MEANS_STEP = 30
const PLAYERS = { metric: 'Players', unit: 'players', noData: 'No data' }

const waveAt = (minute: Minute, phase = 0): number => 1 + 0.45 * Math.sin(2 * Math.PI * (minute / DAY_MINUTES + phase))

interface LineShape {
  readonly name: string
  readonly height: number
  readonly phase?: number
  readonly from?: Minute
  /** Nothing was measured between these two minutes. */
  readonly gap?: readonly [Minute, Minute]
}

function lineOf({ name, height, phase = 0, from = FROM, gap: [start, end] = [0, 0] }: LineShape): ChartSeries {
  const minutes = Int32Array.from(
    Array.from({ length: (2 * DAY_MINUTES) / STEP }, (_, row) => from + row * STEP).filter(
      (minute) => minute < start || minute >= end,
    ),
  )
  const values = Float64Array.from(minutes, (minute) =>
    Math.round(height * waveAt(minute, phase) * (1 + 0.03 * Math.sin(minute / 7))),
  )
  return { name, minutes, values, interval: STEP }
}

function usualOf(height: number): ExpectedChartLine {
  const minutes = Int32Array.from({ length: 49 }, (_, hour) => Math.min(FROM + hour * HOUR_MINUTES, SPAN.until - 1))
  const times = (factor: number) => Float64Array.from(minutes, (minute) => factor * height * waveAt(minute, 0.01))
  return { name: 'Usual', minutes, values: times(1), low: times(0.9), high: times(1.1) }
}

const EVENTS: readonly (readonly [kind: EventKind, hour: number, hours: number, name: string, text: string])[] = [
  ['update', 4, 0, 'Update', 'The game was updated.'],
  ['incident', 10, 2, 'Incident', 'The game was hidden.'],
  ['market_fall', 15, 1, 'Market fell', 'Players fell in all games.'],
  ['gap', 20, 4, 'Gap', 'Nothing was measured for 4 hours.'],
  ['record', 29, 1, 'Record', '1,500 players, after a record of 1,400.'],
  ['milestone', 34, 0, 'Milestone', '1,000,000 visits reached.'],
  ['alert', 39, 1, 'Alert', 'Players were 30.0% below the usual.'],
  ['note', 43, 0, 'Note', 'Ads began.'],
  ['note', 43.2, 0, 'Note', 'Ads were changed.'],
]

const eventOf = ([kind, hour, hours, name, text]: (typeof EVENTS)[number]): ChartEvent => {
  const at = FROM + Math.round(hour * HOUR_MINUTES)
  return { kind, at, until: at + hours * HOUR_MINUTES, name, text }
}

/** The lowest and the highest of each half hour around its mean. */
function withMeans(line: ChartSeries): ChartSeries {
  const rows = MEANS_STEP / STEP
  const parts = Array.from({ length: Math.floor(line.values.length / rows) }, (_, at) =>
    line.values.slice(at * rows, (at + 1) * rows),
  )
  const of = (read: (part: Float64Array) => number) => Float64Array.from(parts, read)
  return {
    ...line,
    means: {
      step: MEANS_STEP,
      minutes: Int32Array.from(parts, (_, at) => FROM + at * MEANS_STEP + MEANS_STEP / 2),
      values: of((part) => part.reduce((sum, value) => sum + value, 0) / part.length),
      low: of((part) => Math.min(...part)),
      high: of((part) => Math.max(...part)),
    },
  }
}

function counterLine(): ChartSeries {
  const minutes = Int32Array.from({ length: 48 }, (_, hour) => FROM + hour * HOUR_MINUTES)
  const values = Float64Array.from(minutes, (minute) => Math.round(9_000 * waveAt(minute)))
  return { name: 'Visits per hour', minutes, values, interval: HOUR_MINUTES }
}

const players = { metric: 'ccu', texts: PLAYERS, ...SPAN } as const
const gap = [FROM + 20 * HOUR_MINUTES, FROM + 24 * HOUR_MINUTES] as const

const STATES: Readonly<Record<ChartState, () => ChartData>> = {
  players: () => ({
    ...players,
    title: 'Crossroads',
    series: [lineOf({ name: 'Players', height: 1_000, gap })],
    previous: {
      ...lineOf({ name: 'Previous 2 days', height: 820, from: FROM - 2 * DAY_MINUTES }),
      shift: 2 * DAY_MINUTES,
    },
    expected: usualOf(980),
    markers: [{ at: FROM + 4 * HOUR_MINUTES, label: 'Update' }],
    events: EVENTS.map(eventOf),
  }),
  few: () => ({
    ...players,
    title: 'Sakura Roleplay',
    texts: {
      ...PLAYERS,
      means: 'average of 30 minutes',
      mean: 'Average of 30 minutes',
      extremes: 'Lowest to highest',
    },
    series: [withMeans(lineOf({ name: 'Players', height: 14 }))],
    expected: usualOf(13),
  }),
  compared: () => ({
    ...players,
    title: '5 games compared',
    series: ['Crossroads', 'Crystal Defense', 'Sakura Roleplay', 'Magma Island', 'Farm Survival'].map((name, at) =>
      lineOf({ name, height: 400 + 300 * at, phase: at / 12 }),
    ),
  }),
  counter: () => ({
    ...players,
    metric: 'visits',
    title: 'Crossroads',
    texts: { metric: 'Visits per hour', unit: 'visits', noData: 'No data' },
    per: 'hour',
    series: [counterLine()],
  }),
  empty: () => ({
    ...players,
    title: 'Crossroads',
    series: [{ name: 'Players', minutes: new Int32Array(), values: new Float64Array(), interval: 1 }],
  }),
}

export const chartOfState = (state: ChartState): ChartData => STATES[state]()
