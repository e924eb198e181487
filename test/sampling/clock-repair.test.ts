// Samples that a clock ahead of time stored in the future are moved back once the clock is found correct.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { record, sample } from '../store/contract/support.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { type RestartedApp, startAgain, trueMinute, YEARS } from './clocks.js'
import { gapsOf, samplesOf } from './series.js'

const FIRST = minuteOf(NOON)
const FAR = FIRST + YEARS
const CHANNEL = '112233445566778899'
const never = new AbortController().signal
let app: TestApp
let universeId = 0
let started: RestartedApp

/** Creates what an older version left: it started in 2029, and then its clock was corrected. */
beforeEach(async () => {
  app = await startApp()
  universeId = app.simulator.world.games[0]?.universeId ?? 0
  const account = await app.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  await app.services.games.add(account, { universeId }, CHANNEL)
  app.simulator.set(universeId, { visits: 90 })
  await app.tick()
  await app.services.evaluateTicks({ stop: never })
  const raw = new Database(app.databaseFile)
  raw.exec(`
    INSERT INTO gap (universe_id, from_minute, until_minute, reason) VALUES
      (${universeId}, ${FIRST + 1}, ${FAR}, 'not running'), (${universeId}, ${FAR + 9}, ${FAR + 10}, 'clock');
    INSERT INTO schedule (universe_id, since, interval) VALUES (${universeId}, ${FAR}, 10);
    UPDATE tick_cursor SET minute = ${FAR};
    UPDATE notice_cursor SET minute = ${FAR}`)
  raw.close()
  app.clock.advance(5)
  started = await startAgain(app)
})
afterEach(() => app.stop())

it('brings gaps, schedules and the cursor back to the present minute, and says so', async () => {
  expect(await started.tick()).toMatchObject({ sampled: 1, gaps: [] })
  expect(await gapsOf(app, universeId)).toEqual([
    { universeId, from: FIRST + 1, until: FIRST + 5, reason: 'not running' },
  ])
  expect((await app.store.series.cursor())?.minute).toBe(FIRST + 5)
  expect(await app.store.series.schedules(universeId, FIRST, FAR + 1)).toEqual([
    { universeId, since: FIRST, interval: 1 },
  ])
  expect(started.log).toEqual([expect.stringMatching(/^The clocks agree: what lay in the future was moved back/)])
})

it('lets a real outage be seen afterwards, and the next tick find nothing more to move', async () => {
  await started.tick()
  await started.tick(1)
  await started.tick(20)
  expect((await gapsOf(app, universeId)).at(-1)).toEqual({
    universeId,
    from: FIRST + 7,
    until: FIRST + 26,
    reason: 'not running',
  })
  expect((await samplesOf(app, universeId)).map(({ minute }) => minute - FIRST)).toEqual([0, 5, 6, 26])
  expect(started.log).toHaveLength(1)
})

it('goes on evaluating from now, without waiting for 2029', async () => {
  await started.tick()
  await started.services.evaluateTicks({ stop: never })
  app.simulator.set(universeId, { visits: 120 })
  await started.tick(1)
  expect(await started.services.evaluateTicks({ stop: never })).toMatchObject({ notifications: 1, cursor: FIRST + 6 })
  expect((await app.store.outbox.list({ limit: 9 })).map(({ subject }) => subject)).toEqual(['visits:100'])
})

it('shows the latest sample of now, not one that was stored for the future', async () => {
  await record(app.store, FAR, { samples: [sample(universeId, FAR)], cursor: { minute: FIRST, clockWasWrong: false } })
  await started.tick()
  expect((await started.store.series.latest([universeId])).get(universeId)?.minute).toBe(trueMinute(app))
})

it('leaves everything as it is while the clock is not known to be correct', async () => {
  expect(await started.store.moveBack(app.clock.now())).toEqual({ cursor: null, gaps: 0, schedules: 0, times: 0 })
  expect((await app.store.series.cursor())?.minute).toBe(FAR)
})
