// Clients of the API, each asking as often as its plan allows, and slow readers of exports. Arguments: port, number of slow
// exports, days of the past. Gets the accounts as its first message, then says `started`; each later question is answered with what happened since.
import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_MINUTES, isoOfDay, MINUTE_MS } from '../../../src/domain/clock.js'
import { randomFrom } from '../effects/random.js'
import { Client } from '../http/client.js'
import { quantile } from '../measure.js'
import { type ClientAccount, clientAccountSchema, EXPORTS_OF_ACCOUNT } from './messages.js'

const [port = 0, slowExports = 0, days = 1] = process.argv.slice(2).map(Number)
/**
 * Below the limit of a minute, so that neither the exports of the same key nor a request that was delayed are too many in the
 * next window.
 */
const USED_SHARE = 0.8
/** The share of requests for the latest sample of one game. */
const STATS_SHARE = 0.75
/** After an export that ended or was rejected. */
const EXPORT_PAUSE_MS = 20_000
/** Clients do not all begin at once. */
const START_SPREAD_MS = 10_000
/** A slow reader takes so much a second, twice of what the service demands (API-36). */
const READ_BYTES = 32 * 1024
/** What a service that has too much to do asks for (PROCESS-40). */
const RETRY_AFTER_MS = 2_000
const DELAY_RESOLUTION_MS = 5
const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
let statsMs: number[] = []
let failures: Record<string, number> = {}
let [answers, exportBytes] = [0, 0]

const noteFailure = (what: string): unknown => (failures[what] = (failures[what] ?? 0) + 1)

/** Two connections, so that a request for one game does not wait in the client for an answer about all games. */
function runClient(account: ClientAccount): void {
  void askRepeatedly(account, STATS_SHARE, (id) => `/games/${id}/stats`)
  void askRepeatedly(account, 1 - STATS_SHARE, otherPathOf)
}

async function askRepeatedly(
  { key, requestsPerMinute, ids }: ClientAccount,
  share: number,
  pathOf: PathChoice,
): Promise<never> {
  const interval = MINUTE_MS / (requestsPerMinute * USED_SHARE * share)
  const { next } = randomFrom(Math.round((ids[0] ?? 1) / share))
  const pick = () => ids[Math.floor(ids.length * next())] ?? 0
  let client: Client | undefined
  // A late answer delays the requests after it on this connection, so each is timed from when it was due.
  for (let due = performance.now() + START_SPREAD_MS * next(); ; due += interval) {
    await sleep(Math.max(0, due - performance.now()))
    const path = pathOf(pick(), next())
    answers++
    try {
      if (client === undefined || client.isClosed)
        client = await Client.open(port, key, share === STATS_SHARE ? '127.0.0.1' : '127.0.0.2')
      await client.ask(path)
      if (share === STATS_SHARE) statsMs.push(performance.now() - due)
    } catch (error) {
      const failure = error instanceof Error ? failureOf(error.message) : 'unknown'
      noteFailure(failure)
      // As it is asked to; it does not catch up on what it missed.
      if (failure === '503') due = performance.now() + RETRY_AFTER_MS
    }
  }
}

/** The status, without the address that was asked for. */
const failureOf = (message: string): string =>
  /HTTP\/1[.]1 (\d+)/.exec(message)?.[1] ?? message.replace(/^\S+: /, '').slice(0, 40)

type PathChoice = (id: number, chance: number) => string

function otherPathOf(id: number, chance: number): string {
  if (chance < 0.4) return '/games/stats'
  if (chance < 0.68) return '/rankings?limit=100'
  if (chance < 0.84) return `/games/${id}/series?last=1d&interval=5m`
  return `/games/${id}/summary`
}

function readSlowly(key: string, id: number): void {
  const socket: Socket = connect(port, '127.0.0.1')
  const today = Math.floor(Date.now() / (DAY_MINUTES * MINUTE_MS))
  const range = `start_date=${isoOfDay(today - days + 1)}&end_date=${isoOfDay(today)}`
  socket.write(
    `GET /api/v1/games/${id}/export?format=csv&${range} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\nConnection: close\r\n\r\n`,
  )
  socket.once('data', (bytes: Buffer) => {
    const status = /^HTTP\/1[.]1 (\d+)/.exec(bytes.toString('latin1'))?.[1]
    if (status !== '200') noteFailure(`export ${status}`)
  })
  let taken = 0
  socket.on('data', (bytes: Buffer) => {
    exportBytes += bytes.length
    taken += bytes.length
    if (taken < READ_BYTES) return
    taken = 0
    socket.pause()
    setTimeout(() => socket.resume(), 1_000)
  })
  socket.on('error', () => noteFailure('export broken off'))
  socket.on('close', () => setTimeout(() => readSlowly(key, id), EXPORT_PAUSE_MS))
}

function start(accounts: readonly ClientAccount[]): void {
  for (let index = 0; index < slowExports; index++) {
    const { key, ids } = accounts[Math.floor(index / EXPORTS_OF_ACCOUNT)] ?? { key: '', ids: [] }
    readSlowly(key, ids[index % EXPORTS_OF_ACCOUNT] ?? 0)
  }
  for (const account of accounts) runClient(account)
}

process.once('message', (accounts) => {
  start(z.array(clientAccountSchema).parse(accounts))
  delay.enable()
  process.send?.('started')
  process.on('message', () => {
    const p99 = quantile(statsMs, 0.99)
    const delayP99 = delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MS
    process.send?.({ answers, failures, exportBytes, stats: statsMs.length, p99, delayP99 })
    delay.reset()
    statsMs = []
    failures = {}
    ;[answers, exportBytes] = [0, 0]
  })
})
process.send?.('ready')
