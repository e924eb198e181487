import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { gapsOf, samplesOf, track } from './series.js'

const FIRST = minuteOf(NOON)
let app: TestApp

beforeEach(async () => {
  app = await startApp({ simulator: { games: 120 } })
})
afterEach(() => app.stop())

const requestedIds = (path: string): number[] =>
  app.simulator.requests
    .filter((request) => request.path === path)
    .flatMap((request) => new URLSearchParams(request.query).get('universeIds')?.split(',') ?? [])
    .map(Number)

const first120 = Array.from({ length: 120 }, (_, index) => index)

describe('a tick', () => {
  it('stores one sample a universe with what the platform shows, all at the minute in which it began [DATA-1]', async () => {
    const ids = await track(app, { games: [0, 1, 2] })
    app.clock.set(NOON + 31_000)
    expect(await app.tick()).toEqual({ minute: FIRST, isStored: true, sampled: 3, gaps: [] })
    for (const id of ids) {
      const { updatedAt: _, ...stats } = app.simulator.world.statsAt(id, FIRST)
      expect(await samplesOf(app, id)).toEqual([{ minute: FIRST, ...stats }])
    }
  })

  it('asks once for a universe that two accounts track', async () => {
    const [id] = await track(app, { name: 'One' })
    await track(app, { name: 'Two', plan: 'premium' })
    app.simulator.requests.length = 0
    await app.tick()
    expect(requestedIds('/v1/games')).toEqual([id])
    expect(await samplesOf(app, id ?? 0)).toHaveLength(1)
  })

  it('asks for at most 50 universes in a request [PLATFORM-2]', async () => {
    await track(app, { games: first120 })
    app.simulator.requests.length = 0
    expect((await app.tick()).sampled).toBe(120)
    for (const path of ['/v1/games', '/v1/games/votes']) {
      expect(new Set(requestedIds(path)).size).toBe(120)
      const batches = app.simulator.requests.filter((request) => request.path === path)
      expect(
        batches.map((request) => new URLSearchParams(request.query).get('universeIds')?.split(',').length),
      ).toEqual([50, 50, 20])
    }
  })

  it('leaves the first of two samples in one minute [DATA-2]', async () => {
    const [id = 0] = await track(app)
    await app.tick()
    app.simulator.set(id, { ccu: 1 })
    app.clock.set(NOON + 59_000)
    await app.tick()
    expect((await samplesOf(app, id)).map((sample) => sample.ccu)).toEqual([app.simulator.world.statsAt(id, FIRST).ccu])
  })

  it('samples each universe at the finest interval that any account asks for, in slots of the UTC hour [PLANS-9]', async () => {
    app.clock.set(NOON + 3 * 60_000)
    const [free = 0] = await track(app, { plan: 'free', games: [0] })
    const [premium = 0] = await track(app, { plan: 'premium', games: [1] })
    const [both = 0] = await track(app, { plan: 'free', games: [2], name: 'Free two' })
    await track(app, { plan: 'enterprise', games: [2] })
    await app.ticks(20)
    const offsets = async (id: number) => (await samplesOf(app, id)).map((sample) => sample.minute - FIRST)
    expect(await offsets(free)).toEqual([10, 20])
    expect(await offsets(premium)).toEqual([5, 10, 15, 20])
    expect(await offsets(both)).toHaveLength(20)
    for (const id of [free, premium, both]) expect(await gapsOf(app, id)).toEqual([])
  })

  it('stops with the last active game and begins again with the next', async () => {
    const [id = 0] = await track(app)
    const [account] = await app.services.accounts.list()
    const [game] = account ? await app.services.findGame.ofAccount(account) : []
    if (!game) throw new Error('The game is not there.')
    await app.ticks(2)
    await app.services.games.change(game, { isActive: false })
    await app.ticks(3)
    await app.services.games.change({ ...game, isActive: false }, { isActive: true })
    await app.ticks(1)
    expect((await samplesOf(app, id)).map((sample) => sample.minute - FIRST)).toEqual([0, 1, 5])
    expect(await gapsOf(app, id)).toEqual([])
  })

  it('goes on at the free interval when a trial has ended [PLANS-5]', async () => {
    const account = await app.services.accounts.create({
      name: 'T',
      plan: 'enterprise',
      status: 'trial',
      trialDays: 1,
    })
    const id = app.simulator.world.games[0]?.universeId ?? 0
    await app.services.games.add(account, { universeId: id })
    app.clock.set(NOON + 86_400_000 - 60_000)
    await app.ticks(12)
    const offsets = (await samplesOf(app, id)).map((sample) => sample.minute - FIRST - 1440)
    expect(offsets).toEqual([-1, 0, 10])
  })

  it('makes a universe follow the name that the platform gives it', async () => {
    const [id = 0] = await track(app)
    app.simulator.set(id, { name: 'A new name' })
    await app.tick()
    const [account] = await app.services.accounts.list()
    const games = account ? await app.services.findGame.ofAccount(account) : []
    expect(games.map((game) => game.name)).toEqual(['A new name'])
  })
})
