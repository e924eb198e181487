// Public downloads: a client that takes many files, or reads them slowly, does not block other clients.
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { MIDNIGHT, minutes } from '../../support/export-files.js'
import { PacedReader } from '../../support/paced-reader.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

const ANSWERED_NS = 1_000_000_000n
const RANGE = 'from=2026-06-15&to=2026-06-17'

let web: TestWeb
let game: Game
let readers: PacedReader[]
/** Lets the exports end that are held back. */
let release: () => void

beforeEach(async () => {
  web = await startWeb({ settings: { trustProxy: 'loopback' } })
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  for (let day = 1; day <= 2; day++) await web.write(game.universeId, minutes(1_440, MIDNIGHT - day * 1_440))
  readers = []
})
afterEach(async () => {
  release?.()
  for (const reader of readers) reader.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  await web.stop()
})

/** From now on, every export waits until the test lets it go on. */
function hold(): void {
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const { wholeBlocks: blocks } = web.store.series
  vi.spyOn(web.store.series, 'wholeBlocks').mockImplementation(async function* (...query) {
    for await (const block of blocks.apply(web.store.series, query)) {
      yield block
      await gate
    }
  })
}

/** Sends the request as a proxy does for a client at that address. */
async function read(address: string, base = `/games/${game.universeId}`, more: Record<string, string> = {}) {
  const headers = { 'X-Forwarded-For': address, Connection: 'close', ...more }
  const reader = await PacedReader.open({ port: web.port, path: `${base}/export?${RANGE}&format=json`, headers })
  readers.push(reader)
  return reader
}

const statuses = (all: readonly PacedReader[]) => Promise.all(all.map((reader) => reader.firstStatus()))

const readMany = (addresses: readonly string[]) => Promise.all(addresses.map((address) => read(address)))

const status = async (address: string) => (await read(address)).firstStatus()

describe('of the readers of a public file', () => {
  it('six from one address are given four, and another address gets the whole file at once [WEB-7]', async () => {
    hold()
    const six = await statuses(await readMany(Array(6).fill('203.0.113.1')))
    expect(six.sort()).toEqual([200, 200, 200, 200, 429, 429])
    vi.restoreAllMocks()
    const honest = await read('203.0.113.2')
    expect(await honest.firstStatus()).toBe(200)
    await honest.toEnd()
    expect(honest.text.endsWith('\r\n0\r\n\r\n')).toBe(true)
  })

  it('gets the time to retry if four are open already', async () => {
    hold()
    await statuses(await readMany(Array(4).fill('203.0.113.1')))
    const fifth = await read('203.0.113.1')
    expect(await fifth.firstStatus()).toBe(429)
    expect(fifth.text).toMatch(/\r\nRetry-After: [1-9]\d*\r\n/i)
    expect(fifth.text).toContain('At most 4 downloads run at once')
  })

  it('those of one /64 of IPv6 are one', async () => {
    hold()
    const one = Array.from({ length: 5 }, (_, n) => `2001:db8:1:2::${n}`)
    expect((await statuses(await readMany(one))).sort()).toEqual([200, 200, 200, 200, 429])
    expect(await status('2001:db8:1:3::1')).toBe(200)
  })

  it('a hundred slow ones of six addresses keep nobody out', async () => {
    hold()
    for (let address = 1; address <= 6; address++)
      await statuses(await readMany(Array(16).fill(`198.51.100.${address}`)))
    expect(await status('203.0.113.2')).toBe(200)
  })

  it('64 may read at once: one more has to wait, a member of the account is not', async () => {
    const member = await web.member('viewer')
    hold()
    for (let address = 1; address <= 16; address++)
      expect(await statuses(await readMany(Array(4).fill(`198.51.100.${address}`)))).toEqual([200, 200, 200, 200])
    const one = await read('203.0.113.2')
    expect(await one.firstStatus()).toBe(503)
    expect(one.text).toMatch(/\r\nRetry-After: [1-9]\d*\r\n/i)
    const cookie = [...member.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = await read('203.0.113.2', `/accounts/${web.account.id}/games/${game.id}`, { Cookie: cookie })
    expect(await own.firstStatus()).toBe(200)
  })

  it('who leaves makes room at once', async () => {
    hold()
    const four = await readMany(Array(4).fill('203.0.113.1'))
    await statuses(four)
    for (const reader of four) reader.close()
    release()
    vi.restoreAllMocks()
    await vi.waitFor(async () => expect(await status('203.0.113.1')).toBe(200), { timeout: 60_000 })
  })

  it('who only asks for the head takes no place', async () => {
    hold()
    const head = () => web.visitor().get(`/games/${game.universeId}/export?${RANGE}`, {}, 'HEAD')
    expect((await Promise.all(Array.from({ length: 8 }, head))).map((answer) => answer.status)).toEqual(
      Array(8).fill(200),
    )
    expect(await statuses(await readMany(Array(4).fill('127.0.0.1')))).toEqual([200, 200, 200, 200])
  })
})

describe('a file', () => {
  /** By then PostgreSQL has answered what was begun, so that no limit of a statement passes with the time that is skipped. */
  async function untilIdle(): Promise<void> {
    const since = process.hrtime.bigint()
    for (let turn = 0; turn < 1_000 || process.hrtime.bigint() - since < ANSWERED_NS; turn++) await setImmediate()
  }

  /** Whether the whole file arrives where the service goes on only after this many minutes. */
  async function isWholeAfter(passed: number, reader: PacedReader): Promise<boolean> {
    vi.advanceTimersByTime(passed * 60_000)
    vi.useRealTimers()
    release()
    await reader.toEnd()
    return reader.text.endsWith('\r\n0\r\n\r\n')
  }

  async function begin(base?: string, more?: Record<string, string>): Promise<PacedReader> {
    hold()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = await read('203.0.113.1', base, more)
    while (!vi.mocked(web.store.series.wholeBlocks).mock.calls.length) await setImmediate()
    await untilIdle()
    return reader
  }

  it.each([
    [59, true],
    [61, false],
  ])('that everybody may read: after %i minutes it is still sent: %s', async (passed, isSent) => {
    expect(await isWholeAfter(passed, await begin())).toBe(isSent)
  })

  it.each([
    [179, true],
    [181, false],
  ])("of a member's account: after %i minutes it is still sent: %s", async (passed, isSent) => {
    const member = await web.member('viewer')
    const cookie = [...member.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reader = await begin(`/accounts/${web.account.id}/games/${game.id}`, { Cookie: cookie })
    expect(await isWholeAfter(passed, reader)).toBe(isSent)
  })

  it.each([
    [179, true],
    [181, false],
  ])('over the API: after %i minutes it is still sent: %s', async (passed, isSent) => {
    const path = `/api/v1/games/${game.id}/export?start_date=2026-06-15&end_date=2026-06-17`
    hold()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = await PacedReader.open({
      port: web.port,
      path,
      headers: { 'X-API-Key': web.key, Connection: 'close' },
    })
    readers.push(reader)
    while (!vi.mocked(web.store.series.wholeBlocks).mock.calls.length) await setImmediate()
    await untilIdle()
    expect(await isWholeAfter(passed, reader)).toBe(isSent)
  })
})
