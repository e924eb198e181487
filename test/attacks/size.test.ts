// Requests that are too large, too many, too slow or too deep.
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStopwatch } from '../support/stopwatch.js'
import { startWeb, type TestWeb } from '../web/support/start-web.js'
import { openConnection, sendBytes } from './raw-connection.js'

const FORM = 'application/x-www-form-urlencoded'

let web: TestWeb
beforeAll(async () => {
  web = await startWeb()
})
afterAll(() => web.stop())

const own = () => ({ 'sec-fetch-site': 'same-origin', origin: web.url })

async function post(body: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
  const answer = await request(`${web.url}/theme`, {
    method: 'POST',
    headers: { ...own(), 'content-type': FORM, ...headers },
    body,
  })
  return { status: answer.statusCode, text: await answer.body.text() }
}

const CHUNK = `${(0x8000).toString(16)}\r\n${'a'.repeat(0x8000)}\r\n`

/** Whether the visitor is signed in, or the program has a key, says the third word. */
const PATHS = [
  ['POST', '/theme', false],
  ['POST', '/theme', true],
  ['POST', '/keys', false],
  ['GET', '/rankings', true],
  ['POST', '/nothing', false],
  ['GET', '/api/v1/games', true],
  ['GET', '/api/v1/games', false],
  ['POST', '/api/v1/games', true],
  ['POST', '/api/v1/openapi.json', false],
  ['POST', '/api/platform/Users/GetVisits', false],
  ['GET', '/platform/Users/GetVisits', false],
] as const

