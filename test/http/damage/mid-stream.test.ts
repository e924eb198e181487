// If damage is found during an export, the client must not mistake the received part for a complete file.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { minutes } from '../../support/export-files.js'
import { startWeb, type TestWeb } from '../../web/support/start-web.js'
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
      // The damage happens after the check of all weeks and before this one is read.
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
// A new import repairs the week.
beforeEach(() => http.write(game.universeId, minutes(WEEK_MINUTES, DAMAGED)))

const from = dateOf(-7)
const to = dateOf(13)
const apiPath = (format: string) => `/api/v1/games/${game.id}/export?start_date=${from}&end_date=${to}&format=${format}`
const webPath = (format: string) => `/games/${game.universeId}/export?from=${from}&to=${to}&format=${format}`

let received = ''

/** Waits for received bytes, because libuv reports an end instead of a reset if both arrive together. */
async function untilQuiet(): Promise<void> {
  for (let before = -1; before !== received.length; ) {
    before = received.length
    await sleep(50)
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
