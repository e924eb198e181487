// How long a tick that could not be stored makes the service unready: with rare ticks, one that failed says little of later.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/domain/clock.js'
import { track } from '../sampling/series.js'
import { rejectTicks } from '../support/rejections.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { openPoller, type TestPoller } from './support.js'

const SOON = { timeout: 60_000 }
let app: TestApp
let test: TestPoller

beforeEach(async () => {
  app = await startApp()
  await track(app)
})
afterEach(async () => {
  await test.poller.stop()
  await app.stop()
})

function open(expression: string): void {
  test = openPoller(app, { expression })
  app.parts.poller = test.poller.state
}

/** The tick that is due after so many minutes, with the state of the poller after it. */
async function tickAfter(minutes: number, state: string): Promise<void> {
  const before = test.ticks()
  app.clock.advance(minutes)
  await expect.poll(test.ticks, SOON).toBe(before + 1)
  await expect.poll(() => test.poller.state(), SOON).toMatchObject({ state })
}

const readiness = async () => {
  const { ready, poller } = await app.services.checkHealth()
  return [ready, poller.state, poller.failedTicks]
}

it('one tick of an hourly schedule that could not be stored makes it unready for three minutes [PROCESS-59]', async () => {
  open('0 * * * *')
  const accept = rejectTicks(app)
  await tickAfter(60, 'failing')
  expect(await readiness()).toEqual([false, 'failing', 1])
  app.clock.advance(2.9)
  expect(await readiness()).toEqual([false, 'failing', 1])
  app.clock.advance(0.1)
  expect(await readiness()).toEqual([true, 'failing', 1])
  accept()
  await tickAfter(57, 'running')
  expect(await readiness()).toEqual([true, 'running', undefined])
})

it('from the second failed tick in a row on it is unready until one is stored [PROCESS-59]', async () => {
  open('0 * * * *')
  const accept = rejectTicks(app)
  await tickAfter(60, 'failing')
  await tickAfter(60, 'failing')
  await expect.poll(readiness, SOON).toEqual([false, 'failing', 2])
  app.clock.advance(59)
  expect(await readiness()).toEqual([false, 'failing', 2])
  accept()
  await tickAfter(1, 'running')
  expect(await readiness()).toEqual([true, 'running', undefined])
})

it('of ticks that fail in a row, since when they do is the time of the first [PROCESS-59]', async () => {
  open('0 * * * *')
  const accept = rejectTicks(app)
  await tickAfter(60, 'failing')
  const { since } = test.poller.state()
  expect(since).toMatch(/^\d{4}-/)
  await tickAfter(60, 'failing')
  await expect.poll(() => test.poller.state(), SOON).toMatchObject({ failedTicks: 2, since })
  accept()
  await tickAfter(60, 'running')
  await tickAfter(60, 'running')
  expect(test.poller.state().since).not.toBe(since)
})

it('a clock that is right again makes it ready three minutes after a tick that sampled nothing [PROCESS-59]', async () => {
  open('0 * * * *')
  app.simulator.settings.clockSkewMs = 2 * HOUR_MS
  await tickAfter(60, 'failing')
  app.clockCheck.compare(0)
  expect(await readiness()).toEqual([false, 'failing', 1])
  app.clock.advance(3)
  expect(await readiness()).toEqual([true, 'failing', 1])
})
