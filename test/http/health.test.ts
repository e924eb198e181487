import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { programVersion } from '../../src/program-version.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { isOnPostgres, needsFile } from '../support/test-run.js'

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
})
afterAll(() => http.stop())

const ask = (path: string, method = 'GET') => http.ask(`~${path}`, { key: null, method })

/** Changes the database as another process would, and afterwards reverts the change. */
async function meanwhile(before: string, after: string, look: () => Promise<void>): Promise<void> {
  const database = new Database(http.databaseFile)
  try {
    database.exec(before)
    await look()
    database.exec(after)
  } finally {
    database.close()
  }
}

describe('GET /healthz', () => {
  it('is 200 as long as the process serves, also while the store fails [PROCESS-14]', async () => {
    expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    const health = vi.spyOn(http.store, 'health').mockRejectedValue(new Error('broken'))
    expect((await ask('/healthz')).status).toBe(200)
    health.mockRestore()
  })
})

describe('GET /readyz', () => {
  it('is 200 with the database writable and migrated, and states how poller and bot are', async () => {
    http.parts.poller = () => ({ state: 'running' })
    http.parts.bot = () => ({ state: 'off', detail: 'no token' })
    const answer = await ask('/readyz')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      status: 'ready',
      version: programVersion,
      database: { writable: true, migrated: true },
      clock: { state: 'unknown' },
      poller: { state: 'running' },
      platform: { state: 'waiting' },
      bot: { state: 'off', detail: 'no token' },
      integrity: { state: 'unknown' },
      backups: { state: 'off' },
      ...(isOnPostgres ? { sharedWork: expect.objectContaining({ unheldShards: 0 }) } : {}),
    })
  })

  it('stays 200 while the bot has an error', async () => {
    http.parts.bot = () => ({ state: 'reconnecting' })
    expect((await ask('/readyz')).status).toBe(200)
  })

  it.each([
    ['an error', { status: 503, body: '' }, 'games:details: The platform answered 503.'],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://192.0.2.1/' } },
      'games:details: The platform answered 302.',
    ],
    ['a page', { status: 200, body: '<html>' }, 'games:details: The answer is not of the expected form.'],
    ['no answer', { reset: true }, 'games:details: No answer.'],
  ])('says since when the platform gives %s, and stays 200 [PROCESS-41]', async (_, fault, detail) => {
    const app = await startHttpApp()
    onTestFinished(() => app.stop())
    await app.track(0)
    app.simulator.settings.intercept = ({ path }) => (path === '/v1/games' ? fault : undefined)
    await app.tick()
    const answer = await app.ask('~/readyz', { key: null })
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ platform: { state: 'failing', since: expect.any(String), detail } })
    app.simulator.settings.intercept = undefined
    app.clock.advance(1)
    await app.tick()
    expect((await app.ask('~/readyz', { key: null })).json()).toMatchObject({ platform: { state: 'running' } })
  })

  it('says where nobody takes the connection [PROCESS-41]', async () => {
    const app = await startHttpApp()
    onTestFinished(() => app.stop())
    await app.track(0)
    await app.simulator.close()
    await app.tick()
    const detail = 'games:details: No answer: the connection was rejected.'
    expect((await app.ask('~/readyz', { key: null })).json()).toMatchObject({ platform: { state: 'failing', detail } })
  })

  it('says while the platform allows no call, and why [PROCESS-41]', async () => {
    const app = await startHttpApp()
    onTestFinished(() => app.stop())
    await app.track(0)
    app.simulator.settings.intercept = ({ path }) =>
      path === '/v1/games/votes' ? { status: 429, headers: { 'retry-after': '60' }, body: '' } : undefined
    await app.tick()
    const detail = 'games:votes: The platform answered 429.'
    expect((await app.ask('~/readyz', { key: null })).json()).toMatchObject({ platform: { state: 'limited', detail } })
  })

  it('is 503 while ticks are overdue, and says why [PROCESS-15]', async () => {
    const detail = 'No tick has been stored for 5 minutes. None has begun since.'
    http.parts.poller = () => ({ state: 'overdue', since: '2026-06-17T12:00:00.000Z', detail })
    const answer = await ask('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.json()).toMatchObject({ status: 'not ready', poller: { state: 'overdue', detail } })
    http.parts.poller = () => ({ state: 'running' })
    expect((await ask('/readyz')).status).toBe(200)
  })

  it('is 503 while the first answers are prepared, and says so [PROCESS-15]', async () => {
    http.parts.arePreparingAnswers = () => true
    const answer = await ask('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.json()).toMatchObject({ status: 'not ready', answers: { state: 'preparing' } })
    http.parts.arePreparingAnswers = () => false
    expect((await ask('/readyz')).status).toBe(200)
  })

  it('is 503 while the database takes no write, and 200 again after', needsFile, async () => {
    const full = `CREATE TRIGGER full BEFORE INSERT ON setting BEGIN SELECT raise(ABORT, 'disk full'); END`
    await meanwhile(full, 'DROP TRIGGER full', async () => {
      const answer = await ask('/readyz')
      expect(answer.status).toBe(503)
      expect(answer.json()).toMatchObject({ status: 'not ready', database: { writable: false, migrated: true } })
    })
    expect((await ask('/readyz')).status).toBe(200)
  })

  it('tests the database once for all who wait at the same time, and again for each who comes later [PROCESS-15]', async () => {
    const { health: read } = http.store
    let isAnswering = (): void => undefined
    const held = new Promise<void>((resolve) => {
      isAnswering = resolve
    })
    const health = vi.spyOn(http.store, 'health').mockImplementation(async () => {
      await held
      return read()
    })
    const answers = Array.from({ length: 100 }, () => ask('/readyz'))
    // Once those that were sent later are answered, the others have arrived.
    await Promise.all(Array.from({ length: 100 }, () => ask('/healthz')))
    isAnswering()
    expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true)
    const together = health.mock.calls.length
    expect(together).toBeLessThan(10)
    for (let time = 0; time < 3; time++) await ask('/readyz')
    expect(health.mock.calls.length).toBe(together + 3)
    health.mockRestore()
  })

  it('is 503 where the store cannot even be asked, and says nothing of why', async () => {
    const health = vi.spyOn(http.store, 'health').mockRejectedValue(new Error('SQLITE_NOTADB'))
    const answer = await ask('/readyz')
    health.mockRestore()
    expect(answer.status).toBe(503)
    expect(answer.text).not.toContain('SQLITE')
    expect(http.logged.at(-1)).toContain('SQLITE_NOTADB')
  })
})

describe('both', () => {
  it('need no key, answer HEAD, are never cached, and take no other method', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const head = await ask(path, 'HEAD')
      expect(head).toMatchObject({ status: 200, text: '' })
      expect(head.headers['cache-control']).toBe('no-store')
      expect(head.headers['x-content-type-options']).toBe('nosniff')
      expect((await ask(path, 'POST')).status).toBeGreaterThanOrEqual(404)
    }
  })
})
