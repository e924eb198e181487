// Everything that an operator or a monitor looks at says that the clock is wrong, because nothing is sampled meanwhile.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/domain/clock.js'
import { openPoller } from '../poller/support.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { readingOf, samplesOf } from './metrics/text-format.js'

const TOKEN = 'a-token-of-the-operator'
const SOON = { timeout: 60_000 }
let http: TestHttp
beforeEach(async () => {
  http = await startHttpApp({ settings: { metricsToken: TOKEN } })
})
afterEach(() => http.stop())

const readiness = () => http.ask('~/readyz', { key: null })
const metrics = async () =>
  (await http.ask('~/metrics', { key: null, headers: { authorization: `Bearer ${TOKEN}` } })).text
const status = async () => (await http.ask('~/status', { key: null })).text

/** The platform is asked for each, and states the time with its answer. */
async function trackTwo(): Promise<void> {
  await http.track(0)
  await http.track(1)
}

/** The clock of this process is ahead of the platform's by so much. */
const setAhead = (ms: number): void => {
  http.simulator.settings.clockSkewMs = -ms
}

async function tickNextMinute(): Promise<void> {
  http.clock.advance(1)
  await http.tick()
}

describe('a clock two hours ahead', () => {
  it('makes /readyz 503, which says by how much, until it is set [PROCESS-15]', async () => {
    expect((await readiness()).json()).toMatchObject({ status: 'ready', clock: { state: 'unknown' } })
    await trackTwo()
    await http.tick()
    expect((await readiness()).json()).toMatchObject({ status: 'ready', clock: { state: 'correct', skewSeconds: 0 } })
    setAhead(2 * HOUR_MS)
    await tickNextMinute()
    const answer = await readiness()
    expect(answer.status).toBe(503)
    expect(answer.json()).toMatchObject({
      status: 'not ready',
      clock: { state: 'wrong', skewSeconds: -7200, detail: expect.stringContaining('nothing is sampled') },
    })
    setAhead(0)
    await tickNextMinute()
    expect(await readiness()).toMatchObject({ status: 200 })
  })

  it('gives no strong tag to an export of a day that seems to be over, and is not [API-46]', async () => {
    const game = await http.track(0)
    await http.tick()
    const day = new Date(http.clock.now()).toISOString().slice(0, 10)
    const tag = async () =>
      (await http.ask(`/games/${game.id}/export?format=csv&start_date=${day}&end_date=${day}`)).headers.etag
    setAhead(24 * HOUR_MS)
    http.clock.set(http.clock.now() + 24 * HOUR_MS)
    await tickNextMinute()
    expect(await tag()).toBeUndefined()
    setAhead(0)
    await tickNextMinute()
    expect(await tag()).toMatch(/^"/)
  })

  it('counts each game that a tick missed, also where the tick stores nothing, and no tick as stored', async () => {
    await trackTwo()
    await http.tick()
    setAhead(2 * HOUR_MS)
    for (let minute = 0; minute < 3; minute++) await tickNextMinute()
    const text = await metrics()
    expect(readingOf(text, 'headcount_gaps_total', { reason: 'clock' })).toBe(6)
    expect(readingOf(text, 'headcount_ticks_total', { result: 'stored' })).toBe(1)
    expect(readingOf(text, 'headcount_ticks_total', { result: 'clock wrong' })).toBe(3)
    setAhead(0)
    // These ticks are counted already; the next one finds their gaps.
    for (let minute = 0; minute < 2; minute++) await tickNextMinute()
    expect(readingOf(await metrics(), 'headcount_gaps_total', { reason: 'clock' })).toBe(6)
  })

  it('counts the same where it was ahead from the start', async () => {
    await trackTwo()
    setAhead(2 * HOUR_MS)
    for (let minute = 0; minute < 3; minute++) await tickNextMinute()
    expect(readingOf(await metrics(), 'headcount_gaps_total', { reason: 'clock' })).toBe(6)
  })

  it('is a metric in seconds, which is missing while nothing is known', async () => {
    expect(samplesOf(await metrics(), 'headcount_clock_skew_seconds')).toEqual([])
    expect(readingOf(await metrics(), 'headcount_clock_state', { state: 'unknown' })).toBe(1)
    await trackTwo()
    setAhead(2 * HOUR_MS)
    await http.tick()
    const text = await metrics()
    expect(readingOf(text, 'headcount_clock_skew_seconds', {})).toBe(-7200)
    expect(readingOf(text, 'headcount_clock_state', { state: 'wrong' })).toBe(1)
    expect(readingOf(text, 'headcount_clock_state', { state: 'correct' })).toBe(0)
  })

  it('is stated by the poller, whose ticks are not overdue for that', async () => {
    await trackTwo()
    const { poller } = openPoller(http)
    http.parts.poller = poller.state
    try {
      setAhead(2 * HOUR_MS)
      for (let minute = 0; minute < 6; minute++) {
        const requestsBefore = http.simulator.requests.length
        http.clock.advance(1)
        await expect.poll(() => http.simulator.requests.length, SOON).toBeGreaterThan(requestsBefore)
      }
      await expect
        .poll(poller.state, SOON)
        .toMatchObject({ state: 'failing', detail: expect.stringContaining('clock') })
    } finally {
      await poller.stop()
    }
  })

  it('is on the status page, where nothing works that measures [WEB-40]', async () => {
    await trackTwo()
    await http.tick()
    expect(await status()).toContain('Data are coming in')
    expect(await status()).toMatch(/Clock<\/th><td>(?:<[^>]+>)*Correct/)
    setAhead(2 * HOUR_MS)
    await tickNextMinute()
    const text = await status()
    expect(text).toContain('No data are coming in')
    expect(text).toMatch(/Measuring<\/th><td>(?:<[^>]+>)*Fails/)
    expect(text).toMatch(/Clock<\/th><td>(?:<[^>]+>)*Differs from Roblox/)
  })
})
