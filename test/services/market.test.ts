// What the service says of the market, from counts of ten days and the real count of this minute.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { marketLink } from '../../src/domain/insights/market/market-link.js'
import type { MarketSource } from '../../src/domain/ports/market.js'
import { track } from '../sampling/series.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { fillMarket } from '../support/store/fill-market.js'

const never = new AbortController().signal
const NOW = minuteOf(NOON)
let app: TestApp

beforeEach(async () => {
  app = await startApp({ simulator: { games: 12 } })
})
afterEach(() => app.stop())

const idsOf = (count = 12): number[] => app.simulator.world.games.slice(0, count).map(({ universeId }) => universeId)

const fill = (source: MarketSource, ids: readonly number[], until = NOW) => fillMarket(app, { source, ids, until })

async function count(): Promise<void> {
  await app.tick()
  await app.services.countMarket({ stop: never })
}

it('states by how much Roblox as a whole differs from its usual [INSIGHTS-23]', async () => {
  await fill('charts', idsOf())
  app.simulator.settings.playersFactor = 0.78
  await count()
  const market = await app.services.market.now()
  const players = idsOf().reduce((sum, id) => sum + Math.round(app.simulator.world.ccuAt(id, NOW) * 0.78), 0)
  expect(market).toMatchObject({ kind: 'known', source: 'charts', members: 12, players, minute: NOW })
  if (market.kind === 'known') expect(market.change).toBeCloseTo(-0.22, 3)
})

it('leaves out the game that is evaluated, and a game that is no member changes nothing [INSIGHTS-22]', async () => {
  await fill('charts', idsOf())
  const [fallen = 0] = idsOf()
  app.simulator.set(fallen, { ccu: 1 })
  await count()
  const all = await app.services.market.now()
  const others = await app.services.market.now({ leavingOut: fallen })
  expect(all.kind === 'known' && all.change).toBeLessThan(-0.3)
  expect(others).toMatchObject({ kind: 'known', members: 11 })
  if (others.kind === 'known') expect(others.change).toBeCloseTo(0, 6)
  expect(await app.services.market.now({ leavingOut: 1 })).toEqual(all)
})

it('compares the hours after an update with the usual from before it, and reads nothing after its limit [INSIGHTS-23]', async () => {
  await fill('charts', idsOf(), NOW - 300)
  app.simulator.settings.playersFactor = 1.5
  for (let minute = NOW - 300; minute < NOW; minute += 30) {
    app.clock.set(minute * 60_000)
    const counts = new Map(idsOf().map((id) => [id, 2 * app.simulator.world.ccuAt(id, NOW)]))
    const now = { minute, counts }
    await app.store.market.record('charts', marketLink(await app.store.market.last('charts'), now), counts)
  }
  app.clock.set(NOON)
  const span = { from: NOW - 300, until: NOW }
  const over = await app.services.market.over(span, { frozenAt: NOW - 300 })
  expect(over.kind === 'known' && over.change).toBeCloseTo(1, 6)
  const before = { from: NOW - 600, until: NOW - 300 }
  const limited = await app.services.market.over(before, { until: NOW - 300 })
  expect(limited.kind === 'known' && limited.change).toBeCloseTo(0, 6)
  expect(await app.services.market.over(span, { until: NOW - 300 })).toEqual({ kind: 'unknown', reason: 'not counted' })
})

it('uses the tracked games where the charts cannot be read, and says if they are too few [INSIGHTS-24]', async () => {
  const ids = await track(app, { games: [0, 1, 2, 3] })
  app.simulator.settings.intercept = ({ path }) => (path.startsWith('/explore-api') ? { status: 404 } : undefined)
  await fill('tracked', ids)
  app.simulator.settings.playersFactor = 0.5
  await count()
  const market = await app.services.market.now({ leavingOut: ids[0] })
  expect(market).toMatchObject({ kind: 'known', source: 'tracked', members: 3 })
  if (market.kind === 'known') expect(market.change).toBeCloseTo(-0.5, 3)
  app.simulator.set(ids[1] ?? 0, { ccu: 0 })
  app.simulator.hidden.add(ids[2] ?? 0)
  app.clock.advance(1)
  await count()
  expect(await app.services.market.now({ leavingOut: ids[0] })).toEqual({ kind: 'unknown', reason: 'few games' })
})

