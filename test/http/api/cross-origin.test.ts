import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRateHeaders, expectRejection } from '../expect-answer.js'

const LISTED = 'https://dash.studio.example'
const SECOND = 'http://localhost:5173'
const PREFLIGHT = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' }

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp({ settings: { corsOrigins: [LISTED, SECOND] } })
})
afterAll(() => http.stop())

const from = (origin: string, path = '/games') => http.ask(path, { headers: { origin } })
const preflight = (origin: string, more: Readonly<Record<string, string>> = {}) =>
  http.ask('/games', { method: 'OPTIONS', key: null, headers: { origin, ...PREFLIGHT, ...more } })
const namesIn = (header: string | undefined) => (header ?? '').toLowerCase().split(/\s*,\s*/)

describe('a page of a listed origin', () => {
  it.each([LISTED, SECOND])('may read what it asks for: %s [API-31]', async (origin) => {
    const { status, headers } = await from(origin)
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(namesIn(headers.vary)).toContain('origin')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('may read the headers about limits, waiting and versions', async () => {
    const exposed = namesIn((await from(LISTED)).headers['access-control-expose-headers'])
    for (const name of [
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'retry-after',
      'etag',
      'x-request-id',
      'content-disposition',
      'x-ignored-parameters',
      'x-resolution',
      'deprecation',
      'sunset',
    ])
      expect(exposed).toContain(name)
  })

  it('may read a rejection too: 401, 404, 400 and 405', async () => {
    const answers = [
      await http.ask('/games', { key: null, headers: { origin: LISTED } }),
      await from(LISTED, '/nothing'),
      await from(LISTED, '/games/x/stats'),
      await http.ask('/games', { method: 'POST', headers: { origin: LISTED } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([401, 404, 400, 405])
    for (const { headers } of answers) expect(headers['access-control-allow-origin']).toBe(LISTED)
  })

  it('may read an export and the document', async () => {
    const game = await http.track(0)
    const path = `/games/${game.id}/export?start_date=2026-06-17&end_date=2026-06-17&format=csv`
    for (const target of [path, '/openapi.json'])
      expect((await from(LISTED, target)).headers['access-control-allow-origin']).toBe(LISTED)
  })

  it('learns by a preflight, without a key, that it may send GET and HEAD with its headers', async () => {
    const answer = await preflight(LISTED)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['access-control-allow-origin']).toBe(LISTED)
    expect(namesIn(answer.headers['access-control-allow-methods'])).toEqual(['get', 'head'])
    const allowed = namesIn(answer.headers['access-control-allow-headers'])
    for (const name of ['x-api-key', 'authorization', 'if-none-match']) expect(allowed).toContain(name)
    expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThan(0)
    expect(namesIn(answer.headers.vary)).toContain('origin')
  })

  it('gets the headers of the limit with the preflight as with every answer, and nothing is counted for it', async () => {
    const left = (await preflight(LISTED)).headers['x-ratelimit-remaining']
    const answer = await preflight(LISTED)
    expectRateHeaders(answer, 30)
    expect(answer.headers['x-ratelimit-remaining']).toBe(left)
  })

  it('is rejected an OPTIONS that is no preflight like anybody', async () => {
    expectRejection(
      await http.ask('/games', { method: 'OPTIONS', headers: { origin: LISTED } }),
      405,
      'METHOD_NOT_ALLOWED',
    )
  })
})

describe('a page of another origin', () => {
  it.each([
    'https://evil.example',
    'https://dash.studio.example.evil.example',
    'https://dash.studio.example:8443',
    'http://dash.studio.example',
    'https://DASH.studio.example',
    'null',
    '',
  ])('may not read what it asks for: "%s" [API-31]', async (origin) => {
    const { headers } = await from(origin)
    for (const name of ['access-control-allow-origin', 'access-control-expose-headers'])
      expect(headers[name]).toBeUndefined()
    expect(namesIn(headers.vary)).toContain('origin')
  })

  it('has its preflight rejected', async () => {
    const answer = await preflight('https://evil.example')
    expectRejection(answer, 401, 'INVALID_API_KEY')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the links to the documentation', () => {
  it.each(['~/api', '~/api/v1'])(
    'may be read by a page of a listed origin alone: %s [API-31, API-48]',
    async (path) => {
      const { status, headers } = await from(LISTED, path)
      expect([status, headers['access-control-allow-origin']]).toEqual([200, LISTED])
      expect(namesIn(headers['access-control-expose-headers'])).toContain('etag')
      const other = await from('https://evil.example', path)
      expect(other.headers['access-control-allow-origin']).toBeUndefined()
      expect(namesIn(other.headers.vary)).toContain('origin')
    },
  )
})

describe('outside /api/v1', () => {
  it('no page of another origin may read anything (pages of other origins)', async () => {
    for (const path of ['~/readyz', '~/docs', '~/'])
      expect((await from(LISTED, path)).headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('without CORS_ORIGINS', () => {
  it('no page of another origin may read anything, and no answer speaks of origins', async () => {
    const closed = await startHttpApp()
    try {
      const { headers } = await closed.ask('/games', { headers: { origin: LISTED } })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(namesIn(headers.vary)).not.toContain('origin')
      const preflight = await closed.ask('/games', { method: 'OPTIONS', headers: { origin: LISTED, ...PREFLIGHT } })
      expectRejection(preflight, 405, 'METHOD_NOT_ALLOWED')
    } finally {
      await closed.stop()
    }
  })
})
