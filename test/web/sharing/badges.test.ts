// The badges of public games, as SVG and for badge services.
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let shown: Game
let hidden: Game
let visitor: Visitor
beforeAll(async () => {
  web = await startWeb()
  shown = await web.services.games.change(await web.track(0), { isPublic: true })
  const other = await web.services.games.change(await web.track(1), { isPublic: true })
  hidden = await web.track(2)
  const now = minuteOf(web.services.clock.now())
  await web.write(shown.universeId, [now], { ccu: 12_345, visits: 1_234_567, likes: 8_100 })
  await web.write(other.universeId, [now], { ccu: 99_999 })
  await web.write(hidden.universeId, [now], { ccu: 500_000 })
  visitor = web.visitor()
})
afterAll(() => web.stop())

const badge = (metric: string, game = shown) => `/badges/${game.universeId}/${metric}`
const json = async (metric: string) => JSON.parse((await visitor.get(badge(`${metric}.json`))).text)

it('say players, visits, likes and the rank among public games [WEB-44]', async () => {
  expect(await json('ccu')).toEqual({
    schemaVersion: 1,
    label: 'players',
    message: '12,345',
    color: '2563eb',
    cacheSeconds: 60,
  })
  expect((await json('visits')).message).toBe('1.2M')
  expect((await json('likes')).message).toBe('8.1K')
  expect((await json('rank')).message).toBe('#2 of 2')
})

it('are pictures that every site may show and every cache keep, in two themes [WEB-44]', async () => {
  const light = await visitor.get(badge('ccu.svg'))
  expect(light.headers).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': expect.stringMatching(/^public, max-age=60\b/),
  })
  expect(light.cookies).toEqual([])
  expect(light.headers.vary ?? '').not.toMatch(/cookie/i)
  expect(light.text).toContain('12,345')
  const { width, height } = await loadImage(Buffer.from(light.text))
  expect([width > 80, height]).toEqual([true, 20])
  const dark = await visitor.get(badge('ccu.svg?theme=dark'))
  expect(dark.text).not.toBe(light.text)
  expect((await visitor.get(badge('ccu.svg?theme=pink'))).status).toBe(400)
  const again = await visitor.get(badge('ccu.svg'), { 'if-none-match': `${light.headers.etag}` })
  expect([again.status, again.text]).toEqual([304, ''])
})

it('change with the next sample [WEB-44]', async () => {
  const before = await visitor.get(badge('ccu.svg'))
  web.clock.advance(1)
  await web.tick()
  const { text, status } = await visitor.get(badge('ccu.svg'), { 'if-none-match': `${before.headers.etag}` })
  expect(status).toBe(200)
  expect(text).not.toContain('12,345')
})

it('say of players that were measured long ago that they are not known [WEB-44]', async () => {
  const fresh = await web.services.games.change(await web.track(3), { isPublic: true })
  await web.write(fresh.universeId, [minuteOf(web.services.clock.now()) - 60], { ccu: 77, visits: 5 })
  const at = async (metric: string) => JSON.parse((await visitor.get(badge(`${metric}.json`, fresh))).text).message
  expect([await at('ccu'), await at('visits')]).toEqual(['not known', '5'])
})

it('exist for games whose owner opted in, and for nothing else [WEB-44, WEB-6]', async () => {
  const member = await web.member('owner')
  for (const path of [
    badge('ccu.svg', hidden),
    badge('ccu.json', hidden),
    '/badges/424242/ccu.svg',
    '/badges/0/ccu.svg',
    '/badges/x/ccu.svg',
    badge('favorites.svg'),
    badge('ccu.png'),
    badge('ccu'),
  ])
    for (const who of [visitor, member]) expect([path, (await who.get(path)).status]).toEqual([path, 404])
})

it('escape the name of the game [WEB-44]', async () => {
  const [game] = web.simulator.world.games
  Object.assign(game ?? {}, { name: 'Cats & "Dogs" <script>' })
  await web.tick()
  const { text } = await visitor.get(badge('visits.svg'))
  expect(text).toContain('Cats &amp; ')
  expect(text).not.toContain('<script')
})
