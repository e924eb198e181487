// Server/NewServer.php/{placeid}: opens a private server with the operator's credential, so its use is limited.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compose } from '../../../src/compose.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import type { TestHttp } from '../../support/start-http.js'
import { needsFile } from '../../support/test-run.js'
import { expectError, FORMS, fail, simulatorCalls, startLegacy } from './support.js'

const COOKIE = '_|WARNING:-DO-NOT-SHARE-THIS.|_SECRETCOOKIE'
const body = z.strictObject({ PlaceId: z.int(), ServerId: z.int(), Name: z.string(), Link: z.url().nullable() })
const CREATE = /^POST games\/v1\/games\/vip-servers\//
const creations = () => simulatorCalls(http).filter((call) => CREATE.test(call)).length

let http: TestHttp
beforeEach(async () => {
  http = await startLegacy({ environment: { PLATFORM_COOKIE: COOKIE }, simulator: { cookie: COOKIE } })
})
afterEach(() => http.stop())

/**
 * Private servers of games 0 to 2 are free, those of game 3 cost money, and game 4 has none
 * (src/simulator/world/game.ts).
 */
const placeOf = (index: number) => http.simulator.world.games[index]?.placeId ?? 0
const path = (index = 0, form = '/platform') => `${form}/Server/NewServer.php/${placeOf(index)}`
const open = (where = path(), key: string | null = http.key) => http.ask(`~${where}`, { key })

describe('a server', () => {
  it.each(FORMS)('is opened under %s, by both addresses [PLATFORM-7]', async (form) => {
    for (const where of [path(0, form), `${form}/Users/NewServer/${placeOf(1)}`]) {
      const answer = await open(where)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['content-type']).toMatch(/json/)
      expect(body.parse(answer.json())).toMatchObject({
        PlaceId: Number(where.split('/').at(-1)),
        Name: 'Headcount 2026-06-17 12:00',
        Link: expect.stringMatching(/privateServerLinkCode=\w+/),
      })
    }
  })

  it('is another one each time: nothing is cached or shared, and no answer is 304', async () => {
    http.simulator.settings.latencyMs = 30
    const answers = await Promise.all([open(), open(), open()])
    expect(new Set(answers.map((answer) => body.parse(answer.json()).ServerId)).size).toBe(3)
    const again = await http.ask(`~${path()}`, { headers: { 'if-none-match': '*' } })
    expect(again.status).toBe(200)
  })

  it('is asked for at no price, with one key however often it is sent [LEGACY-13]', async () => {
    const sent: { body: unknown; token: unknown }[] = []
    http.simulator.settings.intercept = ({ path: called, body: text, headers }) => {
      if (called.includes('/vip-servers/') && called.startsWith('/v1/games')) {
        sent.push({ body: JSON.parse(text), token: headers['x-csrf-token'] })
      }
      return undefined
    }
    await open()
    const [first, second] = sent
    expect(first?.body).toMatchObject({ expectedPrice: 0, idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(second?.body).toEqual(first?.body)
    expect([first?.token, second?.token]).toEqual([undefined, expect.any(String)])
    // The platform's token is cached until the platform rejects it.
    await open()
    expect(sent).toHaveLength(3)
    http.simulator.rotateCsrf()
    expect((await open()).status).toBe(200)
    expect(sent).toHaveLength(5)
    expect(sent[3]?.body).toEqual(sent[4]?.body)
    expect(sent[3]?.body).not.toEqual(sent[2]?.body)
  })

  it('whose answer was lost is asked for again with the same key, and is one server [PLATFORM-18]', async () => {
    await open()
    const keys = new Set<unknown>()
    let calls = 0
    http.simulator.settings.intercept = ({ path: called, body: text }) => {
      if (!called.startsWith('/v1/games/vip-servers/')) return undefined
      keys.add(JSON.parse(text).idempotencyKey)
      return calls++ === 0 ? { reset: true } : undefined
    }
    expect((await open()).status).toBe(200)
    expect([calls, keys.size]).toEqual([2, 1])
  })

  it('whose link is not to be had is answered without one', async () => {
    fail(http, /^\/v1\/vip-servers\//, { status: 500, body: '' })
    expect(body.parse((await open()).json()).Link).toBeNull()
  })

  it('is logged with the key’s id, and never with a secret', async () => {
    await open()
    await open(path(3))
    const lines = http.logged.join('')
    expect(lines).toMatch(/"keyId":\d+,"accountId":\d+,"placeId":\d+,"serverId":\d+/)
    expect(lines).toMatch(/not opened/)
    expect(lines).not.toContain('SECRETCOOKIE')
    expect(lines).not.toContain(http.key)
  })
})

describe('the platform', () => {
  it('that costs money is rejected, and the text of the platform is passed on', async () => {
    expectError(await open(path(3)), 502, 'UPSTREAM_ERROR', /price for purchasing this private server has changed/)
  })

  it('that allows none, or does not know the credential, is heard too', async () => {
    expectError(await open(path(4)), 502, 'UPSTREAM_ERROR', /disabled private servers/)
    http.simulator.settings.cookie = 'another'
    expectError(await open(), 502, 'UPSTREAM_ERROR', /Authentication token is missing/)
  })

  it('that wants a challenge solved is not asked again', async () => {
    const challenge = { status: 403, body: '{"errors":[{"code":0,"message":"Challenge is required"}]}' }
    fail(http, /vip-servers/, challenge)
    expectError(await open(), 502, 'UPSTREAM_ERROR', /Challenge is required/)
    expect(creations()).toBe(1)
  })

  it('that fails is not requested again, because its outcome is unknown', async () => {
    const phrase = 'We are having a problem completing your purchase. Please try again in a few minutes.'
    fail(http, /vip-servers/, { status: 500, body: `{"errors":[{"code":16,"message":"${phrase}"}]}` })
    expectError(await open(), 502, 'UPSTREAM_ERROR', /problem completing your purchase/)
    expect(creations()).toBe(1)
  })
})

describe('the ten of a day', () => {
  it(
    'are counted by account, over a restart too, and begin at zero with the next day [LEGACY-14]',
    needsFile,
    async () => {
      const other = await http.tenant()
      for (let n = 0; n < 10; n++) expect((await open()).status).toBe(200)
      const rejected = await open()
      expectError(rejected, 429, 'RATE_LIMIT_EXCEEDED', /at most 10 servers a day/)
      expect(rejected.headers['retry-after']).toBe(`${12 * 60 * 60}`)
      expect((await open(path(), other.key)).status).toBe(200)
      // A second service runs on a copy of the database of the first one.
      const copy = `${http.databaseFile}.copy`
      const raw = new Database(http.databaseFile)
      raw.prepare('VACUUM INTO ?').run(copy)
      raw.close()
      const restarted = await compose({ ...http.config, DATABASE_URL: `file:${copy}` }, http.clock)
      const again = restarted.services.lookUp.openPrivateServer(http.account, placeOf(0))
      await expect(again).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' })
      await restarted.close()
      http.clock.advance(12 * 60)
      expect((await open()).status).toBe(200)
    },
  )

  it('are not used up by what the platform rejects', async () => {
    for (let n = 0; n < 11; n++) expect((await open(path(3))).status).toBe(502)
    expect((await open()).status).toBe(200)
  })

  it('are not exceeded by many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => open()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })
})
