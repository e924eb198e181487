import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { sample } from '../store/contract/support.js'
import { rowsOfSamples } from '../support/import-rows.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { untilSteady } from '../support/turns.js'
import { gapsOf, samplesOf, track } from './series.js'

const FIRST = minuteOf(NOON)
let app: TestApp

beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.stop())

describe('due time without a sample', () => {
  it('becomes a gap "not running" for the ticks that never came [DATA-4]', async () => {
    const [id = 0] = await track(app)
    await app.tick()
    app.clock.advance(7)
    await app.tick()
    expect(await gapsOf(app, id)).toEqual([
      { universeId: id, from: FIRST + 1, until: FIRST + 7, reason: 'not running' },
    ])
    expect((await samplesOf(app, id)).map((sample) => sample.minute - FIRST)).toEqual([0, 7])
  })

  it('counts only the slots of the interval in force', async () => {
    const [id = 0] = await track(app, { plan: 'premium' })
    await app.tick()
    app.clock.advance(23)
    await app.tick()
    app.clock.advance(2)
    await app.tick()
    expect(await gapsOf(app, id)).toEqual([
      { universeId: id, from: FIRST + 5, until: FIRST + 25, reason: 'not running' },
    ])
  })

  it('is not claimed for the time before a game was added', async () => {
    await track(app, { games: [0], name: 'Before' })
    await app.tick()
    app.clock.advance(30)
    const [id = 0] = await track(app, { games: [1], name: 'After' })
    await app.tick()
    expect(await gapsOf(app, id)).toEqual([])
  })

  it('is claimed from when a game was added, where the ticks since then were missed [DATA-4]', async () => {
    await track(app, { games: [0], name: 'Before' })
    await app.tick()
    app.clock.advance(30)
    const [id = 0] = await track(app, { games: [1], name: 'After', plan: 'premium' })
    app.clock.advance(12)
    await app.tick()
    app.clock.advance(3)
    await app.tick()
    const missed = { universeId: id, from: FIRST + 35, until: FIRST + 45, reason: 'not running' }
    expect(await gapsOf(app, id)).toEqual([missed])
    expect(await app.store.series.schedules(id, 0, FIRST + 99)).toEqual([
      { universeId: id, since: FIRST + 35, interval: 5 },
    ])
  })

  it('is claimed where no tick came since the first game was added [DATA-4]', async () => {
    const [id = 0] = await track(app)
    app.clock.advance(3)
    await app.tick()
    expect(await gapsOf(app, id)).toEqual([
      { universeId: id, from: FIRST + 1, until: FIRST + 3, reason: 'not running' },
    ])
  })

  it('is claimed for a game that is added again from then on, and not for the time without it', async () => {
    const [id = 0] = await track(app)
    await app.tick()
    const account = await app.services.accounts.require('Studio enterprise')
    for (const game of await app.services.findGame.ofAccount(account)) await app.services.games.remove(game)
    app.clock.advance(1)
    await app.tick()
    app.clock.advance(20)
    await app.services.games.add(account, { universeId: id })
    app.clock.advance(4)
    await app.tick()
    expect(await gapsOf(app, id)).toEqual([
      { universeId: id, from: FIRST + 22, until: FIRST + 25, reason: 'not running' },
    ])
  })

  it('is a gap "clock" while this clock and the platform differ by more than two minutes [DATA-7]', async () => {
    const [id = 0] = await track(app)
    await app.tick()
    app.simulator.settings.clockSkewMs = -121_500
    app.clock.advance(1)
    expect(await app.tick()).toMatchObject({
      minute: FIRST + 1,
      sampled: 0,
      gaps: [{ universeId: id, reason: 'clock' }],
    })
    app.clock.advance(2)
    await app.tick()
    app.simulator.settings.clockSkewMs = -118_000
    app.clock.advance(1)
    expect((await app.tick()).sampled).toBe(1)
    expect(await gapsOf(app, id)).toEqual([{ universeId: id, from: FIRST + 1, until: FIRST + 4, reason: 'clock' }])
  })

  it('is a gap "stopping" where the process stops before the platform has answered; what has arrived is kept', async () => {
    const ids = (await track(app, { games: [0, 1] })).sort((a, b) => a - b)
    const stop = new AbortController()
    app.simulator.settings.intercept = ({ path }) => {
      if (path !== '/v1/games/votes') return undefined
      void untilSteady(() => app.simulator.requests.length).then(() => stop.abort())
      return { hang: true }
    }
    expect(await app.services.sampleTick({ stop: stop.signal })).toMatchObject({ sampled: 2, gaps: [] })
    app.clock.advance(1)
    const again = new AbortController()
    app.simulator.settings.intercept = () => {
      void untilSteady(() => app.simulator.requests.length).then(() => again.abort())
      return { hang: true }
    }
    const report = await app.services.sampleTick({ stop: again.signal })
    expect(report).toMatchObject({ sampled: 0, gaps: ids.map((universeId) => ({ universeId, reason: 'stopping' })) })
  })

  it('ends where a sample is imported into it [DATA-5]', async () => {
    const [id = 0] = await track(app)
    await app.tick()
    app.clock.advance(5)
    await app.tick()
    const imported = sample(id, FIRST + 3, 5, null)
    await app.services.importSamples(rowsOfSamples([imported]))
    expect(await gapsOf(app, id)).toEqual([
      { universeId: id, from: FIRST + 1, until: FIRST + 3, reason: 'not running' },
      { universeId: id, from: FIRST + 4, until: FIRST + 5, reason: 'not running' },
    ])
  })
})
