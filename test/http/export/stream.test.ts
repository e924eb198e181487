import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Agent, request } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { type Block, emptyBlock } from '../../../src/domain/sample.js'
import { exportPath, MIDNIGHT } from '../../support/export-files.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'

/** Days of samples, more than all buffers between the store and a client that does not read. */
const ENDLESS = 20_000
/** Days of samples that fit into the buffers on the way to a client that does not read: 60 as CSV were counted. */
const MAX_BUFFERED = 300
/** The channel on which Node.js reports each request to a server of this process. */
const REQUESTS = 'http.server.request.start'
let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await http.stop()
})

interface ExportProgress {
  /** The number of blocks that were read so far. */
  taken: number
  ended: number
}

/** Serves a store with that many days. Block number `fail` throws, and each block waits for `gate`. */
function serve(days: number, { fail, gate }: { fail?: number; gate?: Promise<void> } = {}): ExportProgress {
  const source = { taken: 0, ended: 0 }
  vi.spyOn(http.store.series, 'wholeBlocks').mockImplementation(async function* (universeId): AsyncGenerator<Block> {
    try {
      for (let day = 0; day < days; day++) {
        await gate
        if (day === fail) throw new Error('SQLITE_IOERR: disk I/O error')
        const block = emptyBlock(universeId, 1440)
        block.minutes.forEach((_, row) => {
          block.minutes[row] = MIDNIGHT + day * 1440 + row
        })
        source.taken++
        yield block
      }
    } finally {
      source.ended++
    }
  })
  return source
}

/** By the first days that are stored, the first bytes are sent; those after them are read once the returned function is called. */
function holdBlocks(): () => void {
  let pass = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    pass = resolve
  })
  const { wholeBlocks: blocks } = http.store.series
  vi.spyOn(http.store.series, 'wholeBlocks').mockImplementation(async function* (...args): AsyncGenerator<Block> {
    let taken = 0
    for await (const block of blocks(...args)) {
      if (++taken === 4) await gate
      yield block
    }
  })
  return pass
}

/** All of one week. */
const FIVE_DAYS = { start_date: '2026-06-12', end_date: '2026-06-16' }
function fiveDays({ universeId }: Game, players: number): Block {
  const block = emptyBlock(universeId, 5 * 1440)
  block.minutes.set(block.minutes.map((_, row) => MIDNIGHT - 5 * 1440 + row))
  block.columns.ccu.fill(players)
  return block
}

const open = (format: string, key = http.key, signal?: AbortSignal, dates: Record<string, string> = {}) =>
  request(`${http.url}/api/v1${exportPath(game.id, { format, ...dates })}`, {
    headers: { 'x-api-key': key },
    dispatcher: new Agent({ pipelining: 0 }),
    ...(signal ? { signal } : {}),
  })

/** Resolves when the connection of the next request is closed as the service sees it, which is later than its client. */
async function nextResponseClosed(): Promise<void> {
  const response = await new Promise<ServerResponse>((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe(REQUESTS, take)
      resolve((message as { readonly response: ServerResponse }).response)
    }
    subscribe(REQUESTS, take)
  })
  await once(response, 'close')
}

