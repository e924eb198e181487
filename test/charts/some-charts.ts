// Charts to look at and to measure: ordinary ones and awkward ones, always the same.
import type { ChartInput, ChartSeries } from '../../src/charts/chart-input.js'
import { DAY_MINUTES, type Minute, minuteOf } from '../../src/domain/clock.js'

export const FROM = minuteOf(Date.UTC(2026, 2, 1))
const WORDS = { metric: 'Players online', unit: 'players', noData: 'No data' }

/** The same at every call, spread evenly: 0 … 1. */
export const noise = (n: number): number => {
  const x = Math.sin(n * 12.9898) * 43758.5453
  return x - Math.floor(x)
}

interface Shape {
  readonly name?: string
  readonly days?: number
  readonly step?: number
  readonly scale?: number
  readonly from?: Minute
  readonly skip?: (minute: Minute) => boolean
  readonly seed?: number
}

/** Days and weekends, an hour's swing and a little noise. */
export function players({
  name = 'Crossroads',
  days = 30,
  step = 1,
  scale = 400,
  from = FROM,
  skip,
  seed = 0,
}: Shape = {}): ChartSeries {
  const all = Array.from({ length: Math.floor((days * DAY_MINUTES) / step) }, (_, n) => from + n * step)
  const minutes = Int32Array.from(skip ? all.filter((minute) => !skip(minute)) : all)
  const values = Float64Array.from(minutes, (minute) => {
    const day = minute / DAY_MINUTES
    const weekend = (Math.floor(day) + 3) % 7 >= 5 ? 1.35 : 1
    const wave = 1 + 0.45 * Math.sin(2 * Math.PI * (day + seed / 7)) + 0.12 * Math.sin(2 * Math.PI * day * 2.7 + seed)
    return Math.round(scale * weekend * wave * (0.96 + 0.08 * noise(minute + seed)))
  })
  return { name, minutes, values, interval: step }
}

export function total(start: number, growth: number, shape: Shape = {}): ChartSeries {
  const series = players(shape)
  let sum = start
  return { ...series, values: series.values.map((value) => (sum += (value / 400) * growth)).map(Math.round) }
}

export const chart = (more: Partial<ChartInput> = {}): ChartInput => ({
  title: 'Crossroads',
  metric: 'ccu',
  texts: WORDS,
  timeZone: 'Europe/Berlin',
  locale: 'en-US',
  from: FROM,
  until: FROM + 30 * DAY_MINUTES,
  series: [players()],
  theme: 'light',
  ...more,
})

const outage = (minute: Minute) =>
  (minute > FROM + 9.2 * DAY_MINUTES && minute < FROM + 13.1 * DAY_MINUTES) ||
  (minute > FROM + 20 * DAY_MINUTES && minute < FROM + 20.4 * DAY_MINUTES)

/** Five hours without samples from each of these days on; in a year, less than a pixel. */
function withGaps(days: readonly number[], shape: Shape): ChartSeries {
  const gaps = days.map((day) => ({ from: FROM + day * DAY_MINUTES, until: FROM + day * DAY_MINUTES + 300 }))
  const isQuiet = (minute: Minute) => gaps.some(({ from, until }) => minute >= from && minute < until)
  return { ...players({ ...shape, skip: isQuiet }), gaps }
}

const LONG_NAME = '[🎃 UPDATE 12] Super Mega Tycoon Simulator: Legends of 🔥 Roleplay'
const day = { from: FROM, until: FROM + DAY_MINUTES }
const one = (value: number, at = FROM + 700): ChartSeries => ({
  name: 'One',
  minutes: Int32Array.of(at),
  values: Float64Array.of(value),
  interval: 1,
})

/** Each hour, with a band of a tenth on both sides. */
function usual(scale = 400): NonNullable<ChartInput['expected']> {
  const { minutes, values } = players({ days: 1, step: 60, scale, seed: 0.3 })
  const times = (factor: number) => values.map((value) => value * factor)
  return { name: 'Usual', minutes, values, low: times(0.9), high: times(1.1) }
}

const MEANS_STEP = 30

