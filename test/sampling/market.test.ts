// The market is counted after each tick, within the platform's rate limits, and without the charts if they cannot be
// read.
import { afterEach, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { startApp, type TestApp, type TestAppOptions } from '../support/start-app.js'
import { track } from './series.js'

const never = new AbortController().signal
const HOUR = 60
const DAY = 24 * HOUR
let app: TestApp
afterEach(() => app.stop())

async function open(options: TestAppOptions = {}): Promise<TestApp> {
  app = await startApp({ ...options, simulator: { games: 120, ...options.simulator } })
  return app
}

/** Runs one tick at the next minute, and then counts the market. */
async function count(minutes = 1) {
  await app.tick()
  const report = await app.services.countMarket({ stop: never })
  app.clock.advance(minutes)
  return report
}

const now = (): number => minuteOf(app.clock.now())
const links = () => app.store.market.links('charts', 0, now() + 1)
const requestsOf = (path: string) => app.simulator.requests.filter((request) => request.path === path)
const detailCalls = () => requestsOf('/v1/games').map(({ query }) => requestedIds(query))
const requestedIds = (query: string): number[] =>
  (new URLSearchParams(query).get('universeIds') ?? '').split(',').filter(Boolean).map(Number)
const chartCalls = () => requestsOf('/explore-api/v1/get-sort-content').length
const failCharts = () => {
  app.simulator.settings.intercept = ({ path }) => (path.startsWith('/explore-api') ? { status: 404 } : undefined)
}

it('counts the hundred games of the charts with two calls, after the tick [INSIGHTS-21]', async () => {
  await open()
  await track(app, { games: [119] })
  await count()
  app.simulator.requests.length = 0
  await app.tick()
  expect([detailCalls().length, chartCalls()]).toEqual([1, 0])
  const report = await app.services.countMarket({ stop: never })
  expect(report).toMatchObject({ minute: now(), sources: ['tracked', 'charts'] })
  expect(detailCalls().map((ids) => ids.length)).toEqual([1, 50, 50])
  const [first, second] = await links()
  const { counts = new Map() } = (await app.store.market.last('charts')) ?? {}
  expect(counts.size).toBe(100)
  for (const [id, players] of counts) expect(players).toBe(app.simulator.world.ccuAt(id, now()))
  const players = [...counts.values()].reduce((sum, one) => sum + one, 0)
  expect(first).toMatchObject({ since: null, members: 100 })
  expect(second).toMatchObject({ minute: now(), since: now() - 1, members: 100, players, playersNow: players })
  expect(second?.playersBefore).toBe(first?.players)
})

it('asks again for no member that the tick sampled, and counts a tick once [INSIGHTS-21]', async () => {
  await open()
  const tracked = await track(app, { games: [0, 1, 2, 3] })
  await count()
  app.simulator.requests.length = 0
  await count()
  await app.services.countMarket({ stop: never })
  const calls = detailCalls()
  expect(calls.map((ids) => ids.length)).toEqual([4, 50, 46])
  expect(
    calls
      .slice(1)
      .flat()
      .filter((id) => tracked.includes(id)),
  ).toEqual([])
  expect((await links()).at(-1)?.members).toBe(100)
})

it('reads the charts once an hour, and keeps their games over a restart [INSIGHTS-21]', async () => {
  await open()
  for (let minutes = 0; minutes <= HOUR; minutes += 20) await count(20)
  expect(chartCalls()).toBe(2)
  await app.restart()
  failCharts()
  expect((await count()).sources).toEqual(['charts'])
  expect(chartCalls()).toBe(2)
})

it('goes on with the last games of the charts for a day, and then with none [INSIGHTS-21]', async () => {
  await open()
  await count()
  failCharts()
  const reports = []
  for (let hours = 0; hours <= 26; hours += 2) reports.push(await count(2 * HOUR))
  expect(reports.map(({ sources }) => sources.length)).toEqual([...Array(12).fill(1), 0, 0])
  expect(reports.at(-1)?.error).toBeInstanceOf(Error)
  app.simulator.settings.intercept = undefined
  expect((await count()).sources).toEqual(['charts'])
})

it('counts nothing where the calls would be missing for the ticks [INSIGHTS-21]', async () => {
  await open()
  await track(app, { games: [110, 111, 112, 113] })
  // At 0.01 of its limits, the platform allows three calls of details a minute.
  app.simulator.settings.rateLimits = 0.01
  await count()
  app.simulator.requests.length = 0
  const { sources, error } = await count()
  expect(sources).toEqual(['tracked'])
  expect(error).toMatchObject({ options: { reason: { name: 'platform failed' } } })
  expect(detailCalls()).toHaveLength(1)
})

it('counts nothing for a minute at which most games came as placeholders, and goes on after it [INSIGHTS-20]', async () => {
  await open()
  await count()
  for (const { universeId } of app.simulator.world.games.slice(0, 60)) app.simulator.hidden.add(universeId)
  expect((await count()).sources).toEqual([])
  app.simulator.hidden.clear()
  await count()
  const [first, second, ...others] = await links()
  expect(others).toEqual([])
  expect(second).toMatchObject({ since: first?.minute, members: 100, playersBefore: first?.players })
})

it('leaves out the members that came as placeholders, and those that are new [INSIGHTS-20]', async () => {
  await open()
  await count()
  const [first, second] = app.simulator.world.games.map(({ universeId }) => universeId)
  app.simulator.hidden.add(first ?? 0)
  await count()
  expect((await links()).at(-1)?.members).toBe(99)
  app.simulator.hidden.clear()
  app.simulator.set(second ?? 0, { ccu: 5 })
  await count()
  const link = (await links()).at(-1)
  // The first game is counted again, but its change while it was hidden is left out.
  expect(link).toMatchObject({ members: 99 })
  expect((link?.players ?? 0) - (link?.playersNow ?? 0)).toBe(app.simulator.world.ccuAt(first ?? 0, now() - 1))
})

it('counts the tracked games alone, or nothing, as MARKET says [INSIGHTS-25]', async () => {
  await open({ environment: { MARKET: 'tracked' } })
  await track(app, { games: [0, 1, 2] })
  app.simulator.requests.length = 0
  expect((await count()).sources).toEqual(['tracked'])
  expect([chartCalls(), detailCalls().length]).toEqual([0, 1])
  expect(await app.services.market.now()).toMatchObject({ kind: 'unknown', reason: 'not yet' })
  await app.stop()
  await open({ environment: { MARKET: 'off' } })
  await track(app, { games: [0, 1, 2] })
  expect(await count()).toEqual({ minute: undefined, sources: [] })
  expect(await app.services.market.now()).toEqual({ kind: 'unknown', reason: 'off' })
})

it('counts a tracked game until its next sample is due [INSIGHTS-24]', async () => {
  await open({ environment: { MARKET: 'tracked' } })
  await track(app, { games: [0, 1, 2], plan: 'free' })
  const slot = Math.ceil(now() / 10) * 10
  app.clock.advance(slot - now())
  for (let minute = 0; minute < 12; minute++) await count()
  const counted = await app.store.market.links('tracked', slot, slot + 12)
  expect(counted.map(({ members }) => members)).toEqual(Array(12).fill(3))
  expect(counted[5]?.playersNow).toBe(counted[0]?.players)
  expect(counted[10]?.playersBefore).toBe(counted[0]?.players)
})

it('forgets counts after 60 days [INSIGHTS-26]', async () => {
  await open()
  await count()
  app.clock.advance(59 * DAY)
  await count()
  expect(await links()).toHaveLength(2)
  app.clock.advance(2 * DAY)
  await count()
  expect((await links()).map(({ minute }) => minute)).toEqual([now() - 2 - 2 * DAY, now() - 1])
})
