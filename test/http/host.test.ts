// A malformed Host header is answered 400 on every route, in the format of that route.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { rounds } from '../support/test-run.js'
import { expectRateHeaders } from './expect-answer.js'

let http: TestHttp
let proxied: TestHttp
let published: TestHttp
beforeAll(async () => {
  http = await startHttpApp({ settings: { legacyRequestsPerMinute: 100_000 } })
  proxied = await startHttpApp({ settings: { trustProxy: 'loopback' } })
  const origin = 'https://stats.example'
  published = await startHttpApp({ settings: { publicUrl: origin, givenOrigin: origin } })
})
afterAll(async () => {
  for (const app of [http, proxied, published]) {
    expect(app.logged).toEqual([])
    await app.stop()
  }
})

interface HostResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends these header lines unchanged, with `target` in the request line. */
async function ask(
  target: string,
  lines: readonly string[],
  { app = http, version = '1.1' } = {},
): Promise<HostResponse> {
  const socket = connect(app.port, '127.0.0.1')
  socket.on('error', () => {})
  const all = [`GET ${target} HTTP/${version}`, ...lines, 'Connection: close', '', '']
  socket.write(Buffer.from(all.join('\r\n'), 'latin1'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...rest] = head.split('\r\n')
  const headers = rest.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body }
}

const API = ['/api/v1/games', '/api/v1/openapi.json', '/api/v1/none', '/api/v1']
const LEGACY = ['/platform/Groups/GroupName?GroupId=12', '/api/platform/Users/none', '/platform/Coming/x', '/Coming/x']
const JSON_ROUTES = [...API, ...LEGACY, '/healthz', '/readyz', '/api/none']
const PAGES = [
  '/',
  '/docs',
  '/rankings',
  '/games/1',
  '/games/1/export',
  '/sign-in',
  '/sign-in/discord/return',
  '/sign-in/discord/return?code=x&state=y',
  '/accounts/1',
  '/assets/none.css',
  '/favicon.ico',
  '/none',
]
const KEY = () => `X-API-Key: ${http.key}`
const PERSON = 'Accept: text/html'

const WRONG = [
  '127.0.0.1:99999',
  '127.0.0.1:port',
  '127.0.0.1:-1',
  '127.0.0.1:1:2',
  '127.0.0.1:0000080',
  '',
  'user@example.com',
  'user:word@example.com',
  'http://example.com',
  'example.com/path',
  'example.com?query',
  'example.com#part',
  'exam ple.com',
  'example.com, example.org',
  '<b>example.com</b>',
  '"example.com"',
  'example\\com',
  'ex%61mple.com',
  'ex%zzmple.com',
  'exämple.com',
  '[::1',
  '::1',
  '[::1]x',
  '[::g]',
  '[fe80::1%25eth0]',
  '256.256.256.256',
  '1.2.3.4.5',
  'xn--a',
  ':80',
  '.',
  `${'x'.repeat(260)}.example`,
]

function expectJson(answer: HostResponse, phrase: RegExp): void {
  expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
  expect(JSON.parse(answer.body)).toEqual({
    success: false,
    error: expect.stringMatching(phrase),
    code: 'INVALID_PARAMETERS',
  })
}

function expectPage(answer: HostResponse, phrase: RegExp): void {
  expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(answer.body).toMatch(phrase)
  expect(answer.headers['content-security-policy']).toContain("style-src 'self'")
  expect(answer.body).not.toMatch(/ at .*\.[jt]s|99999|user@|<b>example/)
}

