// Addresses and requests that two readers understand differently: to pass a proxy's rules, another caller's answer, or a check.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { startWeb, type TestWeb, type Visitor } from '../web/support/start-web.js'
import { sendBytes } from './raw-connection.js'

let web: TestWeb
let viewer: Visitor
beforeAll(async () => {
  web = await startWeb()
  viewer = await web.member('viewer')
})
afterAll(() => web.stop())

/** Sends the request line unchanged: a client would tidy it. */
const askRaw = (target: string, lines: readonly string[] = []) =>
  sendBytes(
    web.port,
    [`GET ${target} HTTP/1.1`, 'Host: x', `X-API-Key: ${web.key}`, ...lines, 'Connection: close', '', ''].join('\r\n'),
  )

describe('path smuggling', () => {
  it.each([
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..;/..;/package.json',
    '/assets/....//....//package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%252e%252e%252fpackage.json',
    '/assets//etc/passwd',
    '/icons/..%2f..%2fheadcount.db',
    '/preview/..%2fpackage.json',
  ])('no file outside of what is served is read: %s (reading other files)', async (target) => {
    const { statuses, body } = await askRaw(target)
    expect(statuses[0]).toBeGreaterThanOrEqual(400)
    expect(body).not.toMatch(/"dependencies"|root:|SQLite format/)
  })

  it('an address that is written differently has no other rules', async () => {
    const { account } = await web.tenant()
    for (const path of [
      `/accounts/${account.id};/keys`,
      `/accounts/${web.account.id}/..;/${account.id}`,
      `/accounts/${web.account.id}/../${account.id}`,
      `/accounts/${web.account.id}%2f..%2f${account.id}`,
      `//accounts/${account.id}`,
      `/accounts/0${account.id}`,
      `/accounts/${account.id}.0`,
      `/accounts/%3${account.id}`,
      `/ACCOUNTS/${account.id}`,
      '/operator;',
      '/operator/..;/operator',
      '//operator',
      '/Operator',
      '/operator%2f',
      '/operator%00',
    ]) {
      const answer = await viewer.get(path)
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status: number) => [400, 404].includes(status))])
    }
  })

  it.each(['/metrics', '/api/v1/games', '/operator'])(
    '%s is not reached by a header that names another path',
    async (path) => {
      for (const name of ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path', 'X-Forwarded-Uri']) {
        const plain = await askRaw('/healthz')
        expect((await askRaw('/healthz', [`${name}: ${path}`])).body).toBe(plain.body)
      }
    },
  )

  it('a method is not replaced by a header or a parameter (replaced methods)', async () => {
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override']) {
      expect((await askRaw('/sign-out', [`${name}: POST`])).statuses).toEqual([405])
      expect((await askRaw('/sign-out?_method=POST', [`${name}: POST`])).statuses).toEqual([405])
    }
  })
})

describe('parameter smuggling', () => {
  it('a repeated parameter is rejected by the API, however it is written', async () => {
    const game = await web.track(0)
    for (const query of ['from=2026-06-01&from=2026-06-02', 'from=2026-06-01&%66rom=2026-06-02', 'from[]=2026-06-01']) {
      const { status } = await web.ask(`/games/${game.id}/series?metrics=ccu&to=2026-06-03&${query}`)
      // `from[]` is the name of another parameter, so that `from` is missing.
      expect([query, status]).toEqual([query, query.includes('[') ? expect.any(Number) : 400])
    }
  })

  it('of a repeated field of a form none is chosen', async () => {
    const { account } = web
    const owner = await web.member('owner')
    const before = await web.services.members.list(account)
    const answer = await owner.post(`/accounts/${account.id}/members?role=owner&user=555000111`, {})
    expect([answer.status, await web.services.members.list(account)]).toEqual([400, before])
  })

  it('two keys are no key', async () => {
    const other = await web.tenant()
    const { statuses } = await sendBytes(
      web.port,
      `GET /api/v1/user HTTP/1.1\r\nHost: x\r\nX-API-Key: ${web.key}\r\nX-API-Key: ${other.key}\r\nConnection: close\r\n\r\n`,
    )
    expect(statuses).toEqual([401])
  })
})

describe('request smuggling', () => {
  let plain: TestHttp
  beforeAll(async () => {
    plain = await startHttpApp()
  })
  afterAll(() => plain.stop())

  const second = 'GET /api/v1/user HTTP/1.1\r\nHost: x\r\nX-Smuggled: 1\r\n\r\n'
  it.each([
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 60', ''],
    ['a length with a sign', 'Content-Length: +0', ''],
    ['chunks in an odd coding', 'Transfer-Encoding: xchunked', '0\r\n\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked', '0\r\n\r\n'],
    ['a header on two lines', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 4', '0\r\n\r\n'],
  ])('no second request is found in one with %s', async (_, lines, body) => {
    const { statuses } = await sendBytes(
      plain.port,
      `POST /theme HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n${body}${second}`,
    )
    // A connection that is closed without a response has smuggled nothing either.
    expect(statuses.length).toBeLessThan(2)
    expect(statuses.filter((status) => status < 400)).toEqual([])
  })
})
