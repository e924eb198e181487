// The players of a game against what is usual, read from a real store.
import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../src/domain/clock.js'
import type { PlayersNow } from '../../src/domain/insights/players-now.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { fillMarket } from '../support/store/fill-market.js'

const NOW = minuteOf(NOON)
const TEN = 10
/** More than may wait before the numbers of the hour before serve. */
const MANY_GAMES = 24

let app: TestHttp
afterEach(() => app.stop())

/** Every ten minutes from that long ago up to now: 1,000 players, half of them at night. */
const playersAt = (minute: Minute): number => (minute % DAY_MINUTES < 8 * HOUR_MINUTES ? 500 : 1_000)

async function writePast(universeId: number, minutes: number, players = playersAt): Promise<void> {
  const byValue = new Map<number, number[]>()
  for (let minute = NOW - minutes; minute <= NOW; minute += TEN) {
    const value = players(minute)
    byValue.set(value, [...(byValue.get(value) ?? []), minute])
  }
  for (const [ccu, at] of byValue) await app.write(universeId, at, { ccu })
}

async function compare(universeId: number, services = app.services): Promise<PlayersNow> {
  const game = await services.findGame.byNumber(app.account, universeId)
  const { latest } = await services.currentStats(game)
  return services.compareNow({ account: app.account, game }, latest)
}

/** The services after a start that finds nothing of what was computed before it. */
async function computeAgain(): Promise<TestHttp['services']> {
  const { services, store } = await app.restart()
  await store.hourlyNumbers.removeBefore(2 ** 31 - 1)
  return services
}

async function compareTicked(universeId: number): Promise<PlayersNow> {
  await app.tick()
  await app.services.countMarket({ stop: new AbortController().signal })
  return compare(universeId)
}