describe('a malformed Host', () => {
  it('is answered 400 where the answer is prepared and no other Host came before [WEB-11]', async () => {
    const fresh = await startHttpApp()
    const key = `X-API-Key: ${fresh.key}`
    // The header of another program makes Express answer, which prepares the answer for the next ones.
    const first = await ask('/api/v1/rankings', ['Host: 127.0.0.1', key, 'X-Other: 1'], { app: fresh })
    expect(first.status).toBe(200)
    for (const lines of [[key], ['Host: ', key]])
      expectJson(await ask('/api/v1/rankings', lines, { app: fresh }), /Host/)
    await fresh.stop()
  })

  it.each(WRONG)('is answered 400 wherever it is sent: %s [WEB-11]', async (host) => {
    for (const path of JSON_ROUTES) {
      const answer = await ask(path, [`Host: ${host}`, KEY()])
      expectJson(answer, /Host/)
      if (path.startsWith('/api/v1') || LEGACY.includes(path)) expectRateHeaders(answer)
    }
    for (const path of PAGES) {
      expectPage(await ask(path, [`Host: ${host}`, PERSON]), /Host/)
      expectJson(await ask(path, [`Host: ${host}`, 'Accept: application/json']), /Host/)
    }
  })

  it('is a Host that is missing in HTTP/1.1, or given twice', async () => {
    for (const lines of [[], ['Host: a.example', 'Host: a.example'], ['Host: a.example', 'HOST: b.example']]) {
      for (const path of JSON_ROUTES) expectJson(await ask(path, [...lines, KEY()]), /Host/)
      for (const path of PAGES) expectPage(await ask(path, [...lines, PERSON]), /Host/)
    }
  })

  it('is one that a trusted proxy passes on, with the protocol', async () => {
    const good = 'Host: a.example'
    for (const line of [
      'X-Forwarded-Host: 127.0.0.1:99999',
      'X-Forwarded-Host: user@b.example, c.example',
      'X-Forwarded-Proto: java script',
      'X-Forwarded-Proto: ftp',
    ]) {
      expectJson(
        await ask('/api/v1/games', [good, line, `X-API-Key: ${proxied.key}`], { app: proxied }),
        /X-Forwarded-/,
      )
      expectPage(await ask('/sign-in/discord/return', [good, line, PERSON], { app: proxied }), /X-Forwarded-/)
      expect((await ask('/sign-in', [good, line, PERSON])).status).toBe(200)
    }
    const passed = ['X-Forwarded-Host: b.example:8443', 'X-Forwarded-Proto: https', PERSON]
    expect((await ask('/docs', [good, ...passed], { app: proxied })).body).toContain('https://b.example:8443/api/v1')
    expectPage(await ask('/sign-in', ['Host: a.example:99999', ...passed], { app: proxied }), /Host/)
  })

  it('is rejected where PUBLIC_URL is set, too', async () => {
    expectPage(await ask('/docs', ['Host: 127.0.0.1:99999', PERSON], { app: published }), /Host/)
    expect((await ask('/docs', ['Host: other.example', PERSON], { app: published })).status).toBe(200)
  })
})

describe('a well-formed Host', () => {
  it.each([
    'localhost',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[2001:DB8::1]',
    'Stats.Example.COM',
    'example.com.',
    'my_service:3000',
    'xn--bcher-kva.example',
    'example.com:',
    'a'.repeat(63),
  ])('is taken: %s', async (host) => {
    for (const path of ['/docs', '/healthz', '/sign-in']) expect((await ask(path, [`Host: ${host}`])).status).toBe(200)
    expect((await ask('/api/v1/games', [`Host: ${host}`, KEY()])).status).toBe(200)
    expect((await ask('/sign-in/discord/return', [`Host: ${host}`, PERSON])).status).toBe(400)
  })

  it('is not asked of HTTP/1.0, which has none', async () => {
    const answer = await ask('/docs', [PERSON], { version: '1.0' })
    expect(answer.status).toBe(200)
    expect(answer.body).toContain(`${http.url}/api/v1`)
    expect((await ask('/api/v1/games', [KEY()], { version: '1.0' })).status).toBe(200)
  })

  it('is the one in the address where that is absolute', async () => {
    const page = await ask('http://localhost:81/docs?x=/x', ['Host: a.example', PERSON])
    expect(page.body).toContain('http://localhost:81/api/v1')
    expect((await ask('http://b.example', ['Host: a.example', PERSON])).status).toBe(200)
    for (const target of ['http://b.example:81/sign-in/discord/return', 'http://b.example/sign-in/discord/return?x'])
      expectPage(await ask(target, ['Host: 127.0.0.1:3000', PERSON]), /<h1>Sign-in expired/)
    expectPage(await ask('http://user@b.example/sign-in', ['Host: a.example', PERSON]), /Host/)
    expectJson(await ask('http://b.example:99999/api/v1/games', ['Host: a.example']), /address is malformed/)
  })
})

