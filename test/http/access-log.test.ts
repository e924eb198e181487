// Request ids in responses and logs, and the access log, which has one line for each request and no secrets.
import { once } from 'node:events'
import { connect } from 'node:net'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { MINUTE_MS } from '../../src/domain/clock.js'
import { newSecret } from '../../src/services/auth/manage-sessions.js'
import { NOON } from '../support/start-app.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EXPORTED_MINUTES = 60 * 1_440
const accessLine = z.object({
  level: z.number(),
  requestId: z.string(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.int().optional(),
  ms: z.number().optional(),
  bytes: z.int().optional(),
  accountId: z.int().optional(),
  msg: z.string(),
})

let http: TestHttp
let gameId: number
beforeAll(async () => {
  http = await startHttpApp({ settings: { hasAccessLog: true }, logLevel: 'debug' })
  const game = await http.track(0)
  gameId = game.id
  const last = NOON / MINUTE_MS
  const minutes = Array.from({ length: EXPORTED_MINUTES }, (_, index) => last - EXPORTED_MINUTES + index)
  await http.write(game.universeId, minutes)
})
afterAll(() => http.stop())
afterEach(() => vi.restoreAllMocks())

const linesOf = (requestId: string) =>
  http.logged.map((line) => accessLine.partial().parse(JSON.parse(line))).filter((line) => line.requestId === requestId)

/** Waits for the line, because it is written after the response has begun. */
async function accessLineOf(requestId: string) {
  const line = await vi.waitUntil(() => linesOf(requestId).find(({ status }) => status !== undefined), {
    timeout: 60_000,
  })
  return accessLine.parse(line)
}

async function sendRaw(text: string): Promise<string> {
  const socket = connect(http.port, '127.0.0.1')
  socket.write(text)
  const [data] = await once(socket, 'data')
  socket.destroy()
  return String(data)
}

describe('a request id', () => {
  const lastDay = '2026-06-16'
  it.each([
    ['an endpoint', '/games', {}, 200],
    ['a call without a key', '/games', { key: null }, 401],
    ['an endpoint that is not there', '/nothing', {}, 404],
    ['a method that is not allowed', '/games', { method: 'POST' }, 405],
    ['a download', () => `/games/${gameId}/export?format=csv&start_date=${lastDay}&end_date=${lastDay}`, {}, 200],
    ['the API description', '/openapi.json', { key: null }, 200],
    ['an old lookup', '~/platform/Coming/Soon', { key: null }, 200],
    ['an old lookup that is not there', '~/platform/Nothing', { key: null }, 404],
    ['a page', '~/', { key: null }, 200],
    ['a page that is not there', '~/nothing', { key: null }, 404],
    ['the health check', '~/healthz', { key: null }, 200],
    ['the readiness check', '~/readyz', { key: null }, 200],
  ])('that is sane comes back and stands in the access log: %s', async (name, path, options, status) => {
    const id = `test.${name.replaceAll(' ', '_')}-1`
    const answer = await http.ask(typeof path === 'string' ? path : path(), {
      ...options,
      headers: { 'x-request-id': id },
    })
    expect([answer.status, answer.headers['x-request-id']]).toEqual([status, id])
    expect((await accessLineOf(id)).status).toBe(status)
  })

  it.each([
    ['none', {}],
    ['an empty one', { 'x-request-id': '' }],
    ['one that is too long', { 'x-request-id': 'a'.repeat(129) }],
    ['one with other characters', { 'x-request-id': '{"level":60}' }],
    ['two', { 'x-request-id': ['one', 'two'] }],
  ])('is made where there is %s', async (_, headers) => {
    const answer = await http.ask('~/healthz', { key: null, headers })
    expect(answer.headers['x-request-id']).toMatch(UUID)
  })

  it.each<[string, () => string]>([
    ['an API key', () => http.key],
    ['a part of an API key', () => http.key.slice(0, 30)],
    ['an API key within other text', () => `trace.${http.key}.1`],
    ['the secret of a session, a sign-in link or a share link', newSecret],
    ['such a secret within other text', () => `share-${newSecret()}.x`],
    ['a key of 64 hexadecimal digits', () => '5c'.repeat(32)],
    ['a bot token', () => `${'MTk4NjIyNDgzNDcxOTI1MjQ4'}.Cl2FMQ.${'ZnCjm1XVW7vRze4b7Cq4se7kKWs'}`],
  ])('is made where the one that was sent looks like %s, which no line then holds', async (_, idOf) => {
    const sent = idOf()
    for (const path of ['/games', `/games/${gameId}/stats`, '~/none']) {
      const answer = await http.ask(path, { headers: { 'x-request-id': sent } })
      const id = answer.headers['x-request-id'] ?? ''
      expect(id).toMatch(UUID)
      await accessLineOf(id)
    }
    expect(http.logged.filter((line) => line.includes(sent))).toEqual([])
  })

  it.each([
    ['a UUID', '0b9d1c52-2f4e-4f0a-9d31-3c1f6d1f0a11'],
    ['one of nginx', '444535f9378a3dfa1b8604bc9e05a303'],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['a KSUID', '0ujtsYcgvSTl8PAuAdqWYSMnLOv'],
    ['a nanoid', 'V1StGXR8_Z5jdHi6B-myT'],
    ['a trace parent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['a hash of 40 digits', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ])('comes back where it is %s', async (_, id) => {
    expect((await http.ask('/games', { headers: { 'x-request-id': id } })).headers['x-request-id']).toBe(id)
  })

  it('is made for what cannot be read as a request', async () => {
    for (const text of ['GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n', 'NOT HTTP\r\n\r\n']) {
      const id = /^x-request-id: (.*)\r$/im.exec(await sendRaw(text))?.[1] ?? ''
      expect(id).toMatch(UUID)
      expect((await accessLineOf(id)).status).toBe(400)
    }
  })

  it('stands in every line of the request, however deep it is logged, and in no line of another', async () => {
    const failing = vi.spyOn(http.store.games, 'ofAccount').mockRejectedValue(new Error('SQLITE_CORRUPT'))
    const server = { headers: { 'x-request-id': 'server' } }
    await Promise.all([
      http.ask('/games', { headers: { 'x-request-id': 'games' } }),
      http.ask('~/platform/Server/NewServer.php/1', server),
    ])
    expect(failing).toHaveBeenCalled()
    await Promise.all([accessLineOf('games'), accessLineOf('server')])
    const said = (id: string) => linesOf(id).map(({ msg }) => msg)
    expect(said('games')).toEqual(['A request failed.', 'A request was answered.'])
    expect(said('server')).toEqual(['A private server was asked for and not opened.', 'A request was answered.'])
  })
})

describe('the access log', () => {
  it('logs method, path, status, duration, bytes and account of a request, at level info', async () => {
    await http.ask(`/games/${gameId}/stats?metric=all`, { headers: { 'x-request-id': 'whole' } })
    expect(await accessLineOf('whole')).toEqual({
      level: 30,
      requestId: 'whole',
      method: 'GET',
      path: `/api/v1/games/${gameId}/stats`,
      status: expect.any(Number),
      ms: expect.any(Number),
      bytes: expect.any(Number),
      accountId: http.account.id,
      msg: 'A request was answered.',
    })
    const { bytes = 0, ms = -1 } = await accessLineOf('whole')
    expect(bytes).toBeGreaterThan(200)
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(linesOf('whole')).toHaveLength(1)
  })

  it('logs for each request on a connection its own bytes', async () => {
    const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: '
    const socket = connect(http.port, '127.0.0.1')
    for (const id of ['first', 'second']) {
      socket.write(`${ask}${id}\r\n\r\n`)
      await once(socket, 'data')
    }
    socket.destroy()
    const [first, second] = [await accessLineOf('first'), await accessLineOf('second')]
    expect((second.bytes ?? 0) - (first.bytes ?? 0)).toBe('second'.length - 'first'.length)
  })

  it('holds no key, cookie or query, wherever it was sent (secrets in the log)', async () => {
    const secrets = ['QUERYSECRET', 'COOKIESECRET', http.key.slice(8)]
    const headers = { cookie: 'headcount=COOKIESECRET', authorization: `Bearer ${http.key}` }
    const paths = [
      `/games?key=${http.key}&code=QUERYSECRET`,
      `/games/${http.key}/stats`,
      `~/sign-in/link?code=QUERYSECRET`,
    ]
    for (const [index, path] of paths.entries()) {
      await http.ask(path, { headers: { ...headers, 'x-request-id': `secret-${index}` } })
      await accessLineOf(`secret-${index}`)
    }
    for (const secret of secrets) expect(http.logged.join('')).not.toContain(secret)
  })

  it('logs a health check at level debug', async () => {
    await http.ask('~/healthz?from=watcher', { headers: { 'x-request-id': 'watcher' } })
    expect(await accessLineOf('watcher')).toMatchObject({ level: 20, path: '/healthz' })
  })

  it('logs an answer that its reader did not wait for', async () => {
    const leaving = new AbortController()
    const url = `${http.url}/api/v1/games/${gameId}/export?format=json&start_date=2026-04-20&end_date=2026-06-16`
    const headers = { 'x-api-key': http.key, 'x-request-id': 'left' }
    const { body } = await request(url, { headers, signal: leaving.signal })
    body.on('error', () => undefined)
    leaving.abort()
    expect((await accessLineOf('left')).msg).toBe('A request ended before its answer was complete.')
  })
})

describe('without the access log', () => {
  let quiet: TestHttp
  beforeEach(async () => {
    quiet = await startHttpApp({ settings: { hasAccessLog: false }, logLevel: 'debug' })
  })
  afterEach(() => quiet.stop())

  it('nothing is said of a request, and its id comes back all the same', async () => {
    const answer = await quiet.ask('/games', { headers: { 'x-request-id': 'quiet' } })
    expect([answer.status, answer.headers['x-request-id']]).toEqual([200, 'quiet'])
    // After the server has stopped, all lines of its responses are written.
    await quiet.stop()
    expect(quiet.logged).toEqual([])
    quiet = await startHttpApp()
  })
})
