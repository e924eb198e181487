// Drawing takes time, and one thread does it: who asks for many pictures waits for their own.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../src/domain/game.js'
import { writeWave } from './support/history.js'
import { startWeb, type TestWeb } from './support/start-web.js'

let web: TestWeb
let game: Game
beforeAll(async () => {
  web = await startWeb({ settings: { trustProxy: 'loopback' } })
  game = await web.operations.games.change(await web.track(0), { isPublic: true })
  await writeWave(web, game.universeId)
})
afterAll(() => web.stop())

const METRICS = ['ccu', 'visits', 'favorites', 'likes', 'dislikes']

const statusOf = async (address: string, query: string): Promise<number> =>
  (
    await web.ask(`~/games/${game.universeId}/chart.png?${query}`, {
      key: null,
      headers: { 'x-forwarded-for': address },
    })
  ).status

it('forty pictures asked for at once from one address are all drawn, and keep none from another address', async () => {
  const looks = ['theme=light', 'theme=dark'].flatMap((theme) => [`${theme}&width=wide`, `${theme}&width=narrow`])
  const wished = METRICS.flatMap((metric) =>
    ['24h', '7d'].flatMap((range) => looks.map((look) => `metric=${metric}&range=${range}&${look}`)),
  )
  let left = wished.length
  const many = wished.map(async (query) => {
    const status = await statusOf('203.0.113.1', query)
    left--
    return status
  })
  expect(await statusOf('203.0.113.2', 'metric=like_ratio&range=7d')).toBe(200)
  // Of the forty, few were before it.
  expect(left).toBeGreaterThan(20)
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
})