async function headOf(method: string, path: string, isSignedIn: boolean): Promise<string> {
  const visitor = isSignedIn ? await web.member('viewer') : web.visitor()
  const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${web.port}`, 'Sec-Fetch-Site: same-origin']
  if (isSignedIn) lines.push(`Cookie: ${cookie}`, `X-API-Key: ${web.key}`)
  return [...lines, `Content-Type: ${FORM}`].join('\r\n')
}

/** Sends chunks for as long as the service takes them, at most 50 MB; `taken`: how many bytes left this process. */
async function sendWithoutEnd(head: string) {
  const socket = await openConnection(web.port)
  const received: Buffer[] = []
  socket.on('data', (piece: Buffer) => received.push(piece))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(head)
  let taken = 0
  const send = (): void => {
    socket.write(CHUNK, (error) => {
      if (error) return
      taken += CHUNK.length
      if (taken < 50_000_000) send()
      else socket.end('0\r\n\r\n')
    })
  }
  send()
  await closed
  const text = Buffer.concat(received).toString('latin1')
  return { taken, statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)) }
}

const isWell = async (): Promise<boolean> => (await web.ask('/games')).status === 200

describe('request size', () => {
  it('a form of more than 64 kB is rejected, and one that says nothing of its length too [PROCESS-63]', async () => {
    expect((await post(`theme=dark&return=${'a'.repeat(60_000)}`)).status).toBe(303)
    expect((await post(`theme=dark&return=${'a'.repeat(70_000)}`)).status).toBe(413)
    const head = `POST /theme HTTP/1.1\r\nHost: 127.0.0.1:${web.port}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${FORM}`
    const small = `${(0x20).toString(16)}\r\ntheme=dark&return=${'a'.repeat(14)}\r\n`
    const closing = `${head}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
    expect((await sendBytes(web.port, closing, small, '0\r\n\r\n')).statuses).toEqual([303])
    const { statuses } = await sendBytes(web.port, closing, ...Array.from({ length: 3 }, () => CHUNK), '0\r\n\r\n')
    expect(statuses).toEqual([413])
    expect(await isWell()).toBe(true)
  })

  it('a person reads that the form is too large, as a page', async () => {
    const { status, text } = await post(`theme=dark&return=${'a'.repeat(70_000)}`, { accept: 'text/html' })
    expect(status).toBe(413)
    expect(text).toContain('This is too large. Send at most 64 KiB at once.')
  })

  it('a form of thousands of fields is rejected', async () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => `f${index}=1`).join('&')
    expect((await post(`theme=dark&${fields}`)).status).toBe(413)
  })

  it.each(PATHS)('the announced 50 MB are answered 413 and not waited for: %s %s', async (method, path, signedIn) => {
    const head = await headOf(method, path, signedIn)
    for (const sent of [0, 200_000]) {
      const answer = await sendBytes(web.port, `${head}\r\nContent-Length: 50000000\r\n\r\n`, 'x'.repeat(sent))
      expect(answer.statuses).toEqual([413])
      expect(answer.head).toContain('Connection: close')
      expect(answer.body).toContain('REQUEST_TOO_LARGE')
    }
  })

  it('who waits for leave to send 50 MB gets no leave', async () => {
    const head = await headOf('POST', '/theme', true)
    const { statuses } = await sendBytes(
      web.port,
      `${head}\r\nContent-Length: 50000000\r\nExpect: 100-continue\r\n\r\n`,
    )
    expect(statuses).toEqual([413])
    const form = 'theme=dark'
    const small = `${head}\r\nContent-Length: ${form.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`
    expect((await sendBytes(web.port, small, form)).statuses).toEqual([100, 303])
  })

  it.each(PATHS)('50 MB in chunks are not read to their end: %s %s', async (method, path, signedIn) => {
    const head = await headOf(method, path, signedIn)
    const { taken, statuses } = await sendWithoutEnd(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`)
    expect(taken).toBeLessThan(20_000_000)
    expect(statuses).toHaveLength(1)
    if (path === '/theme') expect(statuses).toEqual([413])
    expect(await isWell()).toBe(true)
  })

  it('a check of health is answered, whatever comes with it', async () => {
    const head = 'GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n'
    expect((await sendBytes(web.port, head)).statuses).toEqual([200])
  })
})

describe('header size', () => {
  it.each([
    ['one header of 1 MB', `X-Large: ${'a'.repeat(1_000_000)}`],
    ['20,000 headers', Array.from({ length: 20_000 }, (_, index) => `X-${index}: 1`).join('\r\n')],
    ['a cookie of 100 kB', `Cookie: headcount=${'a'.repeat(100_000)}`],
  ])('is limited: %s', async (_, lines) => {
    const { statuses, body } = await sendBytes(web.port, `GET / HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n`)
    // Bytes that arrive after the response may reset the connection before it was read.
    expect(statuses.filter((status) => status !== 400)).toEqual([])
    if (body !== '') expect(body).toContain('16 KiB')
    expect(await isWell()).toBe(true)
  })
})

describe('slow requests', () => {
  it('200 that never end keep nobody else waiting, and end within 45 s', { timeout: 120_000 }, async () => {
    const stopwatch = startStopwatch()
    const form = `POST /theme HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${FORM}\r\nContent-Length: 1000\r\n\r\n`
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openConnection(web.port)))
    const ends = sockets.map((socket) => once(socket, 'close'))
    for (const [index, socket] of sockets.entries())
      socket.resume().write(index % 2 === 0 ? form : 'GET / HTTP/1.1\r\nX-Slow: ')
    const dripping = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('a')
    }, 1_000)
    const others = startStopwatch()
    expect(await isWell()).toBe(true)
    expect(others.passed()).toBeLessThan(1_000)
    await Promise.all(ends)
    clearInterval(dripping)
    expect(stopwatch.passed()).toBeLessThan(45_000)
  })
})

describe('JSON depth', () => {
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`

  it('a deep body is never parsed, neither by the API nor by a form', async () => {
    const answer = await request(`${web.url}/api/v1/games`, {
      method: 'POST',
      headers: { 'x-api-key': web.key, 'content-type': 'application/json' },
      body: deep,
    })
    await answer.body.dump()
    expect(answer.statusCode).toBe(405)
    expect((await post(deep, { 'content-type': 'application/json' })).status).toBe(400)
  })

  it('deep names of parameters are names like any other: unknown ones, without a depth', async () => {
    const { status } = await web.ask(`/games?a${'[a]'.repeat(3_000)}=1`)
    expect(status).toBe(200)
    expect((await post(`theme${'[a]'.repeat(5_000)}=dark`)).status).toBe(400)
  })

  it('a deep cookie is no visit and no sign-in', async () => {
    const cookie = encodeURIComponent('['.repeat(4_000))
    const visitor = web.visitor()
    for (const name of ['headcount-attempt', 'headcount-visits', 'headcount-columns']) {
      visitor.jar.clear()
      visitor.jar.set(name, cookie)
      for (const path of ['/', '/rankings']) expect((await visitor.get(path)).status).toBe(200)
      expect((await visitor.get('/sign-in/discord/return?code=a&state=b')).status).toBe(400)
    }
  })
})

describe('decompression', () => {
  it('a form of 50 MB in 50 kB is rejected before it is large', async () => {
    expect((await post(gzipSync('theme=dark'), { 'content-encoding': 'gzip' })).status).toBe(303)
    const bomb = gzipSync(`theme=dark&return=${'a'.repeat(50_000_000)}`)
    expect(bomb.length).toBeLessThan(64_000)
    const before = process.memoryUsage().rss
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413)
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000)
  })

  it.each(['zip', 'gzip, gzip'])('an encoding that is unknown is rejected: %s', async (encoding) => {
    expect((await post('theme=dark', { 'content-encoding': encoding })).status).toBeGreaterThanOrEqual(400)
  })
})
