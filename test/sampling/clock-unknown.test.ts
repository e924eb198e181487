// While the clock is unknown, due minutes count as missed only as far as this process measured the time; the rest
// follows later.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, minuteOf } from '../../src/domain/clock.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { cutOff, reconnect, startAgain, trueMinute, YEARS } from './clocks.js'
import { gapsOf, samplesOf, track } from './series.js'

const FIRST = minuteOf(NOON)
let app: TestApp
let universeId = 0

beforeEach(async () => {
  app = await startApp()
  universeId = (await track(app))[0] ?? 0
  await app.tick()
})
afterEach(() => app.stop())

const cursor = async () => (await app.store.series.cursor())?.minute
const gap = (from: number, until: number, reason: string) => ({
  universeId,
  from: FIRST + from,
  until: FIRST + until,
  reason,
})
const gaps = () => gapsOf(app, universeId)

describe('a platform that cannot be reached for hours', () => {
  it('leaves gaps up to the present minute, whatever the clock is set to meanwhile', async () => {
    const started = await startAgain(app)
    await started.tick(1)
    cutOff(app)
    await started.tick(1)
    expect(await gaps()).toEqual([gap(2, 3, 'platform error')])
    for (const [later, ahead] of [
      [30, YEARS],
      [40, YEARS],
      [60, -YEARS],
    ] as const) {
      started.setClock(ahead)
      await started.tick(later)
      expect((await gaps()).at(-1)?.until).toBe(trueMinute(app) + 1)
      expect(await cursor()).toBeLessThanOrEqual(trueMinute(app))
    }
    started.setClock(0)
    await started.tick(30)
    expect((await gaps()).at(-1)).toMatchObject({ until: trueMinute(app) + 1, reason: 'platform error' })
    expect(await cursor()).toBe(trueMinute(app))
    reconnect(app)
    expect(await started.tick(1)).toMatchObject({ sampled: 1 })
    // Every minute of the range is either a sample or a gap.
    const missing = (await gaps()).reduce((sum, { from, until }) => sum + until - from, 0)
    expect(missing + (await samplesOf(app, universeId)).length).toBe(trueMinute(app) - FIRST + 1)
  })
})

describe('a start after ten days, while the platform cannot be reached', () => {
  it('writes nothing until the platform states the time, and then accounts for all of it', async () => {
    app.clock.advance(10 * DAY_MINUTES)
    cutOff(app)
    const started = await startAgain(app)
    for (let minute = 0; minute < 3; minute++) expect(await started.tick(1)).toMatchObject({ sampled: 0 })
    expect([await cursor(), await gaps()]).toEqual([FIRST, []])
    reconnect(app)
    expect(await started.tick(1)).toMatchObject({ sampled: 1 })
    const now = 10 * DAY_MINUTES + 4
    expect(await gaps()).toEqual([gap(1, now - 3, 'not running'), gap(now - 3, now, 'clock')])
    expect(await cursor()).toBe(FIRST + now)
  })
})

describe('a clock that is behind', () => {
  it('rewrites no history, neither where the platform says so nor where it cannot be reached', async () => {
    const before = await samplesOf(app, universeId)
    const started = await startAgain(app, -10 * DAY_MINUTES)
    expect(await started.tick(1)).toMatchObject({ sampled: 0, gaps: [{ universeId, reason: 'clock' }] })
    expect(await gaps()).toEqual([gap(1, 2, 'clock')])
    const cut = await startAgain(app, -10 * DAY_MINUTES)
    cutOff(app)
    expect(await cut.tick(1)).toMatchObject({ sampled: 0 })
    expect([await cursor(), await gaps(), await samplesOf(app, universeId)]).toEqual([
      FIRST,
      [gap(1, 2, 'clock')],
      before,
    ])
    reconnect(app)
    cut.setClock(0)
    expect(await cut.tick(1)).toMatchObject({ sampled: 1 })
    expect(await gaps()).toEqual([gap(1, 3, 'clock')])
  })
})

describe('a game that is removed by a clock that is behind', () => {
  it('keeps its thirty days from the last tick on', async () => {
    const started = await startAgain(app, -10 * DAY_MINUTES)
    const [account] = await started.services.accounts.list()
    if (account === undefined) throw new Error('There is no account.')
    for (const game of await started.services.findGame.ofAccount(account)) await started.services.games.remove(game)
    const raw = new Database(app.databaseFile)
    expect(raw.prepare('SELECT removed_at FROM game').pluck().all()).toEqual([NOON])
    raw.close()
  })
})

describe('a service that tracks nothing', () => {
  it('asks the platform for the time all the same', async () => {
    const [account] = await app.services.accounts.list()
    if (account === undefined) throw new Error('There is no account.')
    for (const game of await app.services.findGame.ofAccount(account)) await app.services.games.remove(game)
    const started = await startAgain(app)
    // The first tick ends the schedule of the game that was removed.
    await started.tick(1)
    expect(started.clockCheck.state()).toBe('correct')
    cutOff(app)
    await started.tick(61)
    expect(started.clockCheck.state()).toBe('unknown')
  })
})
