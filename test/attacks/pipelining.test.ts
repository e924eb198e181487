// Requests that follow each other on one connection before any is answered, and requests in a coding that two readers may take
// differently: only what one reader understands in one way is carried out.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { sendBytes } from './raw-connection.js'

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
})
afterAll(() => http.stop())

const ONE = 'GET /assets/x HTTP/1.1\r\nHost: x\r\n\r\n'
const LAST = 'GET /assets/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const served = () => http.logged.filter((line) => line.includes('/assets/x')).length

it('64 requests at once on one connection are all answered, in their order', async () => {
  const first = `GET /api/v1/user HTTP/1.1\r\nHost: x\r\nX-API-Key: ${http.key}\r\n\r\n`
  const { statuses } = await sendBytes(
    http.port,
    `${first}GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n${ONE.repeat(61)}${LAST}`,
  )
  expect(statuses).toEqual([200, 404, ...Array.from({ length: 62 }, () => 404)])
})

it('many requests at once on one connection close it, and only the first 64 are carried out', async () => {
  const before = served()
  await sendBytes(http.port, ONE.repeat(2_000))
  const { statuses } = await sendBytes(http.port, LAST)
  expect(statuses).toEqual([404])
  expect(served() - before).toBeLessThanOrEqual(65)
  expect(http.logged.filter((line) => line.includes('too many requests at once'))).toHaveLength(1)
})

const form = (version: string, coding: string) =>
  `POST /theme HTTP/${version}\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: ${coding}\r\n\r\na\r\ntheme=dark\r\n0\r\n\r\n`

it.each([
  ['chunks of HTTP/1.0, which has none', form('1.0', 'chunked')],
  ['chunks in a second coding', form('1.1', 'gzip, chunked')],
])('request smuggling by another coding is rejected, and what follows is never carried out: %s', async (_, bytes) => {
  const before = served()
  const { statuses } = await sendBytes(http.port, `${bytes}${ONE}`)
  expect(statuses).toEqual([400])
  expect(served()).toBe(before)
})

it('request smuggling by an upgrade to another protocol is answered as any other request, and what follows is not carried out', async () => {
  const before = served()
  const upgrade = (name: string) =>
    `GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${name}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
  for (const name of ['websocket', 'h2c']) {
    const { statuses } = await sendBytes(http.port, `${upgrade(name)}${LAST}`)
    expect([name, statuses]).toEqual([name, [404]])
  }
  expect(served()).toBe(before)
})

it.each(['TRACE', 'CONNECT', 'TRACK', 'FOO'])(
  'the method %s shows and opens nothing (TRACE and CONNECT)',
  async (method) => {
    for (const target of ['/', '/healthz', 'x:443']) {
      const { statuses, body } = await sendBytes(
        http.port,
        `${method} ${target} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${http.key}\r\nConnection: close\r\n\r\n`,
      )
      expect(statuses.filter((status) => status < 400)).toEqual([])
      expect(body).not.toContain(http.key)
    }
  },
)
