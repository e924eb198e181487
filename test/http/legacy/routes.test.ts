// What all legacy routes have in common: letter case, methods, conditional requests, and limits by address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestHttp } from '../../support/start-http.js'
import { expectError, FORMS, get, simulatorCalls, startLegacy } from './support.js'

let http: TestHttp
beforeAll(async () => {
  http = await startLegacy({ settings: { trustProxy: true } })
})
afterAll(() => http.stop())

const PATHS = [
  '/Groups/GroupName?GroupId=12',
  '/Groups/GroupName/12',
  '/Groups/GroupOwner?GroupId=12',
  '/Groups/GroupOwner/12',
  '/Groups/GroupDescription?GroupId=12',
  '/Groups/GroupDescription/12',
  '/Users/Usernames?userId=123',
  '/Username?userId=123',
  '/Users/GetVisits?username=123',
  '/Assets/SearchMusic/piano',
  '/Users/SearchMusic/piano',
  '/Coming/word',
]
const all = FORMS.flatMap((form) => PATHS.map((path) => form + path))

describe('every address', () => {
  it.each(all)('answers: %s [LEGACY-1]', async (path) => {
    const answer = await get(http, path)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['x-ratelimit-limit']).toBe('100000')
  })

  it('asks the platform for nothing but what it has, in batches or by page', () => {
    const known = [
      ...['GET groups/v2/groups', 'POST users/v1/users', 'GET users/v1/users/123/username-history'],
      ...['GET games/v2/users/123/games', 'POST apis/toolbox-service/v2/assets:search', 'GET thumbnails/v1/assets'],
    ]
    expect([...new Set(simulatorCalls(http))].sort()).toEqual(known.sort())
  })

  it('answers HEAD like GET, without a body', async () => {
    for (const path of all.slice(0, PATHS.length)) {
      const [head, body] = [await http.ask(`~${path}`, { method: 'HEAD', key: null }), await get(http, path)]
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        body.headers['content-length'],
      ])
    }
  })

  it('rejects every other method with 405 and the ones allowed', async () => {
    for (const path of [...all.slice(0, PATHS.length), '/api/Coming/word', '/Coming/word']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await http.ask(`~${path}`, { method, key: null })
        expectError(answer, 405, 'METHOD_NOT_ALLOWED', /Only GET and HEAD/)
        expect(answer.headers.allow).toBe('GET, HEAD')
      }
    }
  })

  it.each([
    '/platform/groups/GroupName?GroupId=12',
    '/platform/Groups/groupname?GroupId=12',
    '/platform/Users/usernames?userId=123',
    '/platform/users/GetVisits?username=123',
    '/platform/Assets/searchMusic/piano',
    '/platform/Server/newserver.php/1',
    '/platform/coming/word',
    '/platform',
    '/api/platform/',
    '/platform/Groups',
    '/platform/Groups/GroupName/12/13',
  ])('has its case and its parts, or is not there: %s', async (path) => {
    expectError(await get(http, path), 404, 'NOT_FOUND', /no such lookup/)
  })

  it.each([
    '/Platform/Groups/GroupName/12',
    '/API/platform/Groups/GroupName/12',
    '/other/Groups/GroupName/12',
    '/Groups/GroupName/12',
  ])('stands under a configured segment, or is not there: %s', async (path) => {
    expect((await get(http, path)).status).toBe(404)
  })

  it('with a broken escape is rejected, with the headers of the limit', async () => {
    expectError(await get(http, '/platform/Groups/GroupName/%E0%A4%A'), 400, 'INVALID_PARAMETERS', /malformed/)
  })

  it('answers 304 to who has the answer already', async () => {
    const path = '~/platform/Groups/GroupName?GroupId=12'
    const { headers } = await http.ask(path, { key: null })
    const again = await http.ask(path, { key: null, headers: { 'if-none-match': headers.etag ?? '' } })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('Coming', () => {
  it.each([...FORMS.map((form) => `${form}/Coming/soon`), '/api/Coming/soon', '/Coming/soon', '/Coming/%F0%9F%8E%B9'])(
    'outputs nothing yet: %s [LEGACY-15]',
    async (path) => {
      const answer = await get(http, path)
      expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0'])
      expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
    },
  )
})

describe('other segments', () => {
  it('take the place of the usual ones', async () => {
    const other = await startLegacy({ settings: { legacySegments: ['games-old'] } })
    try {
      expect((await get(other, '/games-old/Groups/GroupName/12')).status).toBe(200)
      expect((await get(other, '/api/games-old/Groups/GroupName/12')).status).toBe(200)
      expect((await get(other, '/platform/Groups/GroupName/12')).status).toBe(404)
    } finally {
      await other.stop()
    }
  })
})

describe('the limit by address', () => {
  let limited: TestHttp
  beforeAll(async () => {
    limited = await startLegacy({ settings: { trustProxy: true, legacyRequestsPerMinute: 3 } })
  })
  afterAll(() => limited.stop())
  const from = (address: string, path: string) =>
    limited.ask(`~${path}`, { key: null, headers: { 'x-forwarded-for': address } })

  it('counts every answer, errors and all forms alike, and then says how long to wait', async () => {
    const paths = ['/platform/Groups/GroupName/12', '/api/roblox/Groups/GroupName/x', '/api/Coming/x']
    const left = []
    for (const path of paths) left.push((await from('10.0.0.1', path)).headers['x-ratelimit-remaining'])
    expect(left).toEqual(['2', '1', '0'])
    for (const path of [...paths, '/roblox/nothing', '/Coming/x']) {
      const answer = await from('10.0.0.1', path)
      expectError(answer, 429, 'RATE_LIMIT_EXCEEDED', /More than 3 requests/)
      expect(answer.headers['x-ratelimit-limit']).toBe('3')
      const wait = Number(answer.headers['retry-after'])
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(60)
    }
    expect((await from('10.0.0.2', '/Coming/x')).status).toBe(200)
  })

  it('counts an IPv6 address by its /64 [LEGACY-2]', async () => {
    for (const end of ['1', '2', '1:2:3']) await from(`2001:db8:0:1::${end}`, '/Coming/x')
    expect((await from('2001:db8:0:1:9::9', '/Coming/x')).status).toBe(429)
    expect((await from('2001:db8:0:2::1', '/Coming/x')).status).toBe(200)
  })

  it('is not that of the statistics API', async () => {
    for (let n = 0; n < 5; n++) await from('10.0.0.3', '/Coming/x')
    const answer = await limited.ask('/games', { headers: { 'x-forwarded-for': '10.0.0.3' } })
    expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, '500'])
  })
})

