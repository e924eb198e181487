import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRateHeaders, expectRejection } from '../expect-answer.js'

let http: TestHttp
let expired: string
let trial: string
beforeAll(async () => {
  http = await startHttpApp()
  expired = (await http.tenant({ status: 'expired' })).key
  trial = (await http.tenant({ status: 'trial', trialDays: 3 })).key
})
afterAll(() => http.stop())

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const PATHS = ['/games', '/games/1/stats', '/games/1/export']

describe('the order of rejection', () => {
  it('is 401 before everything else', async () => {
    for (const path of ['/nothing', '/games/x/stats', '/games/%zz/export'])
      expectRejection(await http.ask(path, { key: null, method: 'POST' }), 401, 'INVALID_API_KEY')
  })

  it('is 404 and 405 before 403', async () => {
    expectRejection(await http.ask('/nothing', { key: expired }), 404, 'NOT_FOUND')
    expectRejection(await http.ask('/games', { key: expired, method: 'POST' }), 405, 'METHOD_NOT_ALLOWED')
    expectRejection(await http.ask('/games/%zz/export', { key: trial, method: 'PUT' }), 405, 'METHOD_NOT_ALLOWED')
    expectRejection(await http.ask('/%zz', { key: expired }), 404, 'NOT_FOUND')
  })

  it('is 403 before 400 [API-6]', async () => {
    for (const path of ['/games/x/stats', '/games/%zz/stats', '/games/%ff/export', '/games/0/export?format=xml'])
      expectRejection(await http.ask(path, { key: expired }), 403, 'SUBSCRIPTION_REQUIRED')
    expectRejection(await http.ask('/games/0/export?format=xml', { key: trial }), 403, 'INSUFFICIENT_PERMISSIONS')
  })

  it('is 400 before the 404 of a game that is not there', async () => {
    expectRejection(await http.ask('/games/999/export'), 400, 'INVALID_PARAMETERS')
    const reversed = '/games/999/export?start_date=2026-01-02&end_date=2026-01-01'
    expectRejection(await http.ask(reversed), 400, 'INVALID_PARAMETERS')
  })
})

describe('a subscription', () => {
  it('without an API plan, or expired, is rejected everywhere [PLANS-2]', async () => {
    const free = (await http.tenant({ plan: 'free' })).key
    for (const key of [free, expired])
      for (const path of PATHS) expectRejection(await http.ask(path, { key }), 403, 'SUBSCRIPTION_REQUIRED')
  })

  it('on trial has all but what is for Premium or Enterprise only [PLANS-3]', async () => {
    expect((await http.ask('/games', { key: trial })).status).toBe(200)
    expectRejection(await http.ask('/games/1/stats', { key: trial }), 404, 'NOT_FOUND')
    for (const path of ['/games/1/export', '/rankings'])
      expectRejection(await http.ask(path, { key: trial }), 403, 'INSUFFICIENT_PERMISSIONS')
  })

  it('on trial is expired at the minute in which the trial ends [PLANS-4]', async () => {
    const app = await startHttpApp({ terms: { status: 'trial', trialDays: 1 } })
    try {
      app.clock.advance(24 * 60 - 1)
      expect((await app.ask('/games')).status).toBe(200)
      app.clock.advance(1)
      expectRejection(await app.ask('/games'), 403, 'SUBSCRIPTION_REQUIRED')
    } finally {
      await app.stop()
    }
  })
})

