// Which answers of the platform confirm the clock, seen by the state of the clock after a tick.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MINUTES, MINUTE_MS } from '../../src/domain/clock.js'
import { samplesOf, track } from '../sampling/series.js'
import { startApp, type TestApp } from '../support/start-app.js'

const HOUR_MS = HOUR_MINUTES * MINUTE_MS
const DETAILS = '/v1/games'
let app: TestApp
let universeId = 0

beforeEach(async () => {
  app = await startApp()
  universeId = (await track(app))[0] ?? 0
})
afterEach(() => app.stop())

type ClockFault = ReturnType<NonNullable<TestApp['simulator']['settings']['intercept']>>

/** The state of the clock after an hour without an answer and then a tick with this answer. */
async function stateAfter(fault: ClockFault): Promise<string> {
  app.clock.advance(HOUR_MINUTES + 1)
  app.simulator.settings.intercept = () => fault
  await app.tick()
  return app.clockCheck.state()
}

const dateOf = (agoMs: number): string => new Date(app.clock.now() - agoMs).toUTCString()

describe('the time', () => {
  it.each([
    ['a complaint about the request', { status: 400, body: '' }],
    ['garbage', { status: 200, body: '<html>Sorry</html>' }],
    ['a refusal', { status: 403, body: '' }],
  ])('is recognized by %s', async (_, fault) => {
    expect(await stateAfter(fault)).toBe('correct')
    app.simulator.settings.clockSkewMs = HOUR_MS
    expect(await stateAfter(fault)).toBe('wrong')
  })

  it.each([
    ['a connection that breaks', { reset: true }],
    ['a gateway that does not reach the platform, and may run by our own clock', { status: 502, body: '' }],
    ['a proxy that fails, which may run by our own clock, too', { status: 500, body: '' }],
    ['an answer without a readable date', { status: 500, body: '', headers: { date: 'soon' } }],
  ])('is not recognized by %s', async (_, fault) => {
    expect(await stateAfter(fault)).toBe('unknown')
  })

  it('is reckoned on where an answer comes out of a cache and says how old it is [PLATFORM-24]', async () => {
    await app.tick()
    app.clock.advance(HOUR_MINUTES + 1)
    const headers = { date: dateOf(3 * HOUR_MS), age: String((3 * HOUR_MS) / 1_000) }
    app.simulator.settings.intercept = () => ({ status: 403, body: '', headers })
    await app.tick()
    expect(app.clockCheck.state()).toBe('correct')
  })
})

describe('one answer with an odd date among others', () => {
  it('keeps no tick from sampling', async () => {
    await app.tick()
    for (let minute = 1; minute <= 3; minute++) {
      app.clock.advance(1)
      app.simulator.settings.intercept = ({ path }) =>
        path === DETAILS ? undefined : { status: 200, body: '{"data":[]}', headers: { date: dateOf(minute * HOUR_MS) } }
      expect(await app.tick()).toMatchObject({ sampled: 1, gaps: [] })
    }
    expect(await samplesOf(app, universeId)).toHaveLength(4)
  })
})