describe('an answer', () => {
  it('may be kept as long as it is kept here [LEGACY-16]', async () => {
    const kept = async (path: string) => (await get(http, `/platform${path}`)).headers['cache-control']
    expect(await kept('/Groups/GroupName/12')).toBe('public, max-age=600')
    expect(await kept('/Users/GetVisits?username=123')).toBe('public, max-age=60')
    // Neither an error nor the empty answer is kept.
    for (const path of ['/Groups/GroupName/x', '/Groups/GroupName/999999999', '/Groups/nothing', '/Coming/soon'])
      expect([path, await kept(path)]).toEqual([path, 'no-store'])
    for (const path of ['/api/Coming/soon', '/Coming/soon'])
      expect((await get(http, path)).headers['cache-control']).toBe('no-store')
    expect((await http.ask('~/platform/Groups/GroupName/12', { method: 'POST' })).headers['cache-control']).toBe(
      'no-store',
    )
  })

  it('may be read by pages of the listed origins, and of no others [LEGACY-16]', async () => {
    const origin = 'https://dash.studio.example'
    const open = await startLegacy({ settings: { corsOrigins: [origin] } })
    try {
      const from = (name: string) =>
        open.ask('~/platform/Groups/GroupName/12', { key: null, headers: { origin: name } })
      expect((await from(origin)).headers['access-control-allow-origin']).toBe(origin)
      expect((await from('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
    } finally {
      await open.stop()
    }
  })
})
