// Server/NewServer.php/{placeid}: who may not open a private server, and where the credential is never sent.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TestHttp } from '../../support/start-http.js'
import { expectError, fail, get, simulatorCalls, startLegacy } from './support.js'

const COOKIE = '_|WARNING:-DO-NOT-SHARE-THIS.|_SECRETCOOKIE'
const creations = () =>
  simulatorCalls(http).filter((call) => call.startsWith('POST games/v1/games/vip-servers/')).length

let http: TestHttp
const start = (environment: Record<string, string> = { PLATFORM_COOKIE: COOKIE }) =>
  startLegacy({ environment, simulator: { cookie: COOKIE } })
beforeEach(async () => {
  http = await start()
})
afterEach(() => http.stop())

const path = () => `/platform/Server/NewServer.php/${http.simulator.world.games[0]?.placeId}`
const open = (where = path(), key: string | null = http.key) => http.ask(`~${where}`, { key })

describe('who may not open one', () => {
  it.each([
    ['without a key', undefined, 401, 'INVALID_API_KEY'],
    ['on the free plan', { plan: 'free' }, 403, 'SUBSCRIPTION_REQUIRED'],
    ['on the premium plan', { plan: 'premium' }, 403, 'INSUFFICIENT_PERMISSIONS'],
    ['on an enterprise trial', { plan: 'enterprise', status: 'trial' }, 403, 'INSUFFICIENT_PERMISSIONS'],
    ['on an expired enterprise plan', { plan: 'enterprise', status: 'expired' }, 403, 'SUBSCRIPTION_REQUIRED'],
  ] as const)('%s is rejected before anything else is looked at', async (_, terms, status, code) => {
    const key = terms ? (await http.tenant(terms)).key : null
    for (const where of [path(), '/platform/Server/NewServer.php/x', '/platform/Users/NewServer/0']) {
      expectError(await open(where, key), status, code, /./)
    }
    expect(simulatorCalls(http)).toEqual([])
  })

  it('is anybody with a wrong or a revoked key', async () => {
    expect((await open(path(), `hc_live_${'a'.repeat(43)}`)).status).toBe(401)
    const { account, key } = await http.tenant()
    const [record] = await http.services.keys.list(account)
    if (record) await http.services.keys.revoke(record)
    expect((await open(path(), key)).status).toBe(401)
    expect(simulatorCalls(http)).toEqual([])
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('is who asks by %s', async (method) => {
    const answer = await http.ask(`~${path()}`, { method })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET'])
    expect(simulatorCalls(http)).toEqual([])
  })

  it.each(['', '/', '/0', '/x', '/1.5', '/9007199254740992'])('is who names no place: %s', async (end) => {
    for (const where of ['/platform/Server/NewServer.php', '/platform/Users/NewServer']) {
      expectError(await open(where + end), 400, 'INVALID_PARAMETERS', /^placeid must be a whole number/)
    }
  })

  it('is who names an unknown place', async () => {
    expectError(await open('/platform/Server/NewServer.php/424242'), 404, 'NOT_FOUND', /not show place 424242/)
    expect(creations()).toBe(0)
  })
})

describe('the credential', () => {
  it('that is not configured leaves 503, for those who may ask [LEGACY-12]', async () => {
    await http.stop()
    http = await start({})
    expectError(await open(), 503, 'NOT_CONFIGURED', /PLATFORM_COOKIE/)
    expect((await open(path(), null)).status).toBe(401)
    expect(simulatorCalls(http)).toEqual([])
  })

  it('is not sent to a proxy [PROCESS-7]', async () => {
    await http.stop()
    http = await start({ PLATFORM_COOKIE: COOKIE, PLATFORM_URL: 'http://platform-proxy.invalid/{service}' })
    expectError(await open(), 503, 'NOT_CONFIGURED', /PLATFORM_URL leads to a host that is not/)
  })

  it('is in no other lookup', async () => {
    let seen = 0
    http.simulator.settings.intercept = ({ headers }) => {
      if (headers.cookie !== undefined) seen++
      return undefined
    }
    for (const where of ['/Groups/GroupOwner/12', '/Users/Usernames?userId=123', '/Assets/SearchMusic/piano']) {
      await get(http, `/platform${where}`)
    }
    expect(seen).toBe(0)
  })

  it('does not follow the platform to another address', async () => {
    fail(http, /vip-servers/, { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' })
    expect((await open()).status).toBe(502)
    expect(creations()).toBe(1)
  })
})
