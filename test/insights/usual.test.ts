// The usual as services read it: other metrics than players, a limit for evaluation, and the past.
import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MINUTES, minuteOf, WEEK_MINUTES } from '../../src/domain/clock.js'
import { createUsual } from '../../src/services/insights/usual.js'
import { record, sample } from '../store/contract/support.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

const NOW = minuteOf(NOON)

let app: TestHttp
afterEach(() => app.stop())

/** Three weeks, each hour: 600 players, and 50 visits an hour; ten times as many in the last two days. */
async function openPast() {
  app = await startHttpApp()
  const game = await app.track(0)
  for (let hour = 21 * 24; hour >= 0; hour--) {
    const ccu = hour < 48 ? 6_000 : 600
    await app.write(game.universeId, [NOW - hour * 60], { ccu, visits: 100_000 - hour * 50 })
  }
  const { store, clock, services } = app
  return { usual: createUsual({ store, clock, plans: services.plans }), reader: { account: app.account, game } }
}

describe('the usual', () => {
  test('of a counter is its change in an hour [INSIGHTS-1]', async () => {
    const { usual, reader } = await openPast()
    const { model } = await usual.now(reader, { metric: 'visits' })
    expect(model.at(NOW)).toMatchObject({ kind: 'known', expected: expect.closeTo(50, 3) })
  })

  test('has the last hour as soon as the tick after it is stored, also where it was read before [INSIGHTS-1]', async () => {
    app = await startHttpApp()
    const game = await app.track(0)
    const { store, clock, services } = app
    for (let hour = 48; hour > 0; hour--)
      await app.write(game.universeId, [NOW - hour * 60], { ccu: 600, visits: 100_000 - hour * 50 })
    const tick = (minute: number, visits: number) =>
      record(store, minute, { samples: [{ ...sample(game.universeId, minute, 600), visits }] })
    await tick(NOW - 1, 99_999)
    const usual = createUsual({ store, clock, plans: services.plans })
    const lastHour = async () => (await usual.source({ account: app.account, game }, 'visits')).series.at(NOW / 60 - 1)
    expect(await lastHour()).toBeNaN()
    await tick(NOW, 100_000)
    expect(await lastHour()).toBeCloseTo(50, 3)
  })

  test('at a limit is what it was then, and so it is if it is read from the past [INSIGHTS-3]', async () => {
    const { usual, reader } = await openPast()
    const until = NOW - 2 * DAY_MINUTES
    const { model } = await usual.now(reader, { until })
    expect(model.at(until)).toMatchObject({ kind: 'known', expected: expect.closeTo(600, 3) })
    expect((await usual.now(reader)).model.at(NOW)).toMatchObject({ expected: expect.closeTo(6_000, 0) })
    const past = await usual.within(reader, { from: NOW - WEEK_MINUTES, until: NOW })
    expect(past.model.at(NOW - WEEK_MINUTES)).toMatchObject({ kind: 'known', weeks: 1 })
    expect(past.model.at(NOW)).toEqual((await usual.now(reader)).model.at(NOW))
  })

  test('frozen at an update is that without what came after it [INSIGHTS-3]', async () => {
    const { usual, reader } = await openPast()
    const { model } = await usual.now(reader, { frozenAt: NOW - 2 * DAY_MINUTES })
    expect(model.at(NOW)).toMatchObject({ kind: 'known', expected: expect.closeTo(600, 3) })
  })
})
