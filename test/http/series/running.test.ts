// The last point of a series is marked while its time is not over, and compared with the same part of other points.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isoOfMinute, minuteOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

const NOW = minuteOf(NOON)
const [HOUR, DAY, WEEK] = [60, 1_440, 10_080]
const END = isoOfMinute(NOW + 1)

type RunningValues = readonly (number | null)[]
interface ComparedColumns {
  readonly time: readonly string[]
  readonly coverage: RunningValues
  readonly ccu: { readonly value: RunningValues; readonly min: RunningValues; readonly max: RunningValues }
  readonly visits: { readonly value: RunningValues; readonly change: RunningValues }
}
interface RunningDocument {
  readonly running?: { readonly time: string; readonly until: string }
  readonly columns: ComparedColumns & {
    readonly compare: ComparedColumns
    readonly usual: { readonly expected: RunningValues; readonly low: RunningValues; readonly high: RunningValues }
  }
}

let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(() => http.stop())

const series = async (query: string): Promise<RunningDocument> => {
  const answer = await http.ask(`/games/${game.id}/series?metrics=ccu,visits&${query}`)
  expect(answer.status, answer.text).toBe(200)
  return (answer.json() as { series: RunningDocument }).series
}
const last = <Value>(values: readonly Value[]) => values.at(-1)

/** Visits grow by the same number each hour; after noon there are many players. */
async function writeDays(days: readonly number[]): Promise<void> {
  for (const start of days) {
    const minutes = Array.from({ length: DAY / 30 }, (_, half) => start + half * 30).filter((minute) => minute <= NOW)
    await http.write(game.universeId, minutes, (minute) => ({
      ccu: minute - start > 12 * HOUR ? 900 : 100,
      visits: Math.floor(minute / 30),
    }))
  }
}

it.each([
  ['previous', DAY, 'UTC'],
  ['previous', DAY, 'Africa/Abidjan'],
  ['year', 52 * WEEK, 'UTC'],
])(
  'compares a running day with as much of the day beside it: %s, %i minutes before, in %s [API-52]',
  async (compare, back, tz) => {
    const start = NOW - 12 * HOUR
    await writeDays([start - back - DAY, start - back, start - DAY, start])
    const { running, columns } = await series(`interval=1d&last=1d&compare=${compare}&tz=${tz}`)
    expect(running).toEqual({ time: isoOfMinute(start), until: END })
    const { time, ccu, coverage, visits } = columns.compare
    expect(time).toEqual([isoOfMinute(start - back)])
    expect([last(ccu.value), last(ccu.max)]).toEqual([100, 100])
    expect(coverage).toEqual(columns.coverage)
    expect(visits.change).toEqual(columns.visits.change)
    const whole = await series(
      `interval=1d&from=${isoOfMinute(start - back).slice(0, 10)}&to=${isoOfMinute(start - back).slice(0, 10)}&tz=${tz}`,
    )
    expect(whole.running).toBeUndefined()
    expect(last(whole.columns.ccu.max)).toBe(900)
  },
)

it('compares earlier points whole, and a running hour and week in part [API-52]', async () => {
  await http.write(game.universeId, [NOW - WEEK], { ccu: 10, visits: 5 })
  await http.write(game.universeId, [NOW - WEEK + HOUR], { ccu: 99 })
  const minutes = Array.from({ length: 3 * HOUR }, (_, at) => NOW - 26 * HOUR + at)
  await http.write(game.universeId, minutes, { ccu: 20, visits: 7 })
  await http.write(game.universeId, [NOW - HOUR], { ccu: 30 })
  http.clock.advance(9)
  const hours = await series('last=2h&compare=previous')
  expect(hours.running).toEqual({ time: isoOfMinute(NOW), until: isoOfMinute(NOW + 10) })
  expect(hours.columns.compare.time).toEqual([isoOfMinute(NOW - 3 * HOUR), isoOfMinute(NOW - 2 * HOUR)])
  const days = await series('last=24h&compare=previous')
  expect(days.columns.compare.coverage.slice(-3)).toEqual([1, 1, 1])
  const weeks = await series('interval=1w&last=7d&compare=previous')
  expect([weeks.columns.compare.ccu.max, weeks.columns.ccu.max]).toEqual([[10], [30]])
  expect(weeks.running?.until).toBe(isoOfMinute(NOW + 10))
})

it('marks no point of a minute, and none of a range that is over [API-52]', async () => {
  expect((await series('interval=1m&last=5m')).running).toBeUndefined()
  expect((await series('interval=1h&from=2026-06-16&to=2026-06-16')).running).toBeUndefined()
  expect((await series('interval=5m&last=10m')).running).toEqual({ time: isoOfMinute(NOW), until: END })
})

it('states the usual of the part of a running point that is over [API-52]', async () => {
  const past = Array.from({ length: 24 * 21 }, (_, hour) => NOW - 12 * HOUR - 21 * DAY + hour * HOUR)
  for (const start of past) {
    const ccu = Math.floor(start / HOUR) % 24 < 12 ? 100 : 900
    await http.write(game.universeId, [start, start + 20, start + 40], { ccu })
  }
  const { expected } = (await series('interval=1d&last=1d&compare=usual')).columns.usual
  expect(last(expected)).toBeGreaterThan(90)
  expect(last(expected)).toBeLessThan(200)
  const yesterday = (await series('interval=1d&from=2026-06-16&to=2026-06-16&compare=usual')).columns.usual
  expect(last(yesterday.expected)).toBeGreaterThan(450)
})

it('states the usual of now to the digit as all games now do [API-49, API-52]', async () => {
  const past = Array.from({ length: 24 * 40 * 2 }, (_, half) => NOW - 30 * half).reverse()
  await http.write(game.universeId, past, (minute) => ({
    ccu: 300 + Math.round(100 * Math.sin(minute / 229)) + ((((minute - (past[0] ?? 0)) / 30) * 7919) % 61),
  }))
  for (const minutes of [0, 7, 20, 35, 59, 3]) {
    http.clock.advance(minutes)
    const now = minuteOf(http.clock.now())
    await http.write(game.universeId, [now], { ccu: 333 })
    const found = (await http.ask('/games/stats')).json() as { games: { usual: object }[] }
    const { usual } = (await series('interval=1m&last=30m&compare=usual')).columns
    expect(found.games[0]?.usual).toMatchObject({
      expected: last(usual.expected),
      low: last(usual.low),
      high: last(usual.high),
    })
  }
})
