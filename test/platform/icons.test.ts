// Icons of games are looked up once a day, downloaded only from the platform's image hosts, and decoded before they are
// stored.
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES } from '../../src/domain/clock.js'
import { track } from '../sampling/series.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
let ids: number[]
const never = new AbortController().signal
const refresh = () => app.services.refreshIcons({ stop: never })
const names = () => app.services.icons.names()
const requestsOf = (part: string) => app.simulator.requests.filter(({ path }) => path.includes(part)).length

beforeEach(async () => {
  app = await startApp()
  ids = (await track(app, { games: [0, 1, 2] })).sort((a, b) => a - b)
})
afterEach(() => app.stop())

describe('the icons of tracked games', () => {
  it('are encoded as WebP of 64 and 256 pixels with the picture of the platform [WEB-31]', async () => {
    expect(await refresh()).toEqual({ checked: 3, stored: 3 })
    const [first = 0] = ids
    for (const [size, side] of [['small', 64] as const, ['large', 256] as const]) {
      const image = Buffer.from((await app.services.icons.ofUniverse(first, size)) ?? [])
      expect(image.toString('latin1', 8, 12)).toBe('WEBP')
      const { width, height } = await loadImage(image)
      expect([width, height]).toEqual([side, side])
    }
    expect(new Set((await names()).values()).size).toBe(3)
  })

  it('are looked up with one call a day, and downloaded again only at a new address [WEB-30] [PLATFORM-28]', async () => {
    await refresh()
    const before = new Map(await names())
    expect(await refresh()).toEqual({ checked: 0, stored: 0 })
    app.clock.advance(DAY_MINUTES)
    expect(await refresh()).toEqual({ checked: 3, stored: 0 })
    expect([requestsOf('/games/icons'), requestsOf('/picture/')]).toEqual([2, 3])
    expect(await names()).toEqual(before)
    app.clock.advance(DAY_MINUTES)
    const [changed = 0] = ids
    moveTo(`${app.simulator.url.replace('{service}', 'thumbnails')}/picture/77/256x256`, changed)
    expect(await refresh()).toEqual({ checked: 3, stored: 1 })
    expect((await names()).get(changed)).not.toBe(before.get(changed))
    expect(await app.services.icons.image(before.get(changed) ?? '', 'small')).toBeUndefined()
  })

  it('survive a restart and are then not downloaded again', async () => {
    await refresh()
    const before = new Map(await names())
    await app.restart()
    expect(await names()).toEqual(before)
    expect(await refresh()).toEqual({ checked: 0, stored: 0 })
  })

  it('are removed when the platform blocks them, and kept while they are only unavailable [PLATFORM-22]', async () => {
    await refresh()
    const [blocked = 0, unavailable = 0] = ids
    app.simulator.set(blocked, { thumbnail: 'Blocked' })
    app.simulator.set(unavailable, { thumbnail: 'TemporarilyUnavailable' })
    app.clock.advance(DAY_MINUTES)
    expect(await refresh()).toEqual({ checked: 3, stored: 0 })
    expect([(await names()).has(blocked), (await names()).has(unavailable)]).toEqual([false, true])
    expect(await app.services.icons.ofUniverse(blocked, 'large')).toBeUndefined()
    app.clock.advance(HOUR_MINUTES)
    expect(await refresh()).toEqual({ checked: 1, stored: 0 })
  })

  it('are looked up again after five minutes where the platform does not answer, with the old ones kept', async () => {
    await refresh()
    app.clock.advance(DAY_MINUTES)
    app.simulator.settings.intercept = ({ service }) => (service === 'thumbnails' ? { status: 500 } : undefined)
    expect(await refresh()).toMatchObject({ checked: 0, error: expect.anything() })
    expect((await names()).size).toBe(3)
    app.simulator.settings.intercept = undefined
    expect(await refresh()).toEqual({ checked: 0, stored: 0 })
    app.clock.advance(5)
    expect(await refresh()).toEqual({ checked: 3, stored: 0 })
  })
})