describe('a path', () => {
  it.each(['/game', '/games/1', '/games//stats', '/games/1/stats/more', '/Games', '/games/1/Stats', '/..%2f'])(
    'that is "%s" leads nowhere: 404 in the shape of every error [API-1]',
    async (path) => expectRejection(await http.ask(path), 404, 'NOT_FOUND'),
  )

  it('outside /api/v1 is 404 in the same shape, without a key', async () => {
    for (const path of ['~/nothing', '~/api/v2/games', '~/api/v1games', '~/%zz', '~/.env']) {
      const answer = await http.ask(path, { key: null })
      expect(answer.status).toBe(404)
      expect(answer.json()).toEqual({ success: false, error: expect.any(String), code: 'NOT_FOUND' })
    }
  })

  it('of 8 KB, with thousands of unknown parameters, is answered as if they were not there', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => `a${index}`).join('&')
    expect((await http.ask(`/games?${many}&x=%zz&__proto__=1&constructor=2`)).status).toBe(200)
  })

  it('of the specification names what it ignores, and any other rejects it with the nearest name [API-14]', async () => {
    const answer = await http.ask('/games/summary?game_id=&star_date=2026-01-01&a%20b=1&__proto__=1')
    expect(answer.headers['x-ignored-parameters']).toBe('star_date, a%20b, __proto__')
    expect((await http.ask('/games/summary?start_date=2026-06-01')).headers['x-ignored-parameters']).toBeUndefined()
    for (const [path, word] of [
      ['/rankings?limt=1', 'did you mean limit'],
      ['/series?game=1', 'did you mean games'],
      ['/games/1/series?start_date=2026-01-01', 'did you mean from'],
      ['/games/1/series?timezone=UTC', 'did you mean tz'],
      ['/games/1/series?metrics=players', 'did you mean ccu'],
      ['/games/1/series?interval=hour', 'did you mean 1h'],
      ['/games/1/series?compare=prev', 'did you mean previous'],
      ['/rankings?by=player', 'did you mean ccu'],
      ['/events?types=market', 'did you mean market_fall'],
      ['/games/1/gaps?until=2026-01-01', 'did you mean to'],
      ['/games/1/series?whatever=1', 'It takes metrics, interval'],
    ] as const) {
      const rejected = await http.ask(path)
      expectRejection(rejected, 400, 'INVALID_PARAMETERS')
      expect(rejected.text).toContain(word)
    }
    expect((await http.ask('/events?tz=UTC')).text).not.toContain('did you mean')
  })

  it.each([
    ['/game', '/games'],
    ['/Games?limit=1', '/games'],
    ['/games/1/serie', '/games/1/series'],
    ['/game/1/summmary', '/games/1/summary'],
    ['/games/1', '/games/1/stats'],
    ['/games/stat', '/games/stats'],
    ['/summary', '/games/summary'],
    ['/games/7/update/12', '/games/7/updates/12'],
    ['/ranking', '/rankings'],
    ['/event', '/events'],
    ['/users', '/user'],
  ])('%s is not there, and its answer names %s [API-7]', async (path, nearest) => {
    const answer = await http.ask(path)
    expectRejection(answer, 404, 'NOT_FOUND')
    expect(answer.text).toContain(`(did you mean /api/v1${nearest}?)`)
  })

  it.each(['/nothing', '/games/x', '/games/1/2/3/4', '/games/1%22', '/games/%zz/serie', `/${'a'.repeat(2_000)}`])(
    '%s is not there, and nothing is like it',
    async (path) => {
      const answer = await http.ask(path)
      expectRejection(answer, 404, 'NOT_FOUND')
      expect(answer.text).not.toContain('did you mean')
    },
  )

  it.each(['~/api', '~/api/v1', '~/api/v1/'])('%s says where to read on, without a key [API-48]', async (path) => {
    const answer = await http.ask(path, { key: null })
    expect([answer.status, answer.json()]).toEqual([
      200,
      { success: true, links: expect.objectContaining({ openapi: '/api/v1/openapi.json' }) },
    ])
    expectRateHeaders(answer)
    const { links } = answer.json() as { links: Record<string, string> }
    for (const link of Object.values(links)) expect((await http.ask(`~${link}`)).status).toBe(200)
    const posted = await http.ask(path, { key: null, method: 'POST' })
    expectRejection(posted, 405, 'METHOD_NOT_ALLOWED')
    expect(posted.headers.allow).toBe('GET, HEAD')
  })

  it.each(['~/api', '~/api/v1'])('%s takes no parameter [API-14, API-48]', async (path) => {
    const rejected = await http.ask(`${path}?page=2`, { key: null })
    expectRejection(rejected, 400, 'INVALID_PARAMETERS')
    expect(rejected.text).toContain('no parameter page')
  })

  it('of the document names what it ignores [API-14]', async () => {
    const answer = await http.ask('/openapi.json?pretty=1', { key: null })
    expect([answer.status, answer.headers['x-ignored-parameters']]).toEqual([200, 'pretty'])
    expect((await http.ask('/openapi.json', { key: null })).headers['x-ignored-parameters']).toBeUndefined()
  })

  it.each(METHODS)('rejects %s with 405 and what is allowed [API-7]', async (method) => {
    for (const path of PATHS) {
      const answer = await http.ask(path, { method })
      expectRejection(answer, 405, 'METHOD_NOT_ALLOWED')
      expect(answer.headers.allow).toBe('GET, HEAD')
    }
  })

  it('is there or not whatever the method', async () => {
    for (const method of METHODS) expectRejection(await http.ask('/nothing', { method }), 404, 'NOT_FOUND')
  })
})

describe('HEAD', () => {
  it('has the status and headers of a rejected GET, and no body', async () => {
    for (const [path, key] of [
      ['/games', null],
      ['/nothing', http.key],
      ['/games', expired],
      ['/games/x/stats', http.key],
    ] as const) {
      const [get, head] = [await http.ask(path, { key }), await http.ask(path, { key, method: 'HEAD' })]
      expect(head.status).toBe(get.status)
      expect(head.text).toBe('')
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
      expectRateHeaders(head)
    }
  })
})

describe('a failure of our own', () => {
  it.each([
    ['the lookup of the key', () => vi.spyOn(http.store.keys, 'byHash')],
    ['the list of games', () => vi.spyOn(http.store.games, 'ofAccount')],
  ])('in %s is 500 without its details, and one line in the log', async (_, spy) => {
    const broken = spy().mockRejectedValue(new Error('SQLITE_CORRUPT at secret.ts:7'))
    const before = http.logged.length
    try {
      expectRejection(await http.ask('/games'), 500, 'INTERNAL_ERROR')
    } finally {
      broken.mockRestore()
    }
    const lines = http.logged.slice(before)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('SQLITE_CORRUPT')
  })
})

it('keeps its keys out of every answer and every line of the log [API-35]', async () => {
  const broken = vi.spyOn(http.store.games, 'ofAccount').mockRejectedValue(new Error('broken'))
  const texts: string[] = []
  for (const path of ['/games', `/games/${http.key}/stats`, `/${http.key}`, `/games?key=${http.key}`]) {
    const answer = await http.ask(path, { headers: { authorization: `Bearer ${http.key}` } })
    texts.push(answer.text, JSON.stringify(answer.headers))
  }
  broken.mockRestore()
  for (const text of [...texts, ...http.logged]) expect(text).not.toContain(http.key.slice(8))
})
