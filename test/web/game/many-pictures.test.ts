// One thread draws the pictures, so a client that requests many must wait for its own and delay no others.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPngPainter, type PngPainter } from '../../../src/charts/render-png.js'
import type { Game } from '../../../src/domain/game.js'
import { writeWave } from '../support/history.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

let web: TestWeb
let game: Game
let painter: PngPainter
beforeAll(async () => {
  painter = openPngPainter({ maxWaiting: 3, timeoutMs: 60_000 })
  web = await startWeb({ settings: { trustProxy: 'loopback', painter } })
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  await writeWave(web, game.universeId)
})
afterAll(async () => {
  await web.stop()
  await painter.close()
})

const METRICS = ['ccu', 'visits']

const statusOf = async (address: string, query: string): Promise<number> =>
  (
    await web.ask(`~/games/${game.universeId}/chart.png?${query}`, {
      key: null,
      headers: { 'x-forwarded-for': address },
    })
  ).status

it('eight pictures asked for at once from one address are all drawn, and keep none from another address', async () => {
  const looks = ['theme=light', 'theme=dark'].flatMap((theme) => [`${theme}&width=wide`, `${theme}&width=narrow`])
  const wished = METRICS.flatMap((metric) => looks.map((look) => `metric=${metric}&range=24h&${look}`))
  let left = wished.length
  const many = wished.map(async (query) => {
    const status = await statusOf('203.0.113.1', query)
    left--
    return status
  })
  expect(await statusOf('203.0.113.2', 'metric=favorites&range=24h')).toBe(200)
  // At least two of the eight pictures are still to come, so this one did not wait for all of them.
  expect(left).toBeGreaterThan(1)
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
})
