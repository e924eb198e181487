// Each address may have a limited number of idle connections, each for a limited time.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startHttpApp, type TestHttp, type TestHttpOptions } from '../support/start-http.js'
import { startStopwatch } from '../support/stopwatch.js'

const MANY = 300
const MAX = 256

let http: TestHttp
let sockets: Socket[]
const start = async (options: TestHttpOptions = {}): Promise<void> => {
  http = await startHttpApp(options)
}
beforeEach(() => {
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await http.stop()
})

async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: http.port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

const openMany = async (address: string) => {
  for (let n = 0; n < MANY; n++) await open(address)
}

const openNow = () => sockets.filter((socket) => !socket.closed).length

async function answers(address: string): Promise<boolean> {
  const socket = await open(address)
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const answer = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return /^HTTP\/1\.1 200/.test(`${answer[0]}`)
}

describe('of connections', () => {
  it('one address holds 256: more are closed, and another address is served (many connections)', async () => {
    await start()
    await openMany('127.0.0.7')
    await expect.poll(openNow).toBe(MAX)
    expect(await answers('127.0.0.7')).toBe(false)
    expect(await answers('127.0.0.8')).toBe(true)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => answers('127.0.0.7')).toBe(true)
    expect(http.logged.filter((line) => line.includes('127.0.0.7'))).toHaveLength(1)
  })

  it('a trusted proxy holds as many as it likes', async () => {
    await start({ settings: { trustProxy: 'loopback' } })
    await openMany('127.0.0.7')
    expect(await answers('127.0.0.7')).toBe(true)
    expect(openNow()).toBeGreaterThanOrEqual(MANY)
  })
})

describe('who sends a request too slowly', () => {
  it('is disconnected within 20 s, whether nothing of it comes or a header without an end', async () => {
    await start()
    const stopwatch = startStopwatch()
    const [silent, slow] = await Promise.all([open('127.0.0.1'), open('127.0.0.1')])
    silent.resume()
    let answer = ''
    slow.on('data', (data) => {
      answer += data
    })
    slow.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    const dripping = setInterval(() => slow.write('a'), 500)
    await Promise.all([once(silent, 'close'), once(slow, 'close')])
    clearInterval(dripping)
    expect(stopwatch.passed()).toBeLessThan(20_000)
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(answer).toContain('The request did not arrive in time.')
    expect(answer).toContain('REQUEST_TIMEOUT')
  })

  it('is answered once where the body does not end, whether the path takes one or not', async () => {
    await start()
    const origin = `http://127.0.0.1:${http.port}`
    const statusesOf = async (path: string) => {
      const socket = await open('127.0.0.1')
      let answer = ''
      socket.on('data', (data) => {
        answer += data
      })
      const headers = `Host: 127.0.0.1:${http.port}\r\nOrigin: ${origin}\r\nSec-Fetch-Site: same-origin\r\n`
      const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\ntheme='
      socket.write(`POST ${path} HTTP/1.1\r\n${headers}${form}`)
      await once(socket, 'close')
      return [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
    }
    expect(await Promise.all([statusesOf('/theme'), statusesOf('/nothing')])).toEqual([[408], [404]])
  })
})

it('who wants a tunnel is answered that there is none (CONNECT)', async () => {
  await start()
  const socket = await open('127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/)
  expect(answer).toContain('Allow: GET, HEAD\r\n')
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
})
