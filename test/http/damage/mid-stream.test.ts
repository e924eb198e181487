// Damage that comes up while an export is on its way: no reader may take what has arrived for a whole file.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { startWeb, type TestWeb } from '../../web/support/start-web.js'
import { minutes } from '../export/range.js'
import { DAMAGED, damageWeek, dateOf, writeWeeks } from './weeks.js'

let http: TestWeb
let game: Game

beforeAll(async () => {
  http = await startWeb()
  game = await http.track(0)
  await http.services.games.change(game, { isPublic: true })
  await writeWeeks(http, game)
  const { blocks } = http.store.series
  vi.spyOn(http.store.series, 'blocks').mockImplementation(async function* (...range) {
    let days = 0
    for await (const block of blocks(...range)) {
      // After the look at all weeks that comes first, and before this one is read.
      if (days++ === 0) damageWeek(http, game)
      yield block
      if (days === 7) await untilQuiet()
    }
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await http.stop()
})
// Imported anew, it is whole.
beforeEach(() => http.write(game.universeId, minutes(WEEK_MINUTES, DAMAGED)))

const from = dateOf(-7)
const to = dateOf(13)
const apiPath = (format: string) => `/api/v1/games/${game.id}/export?start_date=${from}&end_date=${to}&format=${format}`
const webPath = (format: string) => `/games/${game.universeId}/export?from=${from}&to=${to}&format=${format}`

let received = ''

/** Where bytes and a reset come at once, libuv tells the reader of an end. */
async function untilQuiet(): Promise<void> {
  for (let before = -1; before !== received.length; ) {
    before = received.length
    await sleep(50)
  }
}

/** The head that came, and how the connection ended. */
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
    // Its body has no end of its own but that of the connection; some proxies ask so.
    ['1.0', 'identity'],
  ])('resets the connection, over HTTP/%s with %s', async (version, accept) => {
    const { end } = await fetchRaw(path(), version, accept)
    expect(end).toBe('ECONNRESET')
    // The next one knows before its first byte.
    expect((await fetchRaw(path(), '1.1', 'identity')).head).toBe('HTTP/1.1 500 In')
  })
})