describe('the players now', () => {
  test('are compared minute after minute without reading the weeks again', async () => {
    app = await startHttpApp()
    const { universeId } = await app.track(0)
    await writePast(universeId, 2 * WEEK_MINUTES)
    await app.store.series.maintain()
    await compare(universeId)
    let weekReads = 0
    app.services.activity.subscribe((event) => {
      if (event.type === 'cache read' && event.cache === 'weeks') weekReads++
    })
    app.clock.advance(1)
    expect(await compare(universeId)).toMatchObject({ day: { players: 1_000 }, week: { players: 1_000 } })
    expect(weekReads).toBe(0)
  })

  test('are compared with the usual, with a day and with a week before [INSIGHTS-6]', async () => {
    app = await startHttpApp()
    const { universeId } = await app.track(0)
    await writePast(universeId, 2 * WEEK_MINUTES, (minute) => (minute === NOW ? 1_250 : playersAt(minute)))
    const now = await compare(universeId)
    expect(now.usual).toMatchObject({ kind: 'known', weeks: 1 })
    expect(now.share).toBeCloseTo(0.25, 1)
    expect(now).toMatchObject({
      players: 1_250,
      position: 'above',
      day: { players: 1_000, difference: 250, share: 0.25 },
      week: { players: 1_000, difference: 250, share: 0.25 },
    })
    expect(now.accuracy?.hours).toBe(168)
    expect(now.accuracy?.inside).toBeGreaterThan(140)
  })

  test('stand beside each counter: its change, and what it gained against what is usual for the same hours [INSIGHTS-6]', async () => {
    app = await startHttpApp()
    const { universeId } = await app.track(0)
    const start = NOW - 2 * WEEK_MINUTES
    // A hundred visits an hour, and twice as many in the last day.
    const visitsAt = (minute: Minute): number =>
      Math.round(((minute - start) * 100) / 60 + (Math.max(0, minute - (NOW - DAY_MINUTES)) * 100) / 60)
    const hours = Array.from({ length: (NOW - start) / HOUR_MINUTES + 1 }, (_, hour) => start + hour * HOUR_MINUTES)
    await app.write(universeId, hours, (minute) => ({ ccu: 500, visits: visitsAt(minute) }))
    const { visits, likes } = (await compare(universeId)).counters
    expect(visits).toMatchObject({ day: 4_800, week: 19_200 })
    expect(visits.lastHours).toMatchObject({ gained: 4_800, hours: 24 })
    expect((visits.lastHours?.usual ?? 0) / 2_400).toBeLessThan(1.8)
    expect(likes.lastHours?.gained ?? 0).toBe(0)
  })

  test('have no usual before two days, and one from the time that was said [INSIGHTS-4, INSIGHTS-6]', async () => {
    app = await startHttpApp()
    const { universeId } = await app.track(0)
    await writePast(universeId, DAY_MINUTES)
    const now = await compare(universeId)
    expect(now).toMatchObject({ usual: { kind: 'not yet', from: NOW + DAY_MINUTES }, share: null, position: null })
    expect(now).toMatchObject({ day: { difference: 0 }, week: null, accuracy: null })
    const nextDay = Array.from({ length: DAY_MINUTES / TEN }, (_, index) => NOW + (index + 1) * TEN)
    await app.write(universeId, nextDay, (minute) => ({ ccu: playersAt(minute) }))
    app.clock.advance(DAY_MINUTES)
    expect((await compare(universeId)).usual).toMatchObject({ kind: 'known', weeks: 0 })
  })

  test('stand beside how Roblox as a whole does without this game [INSIGHTS-6, INSIGHTS-22]', async () => {
    app = await startHttpApp({ simulator: { games: 12 } })
    const ids = app.simulator.world.games.map(({ universeId }) => universeId)
    const { universeId } = await app.track(0)
    await fillMarket(app, { ids, until: NOW })
    expect((await compareTicked(universeId)).market).toMatchObject({ kind: 'known', members: 11 })
    app.simulator.settings.playersFactor = 0.5
    app.clock.advance(1)
    const { market } = await compareTicked(universeId)
    expect(market.kind === 'known' && market.change).toBeCloseTo(-0.5, 1)
  })

  test('follow an import of the past at once [INSIGHTS-6]', async () => {
    app = await startHttpApp()
    const { universeId } = await app.track(0)
    await app.write(universeId, [NOW], { ccu: 1_000 })
    expect((await compare(universeId)).usual.kind).toBe('not yet')
    await writePast(universeId, 2 * WEEK_MINUTES)
    expect((await compare(universeId)).usual.kind).toBe('known')
  })

  test('have a usual without what a manager marked as expected, from then on [INSIGHTS-44]', async () => {
    app = await startHttpApp()
    const game = await app.track(0)
    const event = { from: NOW - 3 * DAY_MINUTES, until: NOW - HOUR_MINUTES }
    const eventful = (minute: Minute) => (minute >= event.from && minute < event.until ? 3 : 1) * playersAt(minute)
    await writePast(game.universeId, 3 * WEEK_MINUTES, eventful)
    const before = await compare(game.universeId)
    expect(before.usual.kind === 'known' && before.usual.expected).toBeGreaterThan(2_500)
    expect(before.accuracy?.hours).toBe(168)
    const { id } = await app.services.expected.mark(game, event)
    const marked = await compare(game.universeId)
    expect(marked.usual.kind === 'known' && marked.usual.expected).toBeCloseTo(1_000, -1)
    expect(marked.accuracy?.hours).toBe(168 - 71)
    await app.services.expected.remove(game, id)
    expect(await compare(game.universeId)).toEqual(before)
  })

  test('state the last day as of the hour before while many games wait, and then as of this hour [INSIGHTS-8]', async () => {
    app = await startHttpApp({ simulator: { games: MANY_GAMES } })
    const ids: number[] = []
    for (let game = 0; game < MANY_GAMES; game++) {
      const { universeId } = await app.track(game)
      const hours = Array.from({ length: 14 * 24 + 1 }, (_, index) => NOW - (14 * 24 - index) * HOUR_MINUTES)
      await app.write(universeId, hours, (minute) => ({ ccu: 500, visits: (minute - NOW + 2 * WEEK_MINUTES) ** 2 }))
      ids.push(universeId)
    }
    const compareAll = (services = app.services) => Promise.all(ids.map((id) => compare(id, services)))
    const before = await compareAll()
    app.clock.advance(HOUR_MINUTES)
    await app.tick()
    const during = await compareAll()
    const gainOf = (now: PlayersNow | undefined) => now?.counters.visits.lastHours?.gained
    const countEarlier = (found: readonly PlayersNow[]) =>
      found.filter((now, index) => gainOf(now) === gainOf(before[index])).length
    expect(countEarlier(during)).toBeGreaterThan(0)
    await expect.poll(async () => countEarlier(await compareAll())).toBe(0)
    const after = await compareAll()
    const fresh = await compareAll(await computeAgain())
    expect(after).toEqual(fresh)
    expect(during.map(({ usual }) => usual)).toEqual(fresh.map(({ usual }) => usual))
  })

  test('are compared with new hours as they come, as if all were read at once [INSIGHTS-6]', async () => {
    app = await startHttpApp()
    const { universeId } = await app.track(0)
    await writePast(universeId, 2 * WEEK_MINUTES)
    let { services } = app
    for (let tick = 1; tick <= 30; tick++) {
      app.clock.advance(HOUR_MINUTES)
      app.simulator.set(universeId, { ccu: 900 + tick })
      await app.tick()
      const extended = await compare(universeId, services)
      if (tick % 10 !== 0) continue
      services = await computeAgain()
      expect(await compare(universeId, services)).toEqual(extended)
    }
  })
})
