// Clients of the API, each asking as often as its plan allows, and slow readers of exports. Arguments: port, number of slow
// exports. Gets the keys as its first message, then says `started`; each later question is answered with what happened since.
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { randomFrom } from '../effects/random.js'
import { Client } from '../http/client.js'
import { quantile } from '../measure.js'

const [port = 0, slowExports = 0] = process.argv.slice(2).map(Number)
const MINUTE_MS = 60_000
/** Below the limit of a minute, so that a request that was delayed is not one too many in the next window. */
const USED_SHARE = 0.9
/** A slow reader takes so much a second, twice of what the service demands (API-36). */
const READ_BYTES = 32 * 1024
const EXPORTS_OF_ACCOUNT = 4
const gameList = z.object({ games: z.array(z.object({ id: z.int() })) })
const delay = monitorEventLoopDelay({ resolution: 5 })
let statsMs: number[] = []
let [answers, failures, exportBytes] = [0, 0, 0]

async function runClient(key: string): Promise<never> {
  const client = await Client.open(port, key)
  const { limit, ids } = await readAccount(key)
  const interval = MINUTE_MS / (limit * USED_SHARE)
  const { next } = randomFrom(ids[0] ?? 1)
  const pick = () => ids[Math.floor(ids.length * next())] ?? 0
  // A late answer delays the requests after it, so each is timed from when it was due.
  for (let due = performance.now() + interval * next(); ; due += interval) {
    await sleep(Math.max(0, due - performance.now()))
    const path = pathOf(next(), pick())
    await client.ask(path).catch(() => failures++)
    answers++
    if (path.endsWith('/stats')) statsMs.push(performance.now() - due)
  }
}

/** All clients begin at once, so the service may ask some of them to come back. */
async function readAccount(key: string): Promise<{ limit: number; ids: number[] }> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/games`, { headers: { 'x-api-key': key } })
    const body = await response.json()
    if (response.ok) {
      const ids = gameList.parse(body).games.map(({ id }) => id)
      return { limit: Number(response.headers.get('x-ratelimit-limit')), ids }
    }
    await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1))
  }
}

function pathOf(chance: number, id: number): string {
  if (chance < 0.75) return `/games/${id}/stats`
  if (chance < 0.85) return '/games/stats?limit=100'
  if (chance < 0.92) return '/rankings?limit=100'
  if (chance < 0.96) return `/games/${id}/series?last=1d&interval=5m`
  return `/games/${id}/summary`
}

function readSlowly(key: string, id: number): void {
  const socket: Socket = connect(port, '127.0.0.1')
  const range = 'start_date=2020-01-01'
  socket.write(
    `GET /api/v1/games/${id}/export?format=csv&${range} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n\r\n`,
  )
  let taken = 0
  socket.on('data', (bytes: Buffer) => {
    exportBytes += bytes.length
    taken += bytes.length
    if (taken < READ_BYTES) return
    taken = 0
    socket.pause()
    setTimeout(() => socket.resume(), 1_000)
  })
  socket.on('error', () => failures++)
  socket.on('close', () => setTimeout(() => readSlowly(key, id), 1_000))
}

async function start(keys: readonly string[]): Promise<void> {
  for (let index = 0; index < slowExports; index++) {
    const key = keys[Math.floor(index / EXPORTS_OF_ACCOUNT)] ?? ''
    readSlowly(key, index + 1)
  }
  for (const key of keys) void runClient(key)
}

process.once('message', async (keys) => {
  await start(z.array(z.string()).parse(keys))
  delay.enable()
  process.send?.('started')
  process.on('message', () => {
    const p99 = quantile(statsMs, 0.99)
    process.send?.({
      answers,
      failures,
      exportBytes,
      stats: statsMs.length,
      p99,
      delayP99: delay.percentile(99) / 1e6 - 5,
    })
    delay.reset()
    statsMs = []
    ;[answers, failures, exportBytes] = [0, 0, 0]
  })
})
process.send?.('ready')