function meansOf({ minutes, values }: ChartSeries): NonNullable<ChartSeries['means']> {
  const parts = Array.from({ length: minutes.length / MEANS_STEP }, (_, at) =>
    values.slice(at * MEANS_STEP, (at + 1) * MEANS_STEP),
  )
  return {
    step: MEANS_STEP,
    minutes: Int32Array.from(parts, (_, at) => (minutes[at * MEANS_STEP] ?? 0) + MEANS_STEP / 2),
    values: Float64Array.from(parts, (part) => part.reduce((sum, value) => sum + value, 0) / MEANS_STEP),
    low: Float64Array.from(parts, (part) => Math.min(...part)),
    high: Float64Array.from(parts, (part) => Math.max(...part)),
  }
}

export const CHARTS: Readonly<Record<string, ChartInput>> = {
  month: chart({
    previous: {
      ...players({ name: 'Previous 30 days', scale: 330, from: FROM - 30 * DAY_MINUTES, seed: 1 }),
      shift: 30 * DAY_MINUTES,
    },
    series: [players({ name: 'Players' })],
    markers: [
      { at: FROM + 6 * DAY_MINUTES, label: 'Update' },
      { at: FROM + 8 * DAY_MINUTES, label: 'Update' },
      { at: FROM + 22.5 * DAY_MINUTES, label: '40M visits' },
    ],
  }),
  'month-dark': chart({ theme: 'dark' }),
  gaps: chart({ series: [players({ skip: outage })], theme: 'dark' }),
  compare: chart({
    title: 'Players online, five games',
    theme: 'dark',
    series: [LONG_NAME, 'Crossroads', 'Crossroads', 'Στίβος αγώνων', 'Ёлки и снег ❄️'].map((name, n) =>
      players({ name, scale: 150 + 140 * n, seed: n, step: 10, ...(n === 2 && { skip: outage }) }),
    ),
  }),
  day: chart({ ...day, series: [players({ days: 1 })], timeZone: 'America/New_York' }),
  week: chart({ until: FROM + 7 * DAY_MINUTES, series: [players({ days: 7 })], locale: 'de', title: 'Schöne Straße' }),
  year: chart({
    metric: 'visits',
    texts: { ...WORDS, metric: 'Visits', unit: 'visits' },
    until: FROM + 365 * DAY_MINUTES,
    series: [total(39_206_917, 9_000, { days: 365, step: DAY_MINUTES })],
    theme: 'dark',
  }),
  'year-gaps': chart({
    until: FROM + 365 * DAY_MINUTES,
    series: [withGaps([40.5, 100.2, 103, 103.5, 104, 200, 364.8], { days: 365, step: 60 })],
    markers: [60, 62, 63, 180, 181].map((days) => ({ at: FROM + days * DAY_MINUTES, label: 'Update' })),
  }),
  ratio: chart({
    metric: 'like_ratio',
    texts: { metric: 'Share of likes', unit: '', noData: 'No data' },
    series: [
      {
        ...players({ step: 60 }),
        values: players({ step: 60 }).values.map((value, n) => 0.926 + n * 2e-6 + value / 4e5),
      },
    ],
  }),
  usual: chart({ ...day, series: [players({ name: 'Players', days: 1 })], expected: usual(), markers: [] }),
  rule: chart({
    ...day,
    series: [players({ name: 'Players', days: 1 })],
    expected: usual(),
    limit: { name: 'Threshold', minutes: usual().minutes, values: usual().values.map((value) => value * 0.7) },
    markers: [{ at: FROM + 400, label: 'Alert' }],
    theme: 'dark',
  }),
  means: chart({
    ...day,
    texts: { ...WORDS, means: 'average of 30 minutes', extremes: 'Lowest to highest' },
    series: [{ ...players({ name: 'Players', days: 1, scale: 9 }), means: meansOf(players({ days: 1, scale: 9 })) }],
    expected: usual(9),
  }),
  'one-point': chart({ ...day, series: [one(17)] }),
  'all-gaps': chart({
    series: [{ ...one(0), minutes: new Int32Array(0), values: new Float64Array(0) }],
    theme: 'dark',
  }),
  zero: chart({ ...day, series: [players({ days: 1, scale: 0 })] }),
  huge: chart({ series: [players({ scale: 3e15 })], title: '🎮🎮🎮', locale: 'fr' }),
  'long-name': chart({ title: LONG_NAME, locale: 'ru', timeZone: 'Asia/Kathmandu' }),
  'right-to-left': chart({ title: 'משחק מגדלים 2 (חדש!)', ...day, series: [players({ days: 1 })] }),
}
