// One client with many requests on many connections: others have their turn meanwhile, and checks of health come first.
import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { measureLoad } from '../../../src/http/overload/event-loop-load.js'
import { RequestTurns } from '../../../src/http/overload/request-turns.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

const SOON = { timeout: 60_000 }
const TOKEN = 'a-token-of-the-operator'
let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp({ settings: { metricsToken: TOKEN, hasAccessLog: true } })
})
afterAll(() => http.stop())

const CONNECTIONS = 100
/** Of each connection at once: nearly as many as it may. */
const REQUESTS = 60
const requestOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
/** By somebody else, whose connection is open before. */
const ownRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`

async function openFrom(localAddress: string): Promise<Socket> {
  const socket = connect({ port: http.port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  socket.resume()
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Connections of another address that all send so many requests at once. */
async function flood(path: string, requests: number): Promise<readonly Socket[]> {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => openFrom('127.0.0.2')))
  for (const socket of sockets) socket.write(requestOf(path).repeat(requests))
  return sockets
}

const served = (path: string): number => http.logged.filter((line) => line.includes(path)).length

it.each(['/healthz', '/readyz', '/metrics'])('%s is answered before requests that wait [PROCESS-62]', async (path) => {
  const flooded = `/flood-before${path}`
  const own = await openFrom('127.0.0.1')
  await flood(flooded, REQUESTS)
  own.write(ownRequest(path))
  expect(String(await once(own, 'data'))).toContain('HTTP/1.1 200')
  expect(served(flooded)).toBeLessThan((CONNECTIONS * REQUESTS) / 2)
  await expect.poll(() => served(flooded), SOON).toBe(CONNECTIONS * REQUESTS)
})

it('the request of one client comes before the second ones of many connections are all done [PROCESS-62]', async () => {
  const own = await openFrom('127.0.0.1')
  await flood('/many', REQUESTS)
  own.write(ownRequest('/one'))
  expect(String(await once(own, 'data'))).toContain('HTTP/1.1 404')
  expect(served('/many')).toBeLessThan((CONNECTIONS * REQUESTS) / 2)
  await expect.poll(() => served('/many'), SOON).toBe(CONNECTIONS * REQUESTS)
})

it('many requests at once on many connections are not all read before a check of health [PROCESS-62]', async () => {
  const sockets = await flood('/excess', 250)
  expect((await http.ask('~/healthz', { key: null })).status).toBe(200)
  expect(sockets.filter(({ closed }) => closed).length).toBeLessThan(CONNECTIONS / 2)
  await expect.poll(() => sockets.every(({ closed }) => closed), SOON).toBe(true)
})

it('a connection of an address that sent too much on another one is served all the same [PROCESS-62]', async () => {
  const [socket = expect.unreachable()] = await flood('/too-much', 100)
  await expect.poll(() => socket.closed, SOON).toBe(true)
  const next = await openFrom('127.0.0.2')
  next.write(requestOf('/after'))
  await expect.poll(() => served('/after'), SOON).toBe(1)
})

it('what a connection that has ended still wanted is not done', async () => {
  const sockets = await flood('/ended', REQUESTS)
  for (const socket of sockets) socket.resetAndDestroy()
  await http.ask('~/healthz', { key: null })
  await http.ask('~/nothing', { key: null })
  expect(served('/ended')).toBeLessThan((CONNECTIONS * REQUESTS) / 2)
})

describe('requests of which each takes long', () => {
  const CLIENTS = 60
  const agent = new Agent({ keepAlive: true })
  const begun: string[] = []
  const turns = new RequestTurns()
  const server = createServer(
    turns.listener(({ url = '' }, response) => {
      if (url.startsWith('/page')) {
        begun.push(url)
        const end = performance.now() + 30
        while (performance.now() < end);
      }
      response.end('done')
    }),
  )
  let port: number
  beforeAll(async () => {
    // A busy machine may take longer from one test to the next one, which uses the connections again.
    server.keepAliveTimeout = 0
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : expect.unreachable()
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const answered = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const request = get({ port, host: '127.0.0.1', path, agent }, (response) => response.resume().on('end', resolve))
      request.on('error', reject)
    })

  it.each(['new connections', 'open connections'])(
    'begin one after the other on %s, and health is answered between two of them [PROCESS-62]',
    async () => {
      begun.splice(0)
      const paths = Array.from({ length: CLIENTS }, (_, index) => `/page/${index}`)
      const pages = paths.map(answered)
      await pages[0]
      await answered('/healthz')
      expect(begun.length).toBeLessThan(CLIENTS / 2)
      await Promise.all(pages)
      expect(begun).toHaveLength(CLIENTS)
    },
  )
})

it('requests that wait long for their turn count as an overload, which the event loop does not show [PROCESS-40]', async () => {
  const lines: string[] = []
  const note = (_: object, line: string) => void lines.push(line)
  let waitMs = 250
  const meter = measureLoad({ info: note, warn: note, error: note }, () => waitMs)
  onTestFinished(() => meter.stop())
  await expect.poll(meter.isOverloaded, SOON).toBe(true)
  waitMs = 0
  await expect.poll(meter.isOverloaded, SOON).toBe(false)
  expect(lines).toEqual([expect.stringContaining('more to do than it can'), expect.stringContaining('caught up')])
})
