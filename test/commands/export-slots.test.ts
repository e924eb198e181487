// The exports that run at once are counted for the account, by the API and by /export together.

import { request } from 'undici'
import { expect, test, vi } from 'vitest'
import { openPngPainter } from '../../src/charts/render-png.js'
import { isoOfDay } from '../../src/domain/clock.js'
import type { Block } from '../../src/domain/sample.js'
import { createApp } from '../../src/http/app.js'
import { startHttp } from '../../src/http/start-http.js'
import { openLog } from '../../src/log.js'
import { MINUTE_NOW, minutesBetween, TODAY, write } from '../bot/people.js'
import { type BotFixture, CHANNEL, openScene } from '../bot/scene.js'

const settings = {
  trustProxy: false,
  operatorContact: undefined,
  publicUrl: undefined,
  givenOrigin: undefined,
  signUp: 'closed' as const,
  discordClientId: () => undefined,
  painter: openPngPainter(),
  discordOrigin: 'https://discord.com',
  corsOrigins: [],
  legacySegments: [],
  legacyRequestsPerMinute: 60,
}
const log = openLog('silent')
const today = isoOfDay(TODAY)

/** Makes every read of samples wait half-way, until the returned function is called. */
function hold(scene: BotFixture): () => void {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { series } = scene.app.store
  const read = series.wholeBlocks.bind(series)
  vi.spyOn(series, 'wholeBlocks').mockImplementation(async function* (...query): AsyncGenerator<Block> {
    for await (const block of read(...query)) yield block
    await gate
  })
  return open
}

test('four exports over HTTP leave none for /export, which says so, and has one again when they have ended', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, minutesBetween(MINUTE_NOW - 2 * 1_440, MINUTE_NOW))
  const { secret } = await scene.app.services.keys.create(scene.account, 'exports')
  await scene.restart()
  const server = await startHttp(createApp(scene.app.services, settings, log), '127.0.0.1', 0)
  const url = `http://127.0.0.1:${server.port}/api/v1/games/${game.id}/export?start_date=${isoOfDay(TODAY - 2)}&end_date=${today}`
  const release = hold(scene)
  const downloads = await Promise.all(
    Array.from({ length: 4 }, () => request(url, { headers: { 'x-api-key': secret } })),
  )
  expect(downloads.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const ask = () => scene.double.slash({ command: 'export', options: { from: today, to: today, format: 'csv' } })
  const rejected = await ask().done()
  expect(rejected.ephemeral).toBe(true)
  expect(rejected.message.attachments).toEqual([])
  expect(rejected.message.content).toContain('At most 4 exports run at once')
  release()
  await Promise.all(downloads.map(({ body }) => body.dump()))
  expect((await ask().done()).message.attachments).toHaveLength(1)
  vi.restoreAllMocks()
  await server.stop(1_000)
})
