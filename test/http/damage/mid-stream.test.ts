// If damage is found during an export, the client must not mistake the received part for a complete file.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { minutes } from '../../support/export-files.js'
import { startWeb, type TestWeb } from '../../web/support/start-web.js'
import { DAMAGED, damageWeek, dateOf, writeWeeks } from './weeks.js'

const compress = promisify(gzip)
/** One for each thread that libuv starts by default. */
const COMPRESSIONS = 4
/** More than the service compresses at once. */
const SAMPLE = Buffer.from(Array.from({ length: 100_000 }, (_, at) => `${at * at},`).join(''))

let http: TestWeb
let game: Game

beforeAll(async () => {
  subscribe('http.server.request.start', noteConnection)
  http = await startWeb()
  game = await http.track(0)
  await http.services.games.change(game, { isPublic: true })
  await writeWeeks(http, game)
  const { wholeBlocks: blocks } = http.store.series
  vi.spyOn(http.store.series, 'wholeBlocks').mockImplementation(async function* (...range) {
    let days = 0
    for await (const block of blocks(...range)) {
      // The damage happens after the check of all weeks and before this one is read.
      if (days++ === 0) damageWeek(http, game)
      yield block
      if (days === 7) await untilReceived()
    }
  })
})
afterAll(async () => {
  unsubscribe('http.server.request.start', noteConnection)
  vi.restoreAllMocks()
  await http.stop()
})
// A new import repairs the week.
beforeEach(() => http.write(game.universeId, minutes(WEEK_MINUTES, DAMAGED)))

const from = dateOf(-7)
const to = dateOf(13)
const apiPath = (format: string) => `/api/v1/games/${game.id}/export?start_date=${from}&end_date=${to}&format=${format}`
const webPath = (format: string) => `/games/${game.universeId}/export?from=${from}&to=${to}&format=${format}`

let received = ''
/** The service's side of the connection. */
let served: Socket | undefined

const noteConnection = (message: unknown): void => {
  served = (message as { readonly socket: Socket }).socket
}

/**
 * Waits until the client has all that the service has sent, because libuv reports an end instead of a reset if bytes
 * arrive together with it. Work of the same threads that is queued later ends after the compression of what was sent.
 */
async function untilReceived(): Promise<void> {
  const sent = () => served?.bytesWritten ?? 0
  for (let before = -1; before !== sent() || received.length < sent(); ) {
    before = sent()
    await Promise.all(Array.from({ length: COMPRESSIONS }, () => compress(SAMPLE)))
  }
}

/** The head of the response, and how the connection ended. */
async function fetchRaw(path: string, version: string, accept: string) {
  const socket = connect(http.port, '127.0.0.1')
  received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  const lines = [
    `GET ${path} HTTP/${version}`,
    'Host: localhost',
    'Connection: close',
    `X-API-Key: ${http.key}`,
    `Accept-Encoding: ${accept}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const end = await new Promise((resolve) => {
    socket.on('end', () => resolve('ended cleanly'))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  socket.destroy()
  return { head: received.slice(0, 15), end }
}

describe.each([
  ['JSON', () => apiPath('json')],
  ['CSV', () => apiPath('csv')],
  ['a CSV of the website', () => webPath('csv')],
  ['a JSON of the website', () => webPath('json')],
  ['a workbook of the website', () => webPath('xlsx')],
])('%s that meets damage on its way', (_, path) => {
  it.each([
    ['1.1', 'identity'],
    ['1.1', 'gzip'],
    ['1.1', 'br'],
    // In HTTP/1.0, which some proxies use, only the end of the connection ends the body.
    ['1.0', 'identity'],
  ])('resets the connection, over HTTP/%s with %s', async (version, accept) => {
    const { end } = await fetchRaw(path(), version, accept)
    expect(end).toBe('ECONNRESET')
    // The damage is known now, so the next export is rejected before its first byte.
    expect((await fetchRaw(path(), '1.1', 'identity')).head).toBe('HTTP/1.1 500 In')
  })
})