it('says that nothing was counted, and from when it can compare [INSIGHTS-24]', async () => {
  expect(await app.services.market.now()).toEqual({ kind: 'unknown', reason: 'not counted' })
  await count()
  const { minute } = (await app.store.market.last('charts')) ?? { minute: 0 }
  const from = (Math.floor(minute / 60) + 48) * 60
  expect(await app.services.market.now()).toMatchObject({ kind: 'unknown', reason: 'not yet', from })
})

it('forgets what it had built when a clock that was ahead is set back [INSIGHTS-23]', async () => {
  await fill('charts', idsOf())
  app.clock.advance(600)
  await count()
  expect((await app.services.market.now()).kind).toBe('known')
  app.clock.set(NOON)
  await count()
  const market = await app.services.market.now()
  expect(market).toMatchObject({ kind: 'known', minute: NOW })
})

it('draws the same usual that it states in numbers, with its band, up to the newest count [INSIGHTS-27]', async () => {
  await fill('charts', idsOf())
  app.clock.advance(17)
  await count()
  const market = await app.services.market.now()
  const minute = NOW + 17
  const lines = await app.services.market.lines({ from: minute - 1_440, until: minute + 1 })
  expect(lines?.usual.minutes.at(-1)).toBe(minute)
  if (market.kind !== 'known') throw new Error('The market is not known.')
  const last = [lines?.usual.values, lines?.usual.low, lines?.usual.high].map((values) => values?.at(-1))
  expect(last).toEqual([market.expected, market.low, market.high])
})

/** How often the services read the market from the store meanwhile. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const { market } = app.store
  const spies = [vi.spyOn(market, 'links'), vi.spyOn(market, 'countsOf'), vi.spyOn(market, 'membersOf')]
  await work()
  const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  return calls
}

it('reads for all games no more often than for one, at first and in each minute [INSIGHTS-22]', async () => {
  await fill('charts', idsOf())
  await fill('tracked', idsOf())
  await count()
  const readsFor = async (ids: readonly number[]) => {
    await app.restart()
    const first = await readsOf(() => app.services.market.changesNow(ids))
    app.clock.advance(1)
    await count()
    return [first, await readsOf(() => app.services.market.changesNow(ids))]
  }
  expect(await readsFor(idsOf())).toEqual(await readsFor(idsOf(1)))
})

it('states the same of many games as of each [INSIGHTS-22]', async () => {
  await fill('charts', idsOf(11))
  const [fallen = 0] = idsOf()
  app.simulator.set(fallen, { ccu: 1 })
  await count()
  const changes = await app.services.market.changesNow([...idsOf(), 1])
  for (const id of [...idsOf(), 1]) {
    const market = await app.services.market.now({ leavingOut: id })
    expect(changes.get(id)).toBe(market.kind === 'known' && market.change)
  }
})

it('begins where it was after a read that failed [INSIGHTS-22]', async () => {
  await fillMarket(app, { ids: idsOf(), until: NOW, days: 3, step: 1 })
  await count()
  const ids = idsOf()
  const expected = await app.services.market.changesNow(ids)
  await app.restart()
  const real = app.store.market.links.bind(app.store.market)
  const starts: number[] = []
  const links = vi.spyOn(app.store.market, 'links').mockImplementation(async (source, from, until, atMost) => {
    starts.push(from)
    if (starts.length === 2) throw new Error('The connection was cut.')
    return real(source, from, until, Math.min(atMost ?? 1_440, 1_440))
  })
  await expect(app.services.market.changesNow(ids)).rejects.toThrow('cut')
  expect(await app.services.market.changesNow(ids)).toEqual(expected)
  links.mockRestore()
  // One minute again, by which it sees that nothing was deleted.
  expect(starts[2]).toBe((starts[1] ?? 0) - 1)
})
