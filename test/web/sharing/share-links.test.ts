// Unlisted links: who makes and revokes them, and that they show one game and nothing else.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dayOf, isoOfDay } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { NOW, writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const [FROM, TO] = [isoOfDay(dayOf(NOW) - 2), isoOfDay(dayOf(NOW))]

let web: TestWeb
let game: Game
let other: Game
let published: Game
let manager: Visitor
let stranger: Visitor
beforeAll(async () => {
  web = await startWeb({ settings: { hasAccessLog: true }, terms: { name: 'Secret studio' } })
  game = await web.track(0)
  other = await web.track(1)
  published = await web.services.games.change(await web.track(2), { isPublic: true })
  for (const one of [game, other, published]) await writeWave(web, one.universeId)
  await web.store.revenue.put(game.id, [{ day: dayOf(NOW) - 1, amount: 77_123.5 }])
  await web.services.marks.setTags(game, 'our-tag')
  manager = await web.member('manager')
  stranger = await web.member('owner', (await web.tenant()).account.id)
})
afterAll(() => web.stop())
beforeEach(async () => {
  for (const { id } of await web.services.shareLinks.ofGame(game)) await web.services.shareLinks.revoke(game, id)
})

const base = (one = game) => `/accounts/${web.account.id}/games/${one.id}`

async function make(query = '', one = game): Promise<string> {
  const { location } = await manager.post(`${base(one)}/links`, { query })
  expect(location).toBe(`${base(one)}/settings#links`)
  const { text } = await manager.get(`${base(one)}/settings`)
  const [, path = ''] = /(\/shared\/[\w-]{43}[^<]*)<\/code>/.exec(text) ?? []
  return path.replaceAll('&amp;', '&')
}

it('show the game as it was on the screen to everybody who has one, until they are revoked [WEB-42]', async () => {
  const path = await make('?metric=visits&range=30d')
  expect(path).toMatch(/^\/shared\/[\w-]{43}\?metric=visits&range=30d$/)
  for (const who of [web.visitor(), stranger]) {
    const { status, text, headers } = await who.get(path)
    expect(status).toBe(200)
    expect(text).toContain(`Visits of ${game.name}`)
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' })
  }
  const [link] = await web.services.shareLinks.ofGame(game)
  await manager.post(`${base()}/links/${link?.id}/revoke`)
  expect((await web.visitor().get(path)).status).toBe(404)
  expect((await manager.get(path)).status).toBe(404)
})

it('have series, pictures and files, and show nothing else of the account [WEB-42]', async () => {
  const path = await make()
  const visitor = web.visitor()
  const files = [
    '/series',
    '/chart.png',
    '/preview.png',
    `/export?from=${FROM}&to=${TO}`,
    `/days.csv?from=${FROM}&to=${TO}`,
  ]
  for (const below of files) {
    const { status, text, headers } = await visitor.get(path + below)
    expect([below, status]).toEqual([below, 200])
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(text).not.toMatch(/77,?123/)
  }
  const { text } = await visitor.get(path)
  for (const secret of ['Secret studio', 'our-tag', '77,123', other.name, '/accounts/', `/games/${game.universeId}`])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  expect(text).toContain(published.name)
  expect((await visitor.get(`${path}?compare=${other.universeId}`)).status).toBe(404)
  expect((await visitor.get(`${path}?compare=${published.universeId}`)).status).toBe(200)
  for (const below of ['/settings', '/links', '/games', '/revenue'])
    expect((await visitor.get(path + below)).status).toBe(404)
  expect((await visitor.get(base())).status).toBe(303)
})

it('leave out compared games that not everybody may see [WEB-42]', async () => {
  const path = await make(`?compare=${other.universeId}&compare=${published.universeId}`)
  expect(path.replace(/^.*[?]/, '')).toBe(`compare=${published.universeId}`)
})

it('are made and revoked by managers only [WEB-42]', async () => {
  const path = await make()
  const [link] = await web.services.shareLinks.ofGame(game)
  const viewer = await web.member('viewer')
  for (const [who, status] of [
    [viewer, 403],
    [stranger, 404],
    [web.visitor(), 303],
  ] as const) {
    expect((await who.post(`${base()}/links`, { query: '' })).status).toBe(status)
    expect((await who.post(`${base()}/links/${link?.id}/revoke`)).status).toBe(status)
  }
  expect((await manager.post(`${base(other)}/links/${link?.id}/revoke`)).status).toBe(404)
  expect((await viewer.get(base())).text).not.toContain('/links"')
  expect((await web.visitor().get(path)).status).toBe(200)
})

it('end with the game [WEB-42]', async () => {
  const removed = await web.track(4)
  const path = await make('', removed)
  expect((await web.visitor().get(path)).status).toBe(200)
  await web.services.games.remove(removed)
  expect((await web.visitor().get(path)).status).toBe(404)
})

it('are at most 20 for a game, and the form says why there is no more [WEB-42]', async () => {
  for (let made = 0; made < 20; made++) await web.services.shareLinks.create(game, { query: '', createdBy: null })
  const { status, text } = await manager.post(`${base()}/links`, { query: '' })
  expect(status).toBe(400)
  expect(text).toContain('at most 20 unlisted links')
  expect(await web.services.shareLinks.ofGame(game)).toHaveLength(20)
})

it('take no query that the page would reject [WEB-42]', async () => {
  for (const query of ['?metric=money', '?from=2026-01-01', `?${'x'.repeat(600)}`])
    expect((await manager.post(`${base()}/links`, { query })).status).toBe(400)
  expect(await web.services.shareLinks.ofGame(game)).toEqual([])
})

it('are in no line of the log [WEB-42]', async () => {
  const path = await make()
  await web.visitor().get(path)
  await web.visitor().get(`${path}/series`)
  const secret = path.slice('/shared/'.length)
  expect(web.logged.some((line) => line.includes('/shared/[removed]'))).toBe(true)
  expect(web.logged.filter((line) => line.includes(secret))).toEqual([])
})

it('a link that never was looks like one that was revoked [WEB-3, WEB-42]', async () => {
  const path = await make()
  const [link] = await web.services.shareLinks.ofGame(game)
  await manager.post(`${base()}/links/${link?.id}/revoke`)
  const unlike = (text: string) => text.replaceAll(/(\/shared\/|%2Fshared%2F)[\w-]*/g, '')
  const answers = [await web.visitor().get(path), await web.visitor().get('/shared/x')]
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(unlike(answers[0]?.text ?? '')).toBe(unlike(answers[1]?.text ?? 'none'))
})
