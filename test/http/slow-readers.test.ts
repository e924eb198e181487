// A client that reads too slowly is disconnected. The test sets the time; the connections are real.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '../../src/domain/game.js'
import { MIDNIGHT, minutes } from '../support/export-files.js'
import { PacedReader } from '../support/paced-reader.js'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { untilSteady } from '../support/turns.js'

/** About 13 MB of JSON, which is more than the kernel buffers for a connection. */
const DAYS = 60
const KIBIBYTE = 1_024
const STEP_SECONDS = 2

let http: TestHttp
let game: Game
let readers: PacedReader[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  readers = []
  http = await startHttpApp()
  game = await http.track(0)
  await http.write(game.universeId, minutes(DAYS * 1_440, MIDNIGHT - DAYS * 1_440), { visits: 39_206_917 })
})
afterEach(async () => {
  for (const reader of readers) reader.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
  await http.stop()
})

const path = () => `/games/${game.id}/export?start_date=2026-04-10&end_date=2026-06-17`

async function open(headers: Readonly<Record<string, string>> = {}): Promise<PacedReader> {
  const reader = await PacedReader.open({
    port: http.port,
    path: `/api/v1${path()}`,
    headers: { 'X-API-Key': http.key, ...headers },
  })
  readers.push(reader)
  return reader
}

/** Waits until the service has sent what the readers have room for, and has looked at them. */
const untilSettled = () => untilSteady(() => readers.reduce((sum, { written }) => sum + written, disconnections()))

/** Lets time pass in steps; each reader takes its bytes once in a step. */
async function pass(seconds: number, bytesPerSecond = 0, step = STEP_SECONDS): Promise<void> {
  await untilSettled()
  for (let passed = 0; passed < seconds; passed += step) {
    await Promise.all(readers.map((reader) => reader.take(bytesPerSecond * step)))
    vi.advanceTimersByTime(step * 1_000)
    await untilSettled()
  }
}

/** Calls `happens` between the days of samples that the service reads. */
function afterEachBlock(happens: () => Promise<void>): void {
  const { wholeBlocks: blocks } = http.store.series
  vi.spyOn(http.store.series, 'wholeBlocks').mockImplementation(async function* (...query) {
    for await (const block of blocks.apply(http.store.series, query)) {
      yield block
      await happens()
    }
  })
}

const statusNow = async () => (await http.ask('/games/1/export?start_date=2026-06-17&end_date=2026-06-17')).status

const disconnections = () => http.logged.filter((line) => line.includes('A slow reader was disconnected.')).length

/** The seconds until the service disconnects a client that reads this many bytes a second. */
async function secondsUntilDisconnected(bytesPerSecond: number): Promise<number> {
  for (let seconds = STEP_SECONDS; seconds <= 200; seconds += STEP_SECONDS) {
    await pass(STEP_SECONDS, bytesPerSecond)
    if (disconnections() === readers.length) return seconds
  }
  return Number.POSITIVE_INFINITY
}

describe('of an export', () => {
  it('a reader who takes nothing gives the place of the account back within 60 s, and not before 30 s (slow readers)', async () => {
    let blocks = 0
    afterEachBlock(async () => void blocks++)
    for (let n = 0; n < 4; n++) await open()
    // Once no reader gets more, all sides wait for each other.
    do await untilSteady(() => blocks)
    while (blocks === 0)
    await pass(30)
    expect(await statusNow()).toBe(429)
    await pass(30)
    // The place is given back only when the export that was cut off has ended.
    await expect.poll(statusNow, { interval: 1_000 }).toBe(200)
  })

  it.each([1, 8])('a reader who takes %i KiB a second is disconnected within 75 s, visibly', async (rate) => {
    const reader = await open()
    const seconds = await secondsUntilDisconnected(rate * KIBIBYTE)
    expect(seconds).toBeGreaterThanOrEqual(30)
    expect(seconds).toBeLessThanOrEqual(75)
    await reader.toEnd()
    expect(reader.status).toBe(200)
    expect(reader.text.endsWith('\r\n0\r\n\r\n')).toBe(false)
    expect(http.logged.filter((line) => /"level":[56]0/.test(line))).toEqual([])
  })

  it('a reader who takes 20 KiB a second gets the whole', async () => {
    const whole = await http.ask(path())
    const reader = await open({ Connection: 'close' })
    for (let seconds = 0; seconds < 1_000 && !reader.isClosed; seconds += 50) await pass(50, 20 * KIBIBYTE, 5)
    expect(disconnections()).toBe(0)
    expect(reader.text.endsWith('\r\n0\r\n\r\n')).toBe(true)
    expect(reader.received).toBeGreaterThan(whole.text.length)
  })

  it('a reader who waits for the service is not counted as slow', async () => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    afterEachBlock(() => gate)
    const reader = await open({ Connection: 'close' })
    await pass(200, 100 * KIBIBYTE, 10)
    expect([reader.isClosed, disconnections()]).toEqual([false, 0])
    release()
    await reader.toEnd()
    expect(reader.text.endsWith('\r\n0\r\n\r\n')).toBe(true)
  })
})

describe('of anything else', () => {
  it('a reader who takes nothing is disconnected, too', async () => {
    // Once the page is made, all responses are whole pages, which are more than the kernel buffers for a connection.
    await (await fetch(`http://127.0.0.1:${http.port}/docs`)).text()
    readers.push(await PacedReader.open({ port: http.port, path: '/docs', times: 60 }))
    const seconds = await secondsUntilDisconnected(0)
    expect(seconds).toBeGreaterThanOrEqual(30)
    expect(seconds).toBeLessThanOrEqual(75)
  })
})
