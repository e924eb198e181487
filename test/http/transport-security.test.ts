// Strict-Transport-Security is sent only where PUBLIC_URL is an https address.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

let http: TestHttp
const start = async (origin: string | undefined): Promise<void> => {
  http = await startHttpApp({
    settings: { publicUrl: origin, givenOrigin: origin, corsOrigins: ['https://dash.example'] },
  })
}
afterEach(() => http.stop())

const ANSWERS: readonly (readonly [string, string])[] = [
  ['a page', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a style sheet that is not there', 'GET /assets/none.css HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['the API without a key', 'GET /api/v1/games HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['its document', 'HEAD /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a lookup', 'GET /platform/Groups/GroupName?GroupId=12 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['the health', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['nothing', 'GET /none HTTP/1.1\r\nHost: x\r\n\r\n'],
  [
    'the question of another site',
    'OPTIONS /api/v1/games HTTP/1.1\r\nHost: x\r\nOrigin: https://dash.example\r\nAccess-Control-Request-Method: GET\r\n\r\n',
  ],
  ['a redirection', 'GET /accounts/1 HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n'],
  ['a malformed Host', 'GET / HTTP/1.1\r\nHost: x:99999\r\n\r\n'],
  ['a malformed address', 'GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['what is not HTTP', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
]

async function headOf(bytes: string): Promise<string> {
  const socket = connect(http.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'))
  return (await text(socket)).split('\r\n\r\n')[0] ?? ''
}

it('is on every answer where PUBLIC_URL is https, for a year, for this host alone (missing headers)', async () => {
  await start('https://stats.example')
  for (const [name, bytes] of ANSWERS) {
    const head = await headOf(bytes)
    const lines = head.split('\r\n').filter((line) => /^strict-transport-security/i.test(line))
    expect([name, lines.map((line) => line.toLowerCase())]).toEqual([
      name,
      ['strict-transport-security: max-age=31536000'],
    ])
    expect([name, /x-content-type-options: nosniff/i.test(head)]).toEqual([name, true])
  }
})

it.each([['http://stats.example'], [undefined]])('is on none where PUBLIC_URL is %s', async (origin) => {
  await start(origin)
  for (const [name, bytes] of ANSWERS) {
    const head = await headOf(bytes)
    expect([name, /^HTTP\/1\.1 \d{3} /.test(head), /strict-transport/i.test(head)]).toEqual([name, true, false])
  }
})
