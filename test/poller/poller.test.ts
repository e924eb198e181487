import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Poller, startPoller } from '../../src/poller/start-poller.js'
import { samplesOf, track } from '../sampling/series.js'
import { startApp, type TestApp } from '../support/start-app.js'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
let app: TestApp
let poller: Poller | undefined

beforeEach(async () => {
  app = await startApp()
})
afterEach(async () => {
  await poller?.stop()
  await app.stop()
})

const start = (): Poller => {
  poller = startPoller('* * * * * *', app.operations, silent)
  return poller
}

describe('the poller', () => {
  it('ticks when cron says so, and says how it went', async () => {
    const [id = 0] = await track(app)
    const started = start()
    expect(started.state().state).toBe('waiting')
    await expect.poll(() => samplesOf(app, id), { timeout: 5_000 }).toHaveLength(1)
    await expect.poll(() => started.state().state).toBe('running')
  })

  it('never lets a tick overlap the next', async () => {
    await track(app)
    let now = 0
    let most = 0
    app.simulator.settings.intercept = ({ path }) => {
      if (path === '/v1/games') {
        most = Math.max(most, ++now)
        setTimeout(() => now--, 2_500)
      }
      return undefined
    }
    app.simulator.settings.latencyMs = 2_500
    start()
    await sleep(6_000)
    expect(most).toBe(1)
  })

  it('goes on after a tick that could not be stored', async () => {
    const [id = 0] = await track(app)
    const { series } = app.store
    const record = series.recordTick
    let failed = 0
    series.recordTick = () => {
      failed++
      return Promise.reject(new Error('disk full'))
    }
    const started = start()
    await expect.poll(() => started.state().state, { timeout: 5_000 }).toBe('failing')
    series.recordTick = record
    await expect.poll(() => samplesOf(app, id), { timeout: 5_000 }).toHaveLength(1)
    expect(failed).toBeGreaterThan(0)
  })

  it('stops in mid-tick, and the rest of the tick is a gap', async () => {
    const [id = 0] = await track(app)
    app.simulator.settings.intercept = () => ({ hang: true })
    const started = start()
    await expect.poll(() => app.simulator.requests.length, { timeout: 5_000 }).toBeGreaterThan(0)
    await sleep(1_200)
    await started.stop()
    expect(await app.store.series.gaps(id, 0, 2 ** 31)).toMatchObject([{ reason: 'stopping' }])
  })
})
