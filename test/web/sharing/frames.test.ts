// Which pages other sites may show in a frame, and what their previews of links show.
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { ROUTES } from '../../../src/http/web/routes.js'
import { describeInBrowser, expectClean, expectNoSideways } from '../browser.js'
import { drawn } from '../support/chart-games.js'
import { writeWave } from '../support/history.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

let web: TestWeb
let game: Game
let hidden: Game
beforeAll(async () => {
  web = await startWeb()
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  hidden = await web.track(1)
  for (const one of [game, hidden]) await writeWave(web, one.universeId)
})
afterAll(() => web.stop())

it('the chart of a public game can be framed by any site, in each theme and without a form [WEB-43]', async () => {
  const path = `/embed/games/${game.universeId}`
  const { status, text, headers } = await web.visitor().get(`${path}?metric=visits&range=30d&theme=dark`)
  expect(status).toBe(200)
  expect(`${headers['content-security-policy']}`).toContain('frame-ancestors *')
  expect(`${headers['content-security-policy']}`).toContain("form-action 'none'")
  expect(headers['x-frame-options']).toBeUndefined()
  expect(text).toContain('data-theme="dark"')
  expect(text).toContain(`data-series="/games/${game.universeId}/series?metric=visits&amp;range=30d"`)
  expect(text).not.toContain('<form')
  expect((await web.visitor().get(path)).text).not.toContain('data-theme')
  expect((await web.visitor().get(`${path}?theme=pink`)).status).toBe(400)
})

it('no other game can be framed, not even by its members [WEB-43]', async () => {
  const owner = await web.member('owner')
  for (const who of [web.visitor(), owner])
    for (const id of [hidden.universeId, 424_242, 'x']) {
      const { status, headers } = await who.get(`/embed/games/${id}`)
      expect(status).toBe(404)
      expect(headers['x-frame-options']).toBe('DENY')
    }
  const wrong = await web.visitor().get(`/embed/games/${game.universeId}?metric=money`)
  expect([wrong.status, wrong.headers['x-frame-options']]).toEqual([400, 'DENY'])
})

it('no other page can be framed (clickjacking) [WEB-43]', async () => {
  const owner = await web.member('owner')
  const paths = ROUTES.filter(({ kind, path }) => kind === 'page' && !path.startsWith('/embed/')).map(({ path }) =>
    path.replace(':account', `${web.account.id}`).replace(':game', `${game.universeId}`),
  )
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths) {
    const { headers } = await owner.get(path)
    expect([path, headers['x-frame-options']]).toEqual([path, 'DENY'])
    expect(`${headers['content-security-policy']}`).toContain("frame-ancestors 'none'")
  }
})

it('every page that strangers see has a preview picture of its own size [WEB-45]', async () => {
  const link = await web.services.shareLinks.create(hidden, { query: '', createdBy: null })
  const pages = ['/', '/rankings', '/now', '/docs', '/status', '/sign-in', '/time-zone']
  for (const path of [...pages, `/games/${game.universeId}`, `/shared/${link.secret}`]) {
    const { text } = await web.visitor().get(path)
    const meta = (name: string) => new RegExp(`property="og:${name}" content="([^"]+)"`).exec(text)?.[1] ?? ''
    const address = meta('image')
    expect([path, address.startsWith(web.url)]).toEqual([path, true])
    const answer = await fetch(address)
    expect([address, answer.status, answer.headers.get('content-type')]).toEqual([address, 200, 'image/png'])
    const { width, height } = await loadImage(Buffer.from(await answer.arrayBuffer()))
    expect([path, `${width}`, `${height}`]).toEqual([path, meta('image:width'), meta('image:height')])
    expect(width).toBeGreaterThanOrEqual(1_200)
    expect(meta('title')).not.toBe('')
    expect(meta('description')).not.toBe('')
  }
  expect((await web.visitor().get('/preview/none.png')).status).toBe(404)
})

it('the pages of an account have no preview [WEB-45]', async () => {
  const owner = await web.member('owner')
  expect((await owner.get(`/accounts/${web.account.id}/games`)).text).not.toContain('og:image')
  expect((await web.visitor().get('/not-there')).text).not.toContain('og:image')
})

const FRAMES = [
  [300, 300],
  [360, 260],
  [480, 320],
  [900, 300],
  [900, 480],
] as const

describeInBrowser(
  'a chart in a frame',
  () => web.url,
  (open) => {
    it.each(FRAMES)('of %i by %i pixels shows its time axis without scrolling [WEB-43]', async (width, height) => {
      const tab = await open({ size: { width, height }, locale: 'es-ES' })
      await tab.page.goto(`/embed/games/${game.universeId}`)
      await drawn(tab)
      const size = (selector: string) =>
        tab.page.locator(selector).evaluate((one) => one.getBoundingClientRect().bottom)
      expect(await size('.canvas canvas')).toBeLessThanOrEqual(height)
      // The chart uses the frame: nothing but its own border and padding is below it.
      expect(await tab.page.evaluate('document.documentElement.scrollHeight')).toBe(height)
      expect(await size('figure.chart')).toBeGreaterThan(height - 12)
      await expectNoSideways(tab)
      await tab.page.setViewportSize({ width: width + 60, height: height + 80 })
      await expect.poll(() => size('.canvas canvas')).toBeGreaterThan(height)
      await tab.page.setViewportSize({ width, height })
      await expect.poll(() => size('.canvas canvas')).toBeLessThanOrEqual(height)
      expectClean(tab, web.url)
      await tab.context.close()
    })
  },
)
