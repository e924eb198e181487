// What health says of a damaged database: not ready where nothing can be stored; ready, and damaged, where only the past is.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPoller, type TestPoller } from '../../poller/support.js'
import { rejectTicks } from '../../support/rejections.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { breakPages, pagesOf } from '../../support/store/damage-file.js'
import { needsFile } from '../../support/test-run.js'
import { readingOf } from '../metrics/text-format.js'
import { damageWeek, writeWeeks } from './weeks.js'

const TOKEN = 'a-token-of-the-operator'
const SOON = { timeout: 60_000 }
const never = new AbortController().signal
let http: TestHttp
let opened: TestPoller | undefined

beforeEach(async () => {
  http = await startHttpApp({ settings: { metricsToken: TOKEN } })
})
afterEach(async () => {
  await opened?.poller.stop()
  opened = undefined
  await http.stop()
})

const readiness = async () => {
  const { status, json } = await http.ask('~/readyz', { key: null })
  return { code: status, body: json() }
}

/** Runs the poller until its next tick has ended in this state. */
async function tickUntil(state: string): Promise<void> {
  if (opened === undefined) {
    opened = openPoller(http)
    http.parts.poller = opened.poller.state
  }
  const { poller } = opened
  http.clock.advance(1)
  await expect.poll(() => poller.state().state, SOON).toBe(state)
}

describe('a database that takes no tick', needsFile, () => {
  it('makes the service not ready until a tick is stored again, also where other writes succeed [PROCESS-15]', async () => {
    await http.track(0)
    await tickUntil('running')
    expect((await readiness()).code).toBe(200)
    const accept = rejectTicks(http)
    await tickUntil('failing')
    expect(await readiness()).toMatchObject({
      code: 503,
      body: { status: 'not ready', database: { writable: true }, poller: { state: 'failing' } },
    })
    accept()
    await tickUntil('running')
    expect((await readiness()).code).toBe(200)
  })

  it('is not ready with pages of zeros in the table of the ticks [PROCESS-15]', async () => {
    await http.track(0)
    await tickUntil('running')
    await breakPages(http.databaseFile, pagesOf(http.databaseFile, 'tick_cursor'))
    await tickUntil('failing')
    expect((await readiness()).code).toBe(503)
  })
})

describe('a database whose past is damaged', needsFile, () => {
  it('leaves the service ready, and health and metrics say that it is damaged, once that was found [PROCESS-58]', async () => {
    const metrics = async () =>
      (await http.ask('~/metrics', { key: null, headers: { authorization: `Bearer ${TOKEN}` } })).text
    const game = await http.track(0)
    await writeWeeks(http, game)
    await http.store.series.maintain()
    expect((await readiness()).body).toMatchObject({ integrity: { state: 'unknown' } })
    await http.services.verification.run(never)
    expect((await readiness()).body).toMatchObject({ integrity: { state: 'sound', since: '2026-06-17T12:00:00.000Z' } })
    expect(readingOf(await metrics(), 'headcount_integrity_state', { state: 'sound' })).toBe(1)
    damageWeek(http, game)
    await http.services.verification.run(never)
    const { code, body } = await readiness()
    expect(code).toBe(200)
    expect(body).toMatchObject({
      status: 'ready',
      integrity: { state: 'damaged', detail: 'Weeks of a game that cannot be read: 1. The doctor says where.' },
    })
    expect(JSON.stringify(body)).not.toContain(`${game.universeId}`)
    expect(readingOf(await metrics(), 'headcount_integrity_state', { state: 'damaged' })).toBe(1)
    expect(readingOf(await metrics(), 'headcount_integrity_state', { state: 'sound' })).toBe(0)
  })
})
