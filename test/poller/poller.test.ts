import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS, minuteOf } from '../../src/domain/clock.js'
import type { SampledPart } from '../../src/domain/processes/leases.js'
import { gapsOf, samplesOf, track } from '../sampling/series.js'
import { rejectTicks } from '../support/rejections.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { gate, openPoller, slowly, type TestPoller } from './support.js'

const FIRST = minuteOf(NOON)
const SOON = { timeout: 60_000 }
let app: TestApp
let id: number
let opened: TestPoller[]

beforeEach(async () => {
  app = await startApp()
  id = (await track(app))[0] ?? 0
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map(({ poller }) => poller.stop()))
  await app.stop()
})

const open = (options?: Parameters<typeof openPoller>[1]): TestPoller => {
  const poller = openPoller(app, options)
  opened.push(poller)
  return poller
}

const minutes = async (): Promise<number[]> => (await samplesOf(app, id)).map(({ minute }) => minute - FIRST)
const untilSampled = (expected: readonly number[]) => expect.poll(minutes, SOON).toEqual(expected)
const gaps = async () => (await gapsOf(app, id)).map(({ from, until, reason }) => [from - FIRST, until - FIRST, reason])

describe('the poller', () => {
  it('ticks when a due minute begins, and says how it went', async () => {
    const { poller } = open()
    expect(poller.state().state).toBe('waiting')
    app.clock.advance(1)
    await untilSampled([1])
    await expect.poll(() => poller.state().state, SOON).toBe('running')
    app.clock.advance(1)
    await untilSampled([1, 2])
  })

  it('says where it has nothing to sample, and does not call that sampling [PROCESS-44]', async () => {
    Object.assign(app.store.leases.shards, {
      during: (work: (parts: readonly SampledPart[]) => Promise<unknown>) => work([]),
    })
    const { poller, ticks } = open()
    app.clock.advance(1)
    await expect.poll(ticks, SOON).toBe(1)
    await expect.poll(() => poller.state().detail, SOON).toContain('Another process samples all games')
    expect(poller.state().state).toBe('waiting')
  })

  it('leaves the minute of its start alone where it was due before the start', async () => {
    app.clock.set(NOON + 5_000)
    const { ticks } = open({ expression: '*/2 * * * *' })
    app.clock.set(NOON + 2 * MINUTE_MS + 39_000)
    await untilSampled([2])
    expect(ticks()).toBe(1)
  })

  it('begins a tick that was held up while that is less than 40 seconds ago, and otherwise waits for the next', async () => {
    const { hasLooked } = open()
    app.clock.set(NOON + MINUTE_MS + 41_000)
    await hasLooked()
    app.clock.set(NOON + 2 * MINUTE_MS + 39_000)
    await untilSampled([2])
  })

  it('ticks at most once a minute, also where every second is named', async () => {
    const { ticks, hasLooked } = open({ expression: '* * * * * *' })
    app.clock.set(NOON + 1_000)
    await untilSampled([0])
    app.clock.set(NOON + 30_000)
    await hasLooked()
    app.clock.set(NOON + MINUTE_MS)
    await untilSampled([0, 1])
    expect(ticks()).toBe(2)
  })

  it('begins at the second that the expression names', async () => {
    const { ticks, hasLooked } = open({ expression: '30 * * * * *' })
    app.clock.set(NOON + 29_900)
    await hasLooked()
    expect(ticks()).toBe(0)
    app.clock.set(NOON + 30_000)
    await untilSampled([0])
  })

  it('never lets a tick overlap the next, which begins late while it still belongs to its minute', async () => {
    const first = gate()
    const { concurrency, ticks, hasLooked } = open({
      around: (tick) => (ticks() === 1 ? first.passed.then(tick) : tick()),
    })
    app.clock.advance(1)
    await expect.poll(ticks, SOON).toBe(1)
    app.clock.advance(1)
    await hasLooked()
    first.open()
    await expect.poll(ticks, SOON).toBe(2)
    await expect.poll(() => app.store.series.latest([id]), SOON).toHaveProperty('size', 1)
    expect(concurrency()).toBe(1)
  })

  it('goes on after a tick that could not be stored', async () => {
    const { poller } = open()
    const accept = rejectTicks(app)
    app.clock.advance(1)
    await expect.poll(() => poller.state().state, SOON).toBe('failing')
    accept()
    app.clock.advance(1)
    await untilSampled([2])
    expect(await gaps()).toEqual([[1, 2, 'not stored']])
  })

  it('stops in mid-tick, and the rest of the tick is a gap', async () => {
    app.simulator.requests.length = 0
    app.simulator.settings.intercept = () => ({ hang: true })
    const { poller } = open()
    app.clock.advance(1)
    await expect.poll(() => app.simulator.requests.length, SOON).toBeGreaterThan(0)
    await poller.stop()
    expect(await gaps()).toEqual([[1, 2, 'stopping']])
  })
})

describe('a clock that somebody sets', () => {
  it('back, holds up no tick', async () => {
    open()
    app.clock.advance(1)
    await untilSampled([1])
    app.clock.set(NOON - 3 * 60 * MINUTE_MS)
    await untilSampled([-180, 1])
    app.clock.advance(1)
    await untilSampled([-180, -179, 1])
  })

  it('ahead, or a machine that slept, goes on at the next due minute, and what was slept over was not running', async () => {
    open()
    app.clock.advance(1)
    await untilSampled([1])
    app.clock.set(NOON + 60 * MINUTE_MS)
    await untilSampled([1, 60])
    expect(await gaps()).toEqual([[2, 60, 'not running']])
  })
})

describe('due time without a sample', () => {
  it('is a gap "late" where the tick before took so long that its minute was passed over', async () => {
    const slow = gate()
    const { ticks, lines } = open({ around: (tick) => (ticks() === 2 ? slowly(tick, slow.passed) : tick()) })
    app.clock.advance(1)
    await untilSampled([1])
    app.clock.advance(1)
    await untilSampled([1, 2])
    app.clock.advance(3)
    slow.open()
    await untilSampled([1, 2, 5])
    expect(await gaps()).toEqual([[3, 5, 'late']])
    expect(lines.filter(({ message }) => message.startsWith('Ticks were skipped'))).toHaveLength(1)
  })

  it('is a gap "not stored" where the store did not take the tick', async () => {
    const { lines } = open()
    app.clock.advance(1)
    await untilSampled([1])
    const accept = rejectTicks(app)
    for (const expected of [1, 2]) {
      app.clock.advance(1)
      await expect.poll(() => lines.filter(({ level }) => level === 'error'), SOON).toHaveLength(expected)
    }
    accept()
    app.clock.advance(1)
    await untilSampled([1, 4])
    expect(await gaps()).toEqual([[2, 4, 'not stored']])
  })

  it('has for each slot the reason for which that tick is missing', async () => {
    const slow = gate()
    const { ticks, lines } = open({ around: (tick) => (ticks() === 2 ? slowly(tick, slow.passed) : tick()) })
    const failures = () => lines.filter(({ level }) => level === 'error').length
    app.clock.advance(1)
    await untilSampled([1])
    const accept = rejectTicks(app)
    app.clock.advance(1)
    await expect.poll(ticks, SOON).toBe(2)
    app.clock.advance(2)
    slow.open()
    await expect.poll(failures, SOON).toBe(2)
    accept()
    app.clock.advance(1)
    await untilSampled([1, 5])
    expect(await gaps()).toEqual([
      [2, 3, 'not stored'],
      [3, 4, 'late'],
      [4, 5, 'not stored'],
    ])
  })
})
