// Imported history keeps its cadence through the import and all reading services.
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, minuteOf } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { byMeasure, MEASURE_NAMES } from '../../src/domain/measures.js'
import { cadencesOf } from '../../src/domain/rules/cadence.js'
import type { Sample } from '../../src/domain/sample.js'
import { blockOf } from '../store/contract/support.js'
import { rowsOfSamples } from '../support/import-rows.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { rounds } from '../support/test-run.js'

const TODAY = Math.floor(minuteOf(NOON) / DAY_MINUTES)
const FIRST = (TODAY - 7) * DAY_MINUTES
let http: TestHttp
let game: Game

beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(() => http.stop())

const playersOnly = (minute: number, ccu = 1_000): Sample => ({
  universeId: game.universeId,
  minute,
  ...byMeasure(MEASURE_NAMES, () => null),
  ccu,
})

const importSamples = (samples: readonly Sample[]) => http.services.importSamples(rowsOfSamples(samples))

const week = () => http.services.summarizeGames.one(http.account, game, { start: TODAY - 7, end: TODAY - 1 })

const hourly = (offset = 0, every = HOUR_MINUTES) =>
  Array.from({ length: (7 * DAY_MINUTES) / every }, (_, row) => playersOnly(FIRST + offset + row * every))

it('counts 168 hourly rows of 1,000 players as 168,000 player hours at full coverage [DATA-20]', async () => {
  expect(await importSamples(hourly())).toMatchObject({ imported: 168 })
  const { summary, history } = await week()
  expect(summary).toMatchObject({ samples: 168, coverage: 1, playerHours: 168_000, ccu: { average: 1_000 } })
  expect(history?.map((day) => [day.coverage, day.playerHours])).toEqual(Array(7).fill([1, 24_000]))
  const line = await http.services.chartSeries.readWindow({ account: http.account, game }, 'ccu', {
    from: FIRST,
    until: FIRST + 7 * DAY_MINUTES,
  })
  expect(line.coverage).toBe(1)
  expect(line.gaps).toEqual([])
})

it('finds the same when a file is imported again, and after maintenance', async () => {
  await importSamples(hourly(31))
  const before = await week()
  expect(before.summary.playerHours).toBeCloseTo(168_000 - 31_000 / 60, 6)
  expect(await importSamples(hourly(31))).toMatchObject({ imported: 0, unchanged: 168 })
  await http.store.series.maintain()
  expect(await week()).toEqual(before)
})

it('takes a hole in the file for a gap, and not for a long sample [DATA-20]', async () => {
  const rows = hourly().filter((_, row) => row < 50 || row >= 60)
  await importSamples(rows)
  expect((await week()).summary).toMatchObject({ coverage: 158 / 168, playerHours: 158_000 })
})

it('covers one spacing after the last row of a file, and nothing before the first [DATA-20]', async () => {
  await importSamples(hourly(90).slice(0, 24))
  const { history } = await week()
  expect(history?.slice(0, 3).map(({ coverage, playerHours }) => [coverage, playerHours])).toEqual([
    [(24 * 60 - 90) / DAY_MINUTES, 22_500],
    [90 / DAY_MINUTES, 1_500],
  ])
})

it('covers the time between the last row of one file and the first of the next [DATA-20]', async () => {
  await importSamples(hourly().slice(80))
  await importSamples(hourly().slice(0, 80))
  expect((await week()).summary).toMatchObject({ coverage: 1, playerHours: 168_000 })
})

it('lets a file that ends now cover nothing that is to come [DATA-20]', async () => {
  const now = minuteOf(NOON)
  await importSamples(Array.from({ length: 12 }, (_, row) => playersOnly(now - 10 - (11 - row) * HOUR_MINUTES)))
  const { summary } = await http.services.summarizeGames.one(http.account, game, { start: TODAY, end: TODAY })
  expect(summary.playerHours).toBeLessThanOrEqual((1_000 * (11 * HOUR_MINUTES + 11)) / HOUR_MINUTES)
  expect(summary.playerHours).toBeGreaterThanOrEqual((1_000 * (11 * HOUR_MINUTES + 10)) / HOUR_MINUTES)
})