describe.each(['json', 'csv'])('an export as %s', (format) => {
  it('that fails in mid-stream aborts the connection, and is logged once [API-28]', async () => {
    const source = serve(30, { fail: 20 })
    const answer = await open(format)
    expect(answer.statusCode).toBe(200)
    await expect(answer.body.text()).rejects.toThrow()
    expect(source.ended).toBe(1)
    await vi.waitFor(() => expect(http.logged.filter((line) => line.includes('SQLITE_IOERR'))).toHaveLength(1), {
      timeout: 60_000,
    })
  })

  it('that fails before its first byte is a 500 without the marks of a file', async () => {
    serve(3, { fail: 0 })
    const answer = await http.ask(exportPath(game.id, { format }))
    expectRejection(answer, 500, 'INTERNAL_ERROR')
    expect(answer.headers['content-disposition']).toBeUndefined()
  })

  it.each([
    ['aborts the connection where an import rewrites the history that is being read', 0, 200],
    ['ends as it began where an import rewrites other days of the game', 5 * 1440, 200],
    ['ends as it began where the same samples are imported again', 0, 100],
  ])('%s [API-28]', async (_, minutesBefore, players) => {
    await http.store.series.importBlock(fiveDays(game, 100))
    const whole = await (await open(format, http.key, undefined, FIVE_DAYS)).body.text()
    const answerBlocks = holdBlocks()
    const answer = await open(format, http.key, undefined, FIVE_DAYS)
    expect(answer.statusCode).toBe(200)
    const imported = fiveDays(game, players)
    imported.minutes.set(imported.minutes.map((minute) => minute - minutesBefore))
    await http.store.series.importBlock(imported)
    answerBlocks()
    const isCutOff = minutesBefore === 0 && players !== 100
    if (isCutOff) await expect(answer.body.text()).rejects.toThrow()
    else expect(await answer.body.text()).toBe(whole)
    // Otherwise the operator could not tell it from one whose reader left.
    const lines = () => http.logged.filter((line) => line.includes('An answer was cut off before its end.'))
    await vi.waitFor(() => expect(lines()).toHaveLength(+isCutOff), { timeout: 60_000 })
    vi.restoreAllMocks()
    expect((await http.ask(exportPath(game.id, { format, ...FIVE_DAYS }))).status).toBe(200)
  })

  it('begins to arrive while the rest is made, also where a compression would keep it', async () => {
    await http.store.series.importBlock(fiveDays(game, 100))
    const answerBlocks = holdBlocks()
    const path = exportPath(game.id, { format, ...FIVE_DAYS })
    const headers = { 'x-api-key': http.key, 'accept-encoding': 'br' }
    const answer = await request(`${http.url}/api/v1${path}`, { headers })
    expect(answer.headers['content-encoding']).toBe('br')
    const bytes = answer.body[Symbol.asyncIterator]()
    expect((await bytes.next()).done).toBe(false)
    answerBlocks()
    while (!(await bytes.next()).done);
  })

  it('is made at the pace of its reader', async () => {
    const source = serve(ENDLESS)
    const leaving = new AbortController()
    const answer = await open(format, http.key, leaving.signal)
    answer.body.on('error', () => {})
    // The service makes whole files for readers who take them, and meanwhile none of this one once all buffers are full.
    for (let before = -1, unchanged = 0; unchanged < 3; ) {
      unchanged = before === source.taken ? unchanged + 1 : 0
      before = source.taken
      serve(ENDLESS / 400)
      await (await open(format)).body.dump({ limit: Number.POSITIVE_INFINITY })
      expect(source.taken).toBeLessThan(MAX_BUFFERED)
    }
    expect(source.ended).toBe(0)
    leaving.abort()
    await vi.waitFor(() => expect(source.ended).toBe(1), { timeout: 60_000 })
    expect(http.logged).toEqual([])
  })

  it('whose reader leaves before its first byte takes no more from the store', async () => {
    let pass = () => {}
    const source = serve(ENDLESS, { gate: new Promise((resolve) => (pass = resolve)) })
    const leaving = new AbortController()
    const left = nextResponseClosed()
    const response = open(format, http.key, leaving.signal)
    await vi.waitFor(() => expect(vi.mocked(http.store.series.wholeBlocks)).toHaveBeenCalled(), { timeout: 60_000 })
    leaving.abort()
    await expect(response).rejects.toThrow()
    await left
    pass()
    await vi.waitFor(() => expect(source.ended).toBe(1), { timeout: 60_000 })
    expect(source.taken).toBeLessThan(30)
    expect(http.logged).toEqual([])
  })

  it('reads nothing from the store for HEAD', async () => {
    const source = serve(ENDLESS)
    expect((await http.ask(exportPath(game.id, { format }), { method: 'HEAD' })).status).toBe(200)
    expect(source.taken).toBe(0)
  })
})
