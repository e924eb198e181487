import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { type Block, emptyBlock } from '../../../src/domain/sample.js'
import { exportPath, MIDNIGHT } from '../../support/export-files.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'

let http: TestHttp
let game: Game
/** For each running export a function that ends it. */
let ends: ((error?: Error) => void)[]
function endAll(error?: Error): void {
  for (const end of ends) end(error)
}
const finish = () => endAll()
const fail = () => endAll(new Error('broken'))

beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
  ends = []
  vi.spyOn(http.store.series, 'wholeBlocks').mockImplementation(async function* (id): AsyncGenerator<Block> {
    const gate = new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()))
    })
    gate.catch(() => {})
    // Two days are enough to send the first byte; the rest waits for the test.
    for (let day = 0; day < 2; day++) {
      const block = emptyBlock(id, 1440)
      block.minutes.fill(MIDNIGHT + day * 1440).forEach((first, row, all) => {
        all[row] = first + row
      })
      yield block
    }
    await gate
  })
})
afterEach(async () => {
  finish()
  vi.restoreAllMocks()
  await http.stop()
})

const start = (format: string, key = http.key, signal = new AbortController().signal) =>
  request(`${http.url}/api/v1${exportPath(game.id, { format })}`, { headers: { 'x-api-key': key }, signal })

const startAll = (signal?: AbortSignal) =>
  Promise.all(['json', 'csv', 'json', 'csv'].map((format) => start(format, http.key, signal)))

const statusNow = async (method = 'GET') => (await http.ask(exportPath(game.id), { method })).status

describe('of exports at once an account', () => {
  it('has four: the fifth is 429 with Retry-After, by any of its keys, and the four go on [API-27]', async () => {
    const four = await startAll()
    expect(four.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200])
    const second = await http.services.keys.create(http.account, 'second')
    for (const key of [http.key, second.secret]) {
      const fifth = await http.ask(exportPath(game.id), { key })
      expectRejection(fifth, 429, 'RATE_LIMIT_EXCEEDED')
      // That says what an export contains.
      expect(fifth.headers).not.toHaveProperty('x-resolution')
      expect(fifth.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    }
    finish()
    const texts = await Promise.all(four.map((answer) => answer.body.text()))
    expect(texts.map((text) => text.length > 100_000)).toEqual([true, true, true, true])
  })

  it('has four of its own, whatever others do', async () => {
    const other = await http.tenant()
    const own = await http.track(0, other.account)
    const four = await startAll()
    const answer = request(`${http.url}/api/v1${exportPath(own.id)}`, { headers: { 'x-api-key': other.key } })
    expect((await answer).statusCode).toBe(200)
    finish()
    await Promise.all([...four, await answer].map((each) => each.body.text()))
  })

  it('loses none to HEAD, nor while four run to what is rejected anyway', async () => {
    for (let time = 0; time < 6; time++) expect(await statusNow('HEAD')).toBe(200)
    const four = await startAll()
    expect(await statusNow('HEAD')).toBe(200)
    expect((await http.ask(`/games/${game.id}/export`)).status).toBe(400)
    expect((await http.ask(exportPath(999_999))).status).toBe(404)
    expect(ends).toHaveLength(4)
    finish()
    await Promise.all(four.map((answer) => answer.body.text()))
  })

  it('gets them back when they finish', async () => {
    const four = await startAll()
    finish()
    await Promise.all(four.map((answer) => answer.body.text()))
    const again = await startAll()
    expect(again.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200])
    finish()
    await Promise.all(again.map((answer) => answer.body.text()))
  })

  it('gets back as many as have ended, and no more', async () => {
    let done = 0
    const texts = (await startAll()).map((answer) => answer.body.text().then(() => done++))
    for (const end of ends.slice(0, 3)) end()
    await vi.waitFor(() => expect(done).toBe(3), { timeout: 60_000 })
    const more = await Promise.all(['csv', 'json', 'csv', 'json'].map((format) => start(format)))
    expect(more.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 200, 429])
    finish()
    await Promise.all([...texts, ...more.map((answer) => answer.body.text())])
  })

  it('gets them back when the reader leaves', async () => {
    const leaving = new AbortController()
    const four = await startAll(leaving.signal)
    for (const answer of four) answer.body.on('error', () => {})
    leaving.abort()
    finish()
    vi.restoreAllMocks()
    await vi.waitFor(async () => expect(await statusNow()).toBe(200), { timeout: 60_000 })
    expect(http.logged).toEqual([])
  })

  it('gets them back when they fail', async () => {
    const four = await startAll()
    fail()
    for (const answer of four) await expect(answer.body.text()).rejects.toThrow()
    vi.restoreAllMocks()
    expect(await Promise.all([1, 2, 3, 4].map(() => statusNow()))).toEqual([200, 200, 200, 200])
  })
})