it('keeps each cadence of a file that has two', async () => {
  const half = FIRST + 3 * DAY_MINUTES
  const fine = Array.from({ length: (4 * DAY_MINUTES) / 5 }, (_, row) => playersOnly(half + row * 5))
  await importSamples([...hourly().filter(({ minute }) => minute < half), ...fine])
  expect((await week()).summary).toMatchObject({ coverage: 1, playerHours: 168_000 })
})

it('ends the gaps where the imported samples cover them [DATA-5, DATA-21]', async () => {
  const gap = { universeId: game.universeId, from: FIRST, until: FIRST + DAY_MINUTES, reason: 'not running' as const }
  const cursor = { minute: minuteOf(NOON), clockWasWrong: false }
  const tick = { minute: minuteOf(NOON), samples: [], gaps: [gap], facts: [], schedules: [], cursor }
  await http.store.series.recordTick(tick)
  await importSamples(hourly().filter((_, row) => row < 12 || row > 14))
  const gaps = await http.store.series.gaps(game.universeId, FIRST, FIRST + DAY_MINUTES)
  expect(gaps.map(({ from, until }) => [from - FIRST, until - FIRST])).toEqual([[12 * 60, 15 * 60]])
})

it('leaves the samples of ticks between imported ones as short as they were', async () => {
  const ticked = Array.from({ length: 20 }, (_, row) => FIRST + 10 * HOUR_MINUTES + row)
  await http.write(game.universeId, ticked, { ccu: 1_000 })
  await importSamples(hourly())
  expect((await week()).summary.coverage).toBe(1 - 40 / (7 * DAY_MINUTES))
})

it('keeps missing totals unknown, and shows the last known ones without a milestone [DATA-22]', async () => {
  const known = { ...playersOnly(FIRST - 5), visits: 4_999_000, favorites: 70 }
  await importSamples([known, ...hourly()])
  const { summary } = await week()
  expect(summary.counters.visits).toEqual({ start: 4_999_000, end: 4_999_000, change: 0 })
  expect(summary.counters.likes).toEqual({ start: null, end: null, change: null })
  const stats = await http.services.currentStats(game)
  expect(stats.latest).toMatchObject({ ccu: 1_000, visits: 4_999_000, favorites: 70, likes: null })
  const exported = await http.ask(`/games/${game.id}/export?start_date=2026-06-10&end_date=2026-06-10&format=csv`)
  expect(exported.text.split('\r\n')[1]).toMatch(/,1000,,,,,$/)
  await http.write(game.universeId, [minuteOf(NOON)], { visits: 5_100_000 })
  const described = await http.services.shownGame.describe(
    { account: http.account, game, isOwn: true },
    { from: FIRST, until: minuteOf(NOON) + 1 },
  )
  expect(described.reached.filter(({ at }) => at < minuteOf(NOON))).toEqual([])
})

it('covers any file at a steady cadence in full, but for its holes', async () => {
  const cadence = fc.constantFrom(2, 5, 10, 15, 30, 60, 120, 240)
  const holes = fc.uniqueArray(fc.integer({ min: 30, max: 300 }), { maxLength: 5 })
  let universeId = 900_000
  await fc.assert(
    fc.asyncProperty(cadence, fc.nat(59), holes, async (every, offset, missing) => {
      universeId++
      const first = FIRST - 60 * DAY_MINUTES + offset
      const minutes = Array.from({ length: 330 }, (_, row) => first + row * every)
      const kept = minutes.filter((_, row) => !missing.includes(row))
      const rows = kept.map((minute) => ({ ...playersOnly(minute), universeId }))
      await http.store.series.importBlock(blockOf(universeId, rows), cadencesOf(Int32Array.from(kept)))
      const sampledDays = new Set(kept.map((minute) => Math.floor(minute / DAY_MINUTES)))
      const range = { start: Math.min(...sampledDays), end: Math.max(...sampledDays) }
      const days = await http.store.series.rollups(universeId, range, { interval: 1, until: minuteOf(NOON) })
      const covered = kept
        .flatMap((minute) => Array.from({ length: every }, (_, at) => minute + at))
        .filter((minute) => sampledDays.has(Math.floor(minute / DAY_MINUTES)))
      expect(days.reduce((sum, day) => sum + day.coveredMinutes, 0)).toBe(covered.length)
    }),
    { numRuns: rounds({ short: 20, long: 60 }) },
  )
})
