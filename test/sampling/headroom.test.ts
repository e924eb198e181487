// How many more universes fit into a tick is known before they do not.
import { afterEach, describe, expect, it } from 'vitest'
import { createTickHeadroom } from '../../src/services/sampling/tick-headroom.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

const unlimited = { capacity: () => undefined }

describe('the headroom of a tick', () => {
  it('is not known before a tick, nor from small ticks without stated limits [PROCESS-22]', () => {
    const headroom = createTickHeadroom(unlimited, 50_000)
    expect(headroom.now()).toBeUndefined()
    headroom.note({ requested: 3, tracked: 3, durationMs: 400 })
    expect(headroom.now()).toBeUndefined()
  })

  it('follows the slowest of the last large ticks, and forgets those before [PROCESS-22]', () => {
    const headroom = createTickHeadroom(unlimited, 50_000)
    headroom.note({ requested: 1_000, tracked: 9_000, durationMs: 10_000 })
    expect(headroom.now()).toEqual({ universes: 0, isMinimum: false })
    for (let tick = 0; tick < 5; tick++) headroom.note({ requested: 9_000, tracked: 9_000, durationMs: 45_000 })
    expect(headroom.now()).toEqual({ universes: 1_000, isMinimum: false })
  })

  it('is by time at least three times what is tracked where a larger tick was not measured [PROCESS-22]', () => {
    const headroom = createTickHeadroom(unlimited, 50_000)
    headroom.note({ requested: 9_000, tracked: 9_000, durationMs: 1_000 })
    expect(headroom.now()).toEqual({ universes: 27_000, isMinimum: true })
  })

  it('is at most what the stated limits allow [PROCESS-22]', () => {
    const headroom = createTickHeadroom({ capacity: () => 9_300 }, 50_000)
    headroom.note({ requested: 20, tracked: 9_000, durationMs: 300 })
    expect(headroom.now()).toEqual({ universes: 300, isMinimum: false })
  })
})

describe('the readiness', () => {
  let http: TestHttp
  afterEach(() => http.stop())
  const headroomOf = async () =>
    ((await http.ask('~/readyz', { key: null })).json() as { poller: { headroom?: number } }).poller.headroom

  it('states the headroom that follows from the rate limits of real headers [PROCESS-22]', async () => {
    http = await startHttpApp({ simulator: { rateLimits: 'real' } })
    await http.track(0)
    expect(await headroomOf()).toBeUndefined()
    await http.tick()
    const first = (await headroomOf()) ?? 0
    expect(first).toBeGreaterThan(1_000)
    await http.track(1)
    await http.tick()
    expect(await headroomOf()).toBe(first - 1)
  })

  it('states none where the platform states no limits [PROCESS-22]', async () => {
    http = await startHttpApp()
    await http.track(0)
    await http.tick()
    expect(await headroomOf()).toBeUndefined()
  })
})