/** Makes the platform give this address for the icon of one universe, or of all. */
function moveTo(imageUrl: string, only?: number): void {
  const rows = ids.map((targetId) => ({
    targetId,
    state: 'Completed',
    version: 'TN3',
    imageUrl:
      only === undefined || only === targetId
        ? imageUrl
        : `${app.simulator.url.replace('{service}', 'thumbnails')}/picture/${targetId}/256x256`,
  }))
  app.simulator.settings.intercept = ({ path }) =>
    path === '/v1/games/icons' ? { body: JSON.stringify({ data: rows }) } : undefined
}

/** Makes every download of a picture end with this answer. */
function answerPictures(answer: Parameters<typeof fault>[0]): void {
  app.simulator.settings.intercept = ({ path }) => (path.startsWith('/picture/') ? fault(answer) : undefined)
}
const fault = (answer: { status?: number; type?: string; body?: Buffer; headers?: Record<string, string> }) => ({
  status: answer.status ?? 200,
  headers: { 'content-type': answer.type ?? 'image/png', ...answer.headers },
  body: answer.body ?? Buffer.alloc(0),
})

const png = (width: number, height: number) => createCanvas(width, height).encode('png')

/** A picture whose header gives another size than its data have. */
async function bomb(): Promise<Buffer> {
  const small = await png(8, 8)
  small.writeUInt32BE(50_000, 16)
  small.writeUInt32BE(50_000, 20)
  return small
}

describe('a picture that is none [WEB-30]', () => {
  const hostile: [string, () => Promise<Parameters<typeof fault>[0]>][] = [
    ['a redirect', async () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: await png(8, 8) })],
    [
      'another type',
      async () => ({ type: 'image/svg+xml', body: Buffer.from('<svg xmlns="x" width="9" height="9"/>') }),
    ],
    ['an SVG that claims to be a PNG', async () => ({ body: Buffer.from('<svg xmlns="x" width="9" height="9"/>') })],
    ['a page', async () => ({ type: 'text/html', body: Buffer.from('<p>Sorry</p>') })],
    ['more than 1 MB', async () => ({ body: Buffer.alloc(1_000_001, await png(8, 8)) })],
    ['a compressed answer', async () => ({ headers: { 'content-encoding': 'gzip' }, body: await png(8, 8) })],
    [
      'a huge picture in few bytes (pictures that are huge when decoded)',
      async () => ({ body: await png(4_000, 4_000) }),
    ],
    ['a header that claims a huge size', async () => ({ body: await bomb() })],
    ['half a header', async () => ({ body: (await png(8, 8)).subarray(0, 20) })],
    ['a JPEG without a frame', async () => ({ type: 'image/jpeg', body: Buffer.from('ffd8ffe000104a464946', 'hex') })],
    ['nothing', async () => ({})],
  ]
  it.each(hostile)('is not stored: %s (hostile answers of the platform)', async (_, answer) => {
    answerPictures(await answer())
    expect(await refresh()).toMatchObject({ checked: 3, stored: 0, error: expect.any(Error) })
    expect((await names()).size).toBe(0)
    app.simulator.settings.intercept = undefined
    app.clock.advance(HOUR_MINUTES)
    expect(await refresh()).toEqual({ checked: 3, stored: 3 })
  })

  it('is not even asked for at a host that has no pictures', async () => {
    moveTo('http://127.0.0.1:1/metadata')
    const { error } = await refresh()
    expect(`${error}`).toContain('leads to a host that has no icons')
  })

  it.each(['png', 'jpeg', 'webp'] as const)('but a wide %s is, with its middle', async (format) => {
    const canvas = createCanvas(300, 100)
    const context = canvas.getContext('2d')
    context.fillStyle = '#ff0000'
    context.fillRect(100, 0, 100, 100)
    const body = format === 'png' ? await canvas.encode('png') : await canvas.encode(format)
    answerPictures({ type: `image/${format}`, body })
    expect(await refresh()).toEqual({ checked: 3, stored: 3 })
    const image = await loadImage(Buffer.from((await app.services.icons.ofUniverse(ids[0] ?? 0, 'large')) ?? []))
    const shown = createCanvas(256, 256).getContext('2d')
    shown.drawImage(image, 0, 0)
    const [red = 0, green = 0] = shown.getImageData(128, 128, 1, 1).data
    expect(red).toBeGreaterThan(200)
    expect(green).toBeLessThan(50)
  })
})
