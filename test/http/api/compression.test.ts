import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { type Block, emptyBlock } from '../../../src/domain/sample.js'
import { exportPath, MIDNIGHT, minutes } from '../../support/export-files.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync } as const
type ContentCoding = keyof typeof DECODERS

let http: TestHttp
let game: Game
beforeAll(async () => {
  http = await startHttpApp()
  for (let index = 0; index < 12; index++) await http.track(index)
  game = await http.track(0)
  await http.write(game.universeId, minutes(700))
})
afterAll(() => http.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

interface BytesResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** The response as it is sent, because undici's `request` does not decompress. */
async function fetchBytes(path: string, accept?: string, method = 'GET'): Promise<BytesResponse> {
  const answer = await request(`${http.url}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': http.key, ...(accept === undefined ? {} : { 'accept-encoding': accept }) },
    dispatcher: new Agent({ pipelining: 0 }),
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) }
}

const paths = () => ['/games', exportPath(game.id), exportPath(game.id, { format: 'csv' }), '/openapi.json']

describe.each(Object.keys(DECODERS) as ContentCoding[])('an answer compressed with %s', (encoding) => {
  it('is byte by byte the plain one after decoding, and smaller', async () => {
    for (const path of paths()) {
      const [plain, packed] = [await fetchBytes(path), await fetchBytes(path, encoding)]
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(DECODERS[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
      expect(packed.headers['content-length']).toBeUndefined()
      expect(`${plain.headers.vary}, ${packed.headers.vary}`.match(/Accept-Encoding/g)).toHaveLength(2)
      expect(packed.headers['x-ratelimit-limit']).toMatch(/^\d+$/)
    }
  })

  it('is an export whose failure in mid-stream is visible: the connection is aborted', async () => {
    failAfter(20)
    for (const format of ['json', 'csv']) {
      const response = fetchBytes(exportPath(game.id, { format }), encoding)
      await expect(response).rejects.toThrow()
    }
  })
})

describe('what is compressed', () => {
  it('follows the preferences of the caller', async () => {
    const used = async (accept: string) => (await fetchBytes('/games', accept)).headers['content-encoding']
    expect(await used('gzip;q=0.5, br;q=0.9')).toBe('br')
    expect(await used('gzip;q=0')).toBeUndefined()
    expect(await used('identity')).toBeUndefined()
    expect(await used('compress, x-unknown')).toBeUndefined()
    expect(['gzip', 'br']).toContain(await used('*'))
  })

  it('is nothing so small that it would not pay', async () => {
    const { headers } = await fetchBytes('/user', 'gzip, br')
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['content-length']).toMatch(/^\d+$/)
  })

  it('is no answer to HEAD, and no 304', async () => {
    const head = await fetchBytes('/games', 'gzip', 'HEAD')
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    const { etag } = (await fetchBytes('/games', 'gzip')).headers
    const again = await http.ask('/games', { headers: { 'if-none-match': `${etag}`, 'accept-encoding': 'gzip' } })
    expect([again.status, again.text, again.headers['content-encoding']]).toEqual([304, '', undefined])
  })

  it('is any error body that is long enough, and it stays readable', async () => {
    const { status, bytes } = await fetchBytes('/games/x/stats', 'gzip')
    expect(status).toBe(400)
    expect(JSON.parse(bytes.toString())).toMatchObject({ success: false, code: 'INVALID_PARAMETERS' })
  })
})

describe('a compressed export', () => {
  it('is made at the pace of its reader, and ends when the reader leaves', async () => {
    const source = endless()
    const leaving = new AbortController()
    const answer = await request(`${http.url}/api/v1${exportPath(game.id)}`, {
      headers: { 'x-api-key': http.key, 'accept-encoding': 'gzip' },
      dispatcher: new Agent({ pipelining: 0 }),
      signal: leaving.signal,
    })
    answer.body.on('error', () => {})
    await vi.waitFor(() => expect(source.idleFor()).toBeGreaterThan(500), { timeout: 60_000, interval: 100 })
    leaving.abort()
    await vi.waitFor(() => expect(source.ended).toBe(true), { timeout: 60_000 })
    expect(http.logged.filter((line) => line.includes('premature'))).toEqual([])
  })
})

function failAfter(days: number): void {
  vi.spyOn(http.store.series, 'wholeBlocks').mockImplementation(async function* (universeId): AsyncGenerator<Block> {
    for (let day = 0; day < days; day++) yield noise(universeId, MIDNIGHT + day * 1440)
    throw new Error('SQLITE_IOERR: disk I/O error')
  })
}

function endless() {
  let last = performance.now()
  const source = { ended: false, idleFor: () => performance.now() - last }
  vi.spyOn(http.store.series, 'wholeBlocks').mockImplementation(async function* (universeId): AsyncGenerator<Block> {
    try {
      for (let day = 0; day < 100_000; day++) {
        last = performance.now()
        yield noise(universeId, MIDNIGHT + day * 1440)
      }
    } finally {
      source.ended = true
    }
  })
  return source
}

/** A day of random values, which do not compress. */
function noise(universeId: number, first: number): Block {
  const block = emptyBlock(universeId, 1440)
  block.minutes.forEach((_, row) => {
    block.minutes[row] = first + row
    block.columns.visits[row] = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
  })
  return block
}
