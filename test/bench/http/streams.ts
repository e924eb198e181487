// Exports of a game over HTTP: records a second, the first byte, and how long four at once stop all others.
import { once } from 'node:events'
import { connect } from 'node:net'
import { z } from 'zod'
import { DAY_MINUTES, dayOf, isoOfDay } from '../../../src/domain/clock.js'
import { startHelper } from '../bench.js'
import { median, quantile } from '../measure.js'
import type { Report } from '../report.js'
import { END } from '../series/stores.js'
import { Client } from './client.js'
import { listening } from './figures.js'

const DAYS = 30
const CONCURRENCY = 4
const MAX_FIRST_BYTE_MS = 20
const MAX_BLOCK_MS = 10
const GOALS = { csv: 1.07 * 1.4, json: 0.83 * 1.6 }
const RECORDS = (DAYS - 1) * DAY_MINUTES + (END - dayOf(END) * DAY_MINUTES)
const blocked = z.object({ ms: z.number() })

export async function benchStreams(report: Report, file: string, size: number, rounds: number): Promise<void> {
  const service = await startHelper('http/serve-process.ts', 'engine', file, `${size}`)
  const { port, key } = listening.parse(service.ready)
  await service.ask('read ahead')
  const dates = `start_date=${isoOfDay(dayOf(END) - DAYS + 1)}&end_date=${isoOfDay(dayOf(END))}`
  for (const format of ['csv', 'json'] as const) {
    const of = `${format.toUpperCase()} of a game's 30 days over HTTP`
    const path = (game: number): string => `/games/${game}/export?${dates}&format=${format}`
    const client = await Client.open(port, key)
    const ms = await median(rounds, () => client.ask(path(1)))
    report.add({ figure: of, value: RECORDS / ms / 1_000, unit: 'M rec/s', goal: GOALS[format], more: true })
    const first: number[] = []
    for (let round = 0; round < rounds; round++) first.push(await firstByte(port, key, path(2)))
    report.add({ figure: `${of}: first byte, p50`, value: quantile(first, 0.5), unit: 'ms', goal: MAX_FIRST_BYTE_MS })
    const clients = await Promise.all(Array.from({ length: CONCURRENCY }, () => Client.open(port, key)))
    await service.ask('watch turns')
    for (let round = 0; round < rounds; round++)
      await Promise.all(clients.map((one, index) => one.ask(path(index + 3))))
    const longest = blocked.parse(await service.ask('longest turn'))
    const turn = `${of}, four at once: longest turn of the event loop`
    report.add({ figure: turn, value: longest.ms, unit: 'ms', goal: MAX_BLOCK_MS })
    for (const one of [client, ...clients]) one.close()
  }
  await service.stop()
}

/**
 * Milliseconds until the first byte of the body, on a connection that is open. Reads it to its end, because an export whose client has gone
 * counts for the account until the service notices.
 */
async function firstByte(port: number, key: string, path: string): Promise<number> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const began = performance.now()
  socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`)
  let received = ''
  let ms: number | undefined
  for await (const bytes of socket) {
    if (ms !== undefined) continue
    received += String(bytes)
    const head = received.indexOf('\r\n\r\n')
    if (head === -1 || received.length <= head + 4) continue
    if (!received.startsWith('HTTP/1.1 200 ')) throw new Error(`${path}: ${received.slice(0, head)}`)
    ms = performance.now() - began
  }
  if (ms === undefined) throw new Error(`${path}: the answer has no body.`)
  return ms
}
