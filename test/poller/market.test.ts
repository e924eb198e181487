import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import type { Worker } from '../../src/poller/repeat.js'
import { startMarket } from '../../src/poller/start-beside-ticks.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
let market: Worker | undefined
let lines: string[] = []
const note = (_: object, message: string) => void lines.push(message)
const log = { info: note, warn: note, error: note }

beforeEach(async () => {
  app = await startApp()
  lines = []
})
afterEach(async () => {
  await market?.stop()
  await app.stop()
})

const counted = async () => (await app.store.market.last('charts'))?.minute
const WAIT = { timeout: 60_000 }

it('counts the market soon after each stored tick [INSIGHTS-21]', async () => {
  market = startMarket(app.services, log)
  for (let ticks = 0; ticks < 2; ticks++) {
    await app.tick()
    await expect.poll(counted, WAIT).toBe(minuteOf(app.clock.now()))
    app.clock.advance(1)
  }
  expect(lines).toEqual([])
})

it('delays neither ticks nor the stop while the charts do not answer [INSIGHTS-21]', async () => {
  let requestCount = 0
  app.simulator.settings.intercept = ({ path }) => {
    if (!path.startsWith('/explore-api')) return undefined
    requestCount++
    return { hang: true }
  }
  market = startMarket(app.services, log)
  await app.tick()
  await expect.poll(() => requestCount, WAIT).toBe(1)
  app.clock.advance(1)
  expect(await app.tick()).toMatchObject({ isStored: true, minute: minuteOf(app.clock.now()) })
  // Without a stop, the worker would wait for the platform for five seconds and then ask again.
  await market.stop()
  expect(requestCount).toBe(1)
})

it('says once that the charts cannot be read, and once that they can again [INSIGHTS-21]', async () => {
  app.simulator.settings.intercept = ({ path }) => (path.startsWith('/explore-api') ? { status: 404 } : undefined)
  market = startMarket(app.services, log)
  const tick = async (minutes: number) => {
    app.clock.advance(minutes)
    await app.tick()
  }
  await tick(0)
  await expect.poll(() => lines.length, WAIT).toBe(1)
  const calls = () => app.simulator.requests.filter(({ path }) => path.startsWith('/explore-api')).length
  await tick(15)
  await expect.poll(calls, WAIT).toBe(2)
  app.simulator.settings.intercept = undefined
  await tick(15)
  await expect.poll(counted, WAIT).toBe(minuteOf(app.clock.now()))
  await expect.poll(() => lines.length, WAIT).toBe(2)
  expect(lines).toEqual([
    'The charts or the games in them could not be read; where they are missing, the tracked games are used instead.',
    'The charts and the games in them can be read again.',
  ])
})
