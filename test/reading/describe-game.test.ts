// The description of a game: values against the usual, milestones with their times, and revenue for its owner only.
import { afterEach, expect, test } from 'vitest'
import { DAY_MINUTES, dayOf, minuteOf } from '../../src/domain/clock.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

const NOW = minuteOf(NOON)
const SPAN = { from: (dayOf(NOW) - 6) * DAY_MINUTES, until: NOW + 1 }

let app: TestHttp
afterEach(() => app.stop())

const minutes = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index)

async function described(universeId: number, isOwn = true) {
  const game = await app.services.findGame.byNumber(app.account, universeId)
  return app.services.shownGame.describe({ account: app.account, game, isOwn }, SPAN)
}

test('the players now are compared with the usual as every other reader compares them', async () => {
  app = await startHttpApp()
  const game = await app.track(0)
  expect((await described(game.universeId)).now).toBeUndefined()
  await app.write(game.universeId, minutes(NOW - 3 * DAY_MINUTES, 3 * DAY_MINUTES), { ccu: 400 })
  await app.write(game.universeId, [NOW], { ccu: 500 })
  const { now, latest } = await described(game.universeId)
  expect(now).toMatchObject({ players: 500, usual: { kind: 'known', expected: 400 }, share: 0.25 })
  if (latest) expect(await app.services.compareNow({ account: app.account, game }, latest)).toEqual(now)
})

test('milestones stand with the minute in which they were reached, those of before it was known left out', async () => {
  app = await startHttpApp()
  const { universeId } = await app.track(0)
  const day = (dayOf(NOW) - 3) * DAY_MINUTES
  for (const [at, visits] of [
    [0, 150],
    [10, 190],
    [11, 260],
    [DAY_MINUTES, 600],
    [DAY_MINUTES + 5, 1_100],
  ] as const)
    await app.write(universeId, [day + at], { visits, favorites: 1, likes: 1 })
  const { reached, milestones } = await described(universeId)
  expect(reached).toEqual([
    { counter: 'visits', value: 1_000, at: day + DAY_MINUTES + 5 },
    { counter: 'visits', value: 500, at: day + DAY_MINUTES },
    { counter: 'visits', value: 200, at: day + 11 },
  ])
  expect(milestones[0]).toMatchObject({ counter: 'visits', next: 2_000 })
  // A milestone that is passed now is listed at once.
  await app.write(universeId, [NOW], { visits: 2_000, favorites: 1, likes: 1 })
  expect((await described(universeId)).reached[0]).toEqual({ counter: 'visits', value: 2_000, at: NOW })
})

test('a game is described by its days, its changes since yesterday and its gaps; unmeasured, by nothing', async () => {
  app = await startHttpApp()
  const { universeId } = await app.track(0)
  expect(await described(universeId)).toMatchObject({ latest: undefined, days: [], milestones: [], reached: [] })
  await app.write(universeId, [NOW - DAY_MINUTES - 30], { visits: 100, likes: 40 })
  await app.write(universeId, [NOW], { visits: 175, likes: 38 })
  expect(await described(universeId)).toMatchObject({
    latest: { visits: 175 },
    knownSince: NOW - DAY_MINUTES - 30,
    dayChange: { visits: 75, likes: -2 },
    days: [{ day: dayOf(NOW) - 1 }, { day: dayOf(NOW) }],
  })
})

test('revenue is shown to its owner alone', async () => {
  app = await startHttpApp()
  const game = await app.track(0)
  await app.write(game.universeId, [NOW])
  await app.store.revenue.put(game.id, [{ day: dayOf(NOW), amount: 12.5 }])
  expect((await described(game.universeId)).revenue).toEqual(new Map([[dayOf(NOW), 12.5]]))
  expect((await described(game.universeId, false)).revenue).toEqual(new Map())
})

test('every update that a tick found is reported, with the time at which it was published', async () => {
  app = await startHttpApp()
  const game = await app.track(0)
  const published: number[] = []
  for (const minutes of [0, 60, 120]) {
    app.clock.set(NOON + minutes * 60_000)
    app.simulator.set(game.universeId, { updatedAt: NOON + (minutes - 5) * 60_000 })
    published.push(NOW + minutes - 5)
    await app.tick()
  }
  const viewer = { account: app.account, game, isOwn: true }
  const updates = async (from: number, until: number) =>
    (await app.services.gameEvents(viewer, { from, until })).map(({ kind, start }) => [kind, start])
  // The first one was published before the game was tracked (DATA-34).
  expect(await updates(NOW - 10, NOW + 200)).toEqual(published.slice(1).map((at) => ['update', at]))
  expect(await updates(NOW, NOW + 100)).toEqual([['update', published[1]]])
})