describe('the origin in links, without PUBLIC_URL', () => {
  const linksOf = async (lines: readonly string[], app = http): Promise<readonly string[]> => {
    const pages = [await ask('/docs', [...lines, PERSON], { app }), await ask('/', [...lines, PERSON], { app })]
    const text = pages.map(({ body }) => body).join('')
    const links = text.matchAll(
      /(?:rel="canonical" href|property="og:url" content)="([^"]+)"|(https?:[^"<>\s]*\/api\/v1)/g,
    )
    return [...new Set([...links].map(([, page, api]) => new URL(page ?? api ?? '').origin))].sort()
  }

  it('is where the service listens, whatever host a request names [PROCESS-17]', async () => {
    for (const host of [
      'evil.example',
      'evil.example:3000',
      '192.0.2.1',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
    ])
      expect([host, await linksOf([`Host: ${host}`])]).toEqual([host, [http.url]])
    expect(await linksOf(['Host: evil.example', 'X-Forwarded-Host: evil.example'])).toEqual([http.url])
    expect(await linksOf(['Host: evil.example'], proxied)).toEqual([proxied.url])
  })

  it('is the configured HOST and PORT, where they are known before [PROCESS-17]', async () => {
    const named = await startHttpApp({ settings: { ownOrigin: 'http://my-machine:3000' } })
    expect(await linksOf(['Host: evil.example'], named)).toEqual(['http://my-machine:3000'])
    await named.stop()
  })

  it('is a name of this machine, or what a trusted proxy states, where a request names it [PROCESS-17]', async () => {
    for (const host of ['localhost:8080', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080'])
      expect([host, await linksOf([`Host: ${host}`])]).toEqual([host, [`http://${host}`]])
    const passed = ['X-Forwarded-Host: b.example:8443', 'X-Forwarded-Proto: https']
    expect(await linksOf(['Host: a.example', ...passed], proxied)).toEqual(['https://b.example:8443'])
    expect(await linksOf(['Host: b.example:8443', ...passed], proxied)).toEqual(['https://b.example:8443'])
  })
})

it('whatever the Host is, the answer is no 500', async () => {
  const character = fc.mapToConstant({ num: 95, build: (n) => String.fromCharCode(32 + n) })
  const part = fc.oneof(
    fc.constantFrom(
      '127.0.0.1',
      'a.example',
      '[::1]',
      '[',
      ']',
      ':',
      '@',
      '/',
      '%',
      '.',
      '-',
      ':80',
      ':99999',
      'xn--',
      '0x',
    ),
    fc.string({ unit: character, maxLength: 6 }),
    fc.string({ unit: fc.mapToConstant({ num: 128, build: (n) => String.fromCharCode(128 + n) }), maxLength: 3 }),
  )
  const host = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
  const path = fc.constantFrom('/sign-in/discord/return?code=a&state=b', '/', '/api/v1/games', '/none', '/healthz')
  await fc.assert(
    fc.asyncProperty(host, path, fc.boolean(), async (host, path, isForwarded) => {
      const lines = isForwarded ? ['Host: a.example', `X-Forwarded-Host: ${host}`] : [`Host: ${host}`]
      const { status } = await ask(path, [...lines, PERSON], { app: proxied })
      expect([200, 400, 401, 404]).toContain(status)
    }),
    { numRuns: rounds({ short: 100, long: 300 }) },
  )
})
