// A clock that runs ahead deletes no sample and hides none, whether or not the platform can confirm the time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, minuteOf } from '../../src/domain/clock.js'
import { blockOf, sample } from '../store/contract/support.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { cutOff, reconnect, startAgain, trueMinute, YEARS } from './clocks.js'
import { gapsOf, samplesOf, track } from './series.js'

const FIRST = minuteOf(NOON)
const DAYS = 60
let app: TestApp
let ids: number[]

beforeEach(async () => {
  app = await startApp()
  ids = (await track(app, { plan: 'free', games: [0, 1, 2] })).sort((a, b) => a - b)
})
afterEach(() => app.stop())

/** Writes sixty days with a sample every ten minutes, and then runs a tick. */
async function liveSixtyDays(): Promise<void> {
  for (const id of ids) {
    const rows = Array.from({ length: DAYS * 144 }, (_, slot) => sample(id, FIRST - DAYS * DAY_MINUTES + slot * 10))
    await app.store.series.importBlock(blockOf(id, rows))
  }
  await app.tick()
}

const count = async (): Promise<number> => {
  let samples = 0
  for (const id of ids) samples += (await samplesOf(app, id)).length
  return samples
}

const ALL = 3 * (DAYS * 144 + 1)
const cursor = async () => (await app.store.series.cursor())?.minute

describe('a start three years ahead', () => {
  it('keeps every sample while the platform cannot be reached, and goes on as ever when both are right again [DATA-8]', async () => {
    await liveSixtyDays()
    expect(await count()).toBe(ALL)
    cutOff(app)
    const started = await startAgain(app, YEARS)
    for (let minute = 0; minute < 9; minute++) {
      expect(await started.tick(1)).toMatchObject({ sampled: 0 })
      await started.store.series.maintain()
    }
    expect(await count()).toBe(ALL)
    expect(started.log).toEqual([
      expect.stringMatching(/^The clock is far from the last tick and could not be checked\..*nothing is/),
    ])
    expect([await cursor(), await gapsOf(app, ids[0] ?? 0)]).toEqual([FIRST, []])

    started.setClock(0)
    reconnect(app)
    expect(await started.tick(11)).toMatchObject({ sampled: 3, gaps: [] })
    expect(await cursor()).toBe(FIRST + 20)
    for (const universeId of ids)
      expect(await gapsOf(app, universeId)).toEqual([
        { universeId, from: FIRST + 10, until: FIRST + 20, reason: 'clock' },
      ])
    await started.tick(60)
    const outage = { from: FIRST + 30, until: FIRST + 80, reason: 'not running' }
    for (const universeId of ids) expect(await gapsOf(app, universeId)).toContainEqual({ universeId, ...outage })
    await started.store.series.maintain()
    // Now that the clock is correct, the weeks that the free plan reads by the hour are thinned out.
    expect(await count()).toBeLessThan(ALL)
  })

  it('samples and thins out nothing where the platform says so, and writes no gap past the true minute [DATA-8]', async () => {
    await liveSixtyDays()
    const started = await startAgain(app, YEARS)
    for (let slot = 0; slot < 3; slot++) {
      const report = await started.tick(10)
      expect(report).toMatchObject({ sampled: 0, gaps: ids.map((universeId) => ({ universeId, reason: 'clock' })) })
      await started.store.series.maintain()
      for (const universeId of ids)
        expect(await gapsOf(app, universeId)).toEqual([
          { universeId, from: FIRST + 10, until: trueMinute(app) + 1, reason: 'clock' },
        ])
    }
    expect([await count(), await cursor()]).toEqual([ALL, FIRST])
    expect(started.log).toEqual([expect.stringMatching(/^The clocks of this machine and of the platform differ/)])
    started.setClock(0)
    expect(await started.tick(10)).toMatchObject({ sampled: 3 })
    expect(await cursor()).toBe(FIRST + 40)
    for (const universeId of ids)
      expect(await gapsOf(app, universeId)).toEqual([
        { universeId, from: FIRST + 10, until: FIRST + 40, reason: 'clock' },
      ])
  })

  it('believes the time in an error response of the platform', async () => {
    await app.tick()
    app.simulator.settings.intercept = () => ({ status: 403, body: '' })
    const started = await startAgain(app, YEARS)
    expect((await started.tick(10)).gaps).toEqual(ids.map((universeId) => ({ universeId, reason: 'clock' })))
    expect(started.clockCheck.state()).toBe('wrong')
  })
})

describe('a start some hours ahead, while the platform cannot be reached', () => {
  it('writes gaps up to what it takes for now, which end at the true minute once that is known', async () => {
    await app.tick()
    cutOff(app)
    const started = await startAgain(app, 20 * 60)
    await started.tick(10)
    const [universeId = 0] = ids
    expect(await cursor()).toBe(FIRST + 20 * 60 + 10)
    reconnect(app)
    started.setClock(0)
    await started.tick(13)
    expect(await gapsOf(app, universeId)).toEqual([
      { universeId, from: FIRST + 10, until: FIRST + 24, reason: 'not running' },
    ])
    expect(await cursor()).toBe(FIRST + 23)
    expect(started.log).toContainEqual(expect.stringMatching(/moved back/))
    expect(await started.tick(7)).toMatchObject({ sampled: 3 })
    await started.tick(30)
    expect(await gapsOf(app, universeId)).toEqual([
      { universeId, from: FIRST + 10, until: FIRST + 30, reason: 'not running' },
      { universeId, from: FIRST + 40, until: FIRST + 60, reason: 'not running' },
    ])
  })
})
