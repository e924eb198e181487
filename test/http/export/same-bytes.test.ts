// The memory of what was sent is used again for what comes next, so each client must get the same bytes, however it reads.

import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { Agent, request } from 'undici'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isoOfMinute } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { emptyBlock } from '../../../src/domain/sample.js'
import { exportPath, MIDNIGHT } from '../../support/export-files.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

/** As JSON it is more than all buffers between the service and a client that does not read. */
const DAYS = 90
const DATES = { start_date: '2026-03-19', end_date: '2026-06-16' }
/** A piece of an export has about as many. */
const PIECE_BYTES = 100_000
const FIRST = MIDNIGHT - DAYS * 1_440
/** Longer than the service takes to fill the buffers of the connection. */
const PAUSE_MS = 150

let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
  const block = emptyBlock(game.universeId, DAYS * 1_440)
  block.minutes.set(block.minutes.map((_, row) => FIRST + row))
  block.columns.ccu.set(block.columns.ccu.map((_, row) => (row * 7_919) % 3_001))
  block.columns.visits.set(block.columns.visits.map((_, row) => 99_900_000 + 37 * row))
  for (let row = 0; row < block.minutes.length; row += 10_000) await http.store.series.importBlock(part(block, row))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await http.stop()
})

function part(block: ReturnType<typeof emptyBlock>, from: number) {
  const rows = emptyBlock(block.universeId, Math.min(10_000, block.minutes.length - from))
  rows.minutes.set(block.minutes.subarray(from, from + rows.minutes.length))
  for (const name of ['ccu', 'visits'] as const)
    rows.columns[name].set(block.columns[name].subarray(from, from + rows.minutes.length))
  return rows
}

const open = async (format: string, headers: Readonly<Record<string, string>> = {}) => {
  const path = `${http.url}/api/v1${exportPath(game.id, { format, ...DATES })}`
  const { body } = await request(path, {
    headers: { 'x-api-key': http.key, ...headers },
    dispatcher: new Agent({ pipelining: 0 }),
  })
  return body
}

async function readSlowly(format: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await open(format)) {
    chunks.push(chunk)
    if (chunks.length % 20 === 1) await delay(PAUSE_MS)
  }
  return Buffer.concat(chunks).toString()
}

it.each(['csv', 'json'])(
  'an export as %s is the same for clients that read at once, slowly, and compressed',
  async (format) => {
    const allocate = vi.spyOn(Buffer, 'allocUnsafe')
    const whole = await (await open(format)).text()
    const pieces = allocate.mock.calls.filter(([bytes]) => bytes > PIECE_BYTES)
    // Most of them are written into memory that was sent before.
    expect(pieces.length).toBeLessThan(whole.length / PIECE_BYTES / 2)
    const times = [...whole.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([time]) => time)
    expect(times).toEqual(Array.from({ length: DAYS * 1_440 }, (_, row) => isoOfMinute(FIRST + row)))
    expect((await readSlowly(format)) === whole).toBe(true)
    const unpacked = await text((await open(format, { 'accept-encoding': 'gzip' })).pipe(createGunzip()))
    expect(unpacked === whole).toBe(true)
  },
)
