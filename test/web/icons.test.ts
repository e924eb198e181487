// The icons of games on the pages: served by Headcount, cached by browsers without limit, and replaced by a tile if
// missing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeInBrowser, expectAccessible, expectClean, screenshots } from './browser.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

let web: TestWeb
let owner: Visitor
beforeAll(async () => {
  web = await startWeb()
  await web.track(0)
  const without = await web.track(1)
  web.simulator.set(without.universeId, { thumbnail: 'Blocked' })
  await web.tick()
  await web.services.refreshIcons({ stop: new AbortController().signal })
  owner = await web.member('owner')
})
afterAll(() => web.stop())

const ICON = /src="(\/icons\/[0-9a-f]{24}-64[.]webp)"/

describe('the icon of a game', () => {
  it.each(['/accounts/1/home', '/accounts/1/rankings'])(
    'is shown at %s, and a tile where there is none [WEB-30]',
    async (path) => {
      const { text } = await owner.get(path)
      expect(text.match(new RegExp(ICON, 'g'))).toHaveLength(1)
      expect(text.match(/<span class="game-icon/g)).toHaveLength(1)
    },
  )

  it('stands on the page of its settings [WEB-30]', async () => {
    const { text } = await owner.get('/accounts/1/games/1/settings')
    expect(text).toMatch(/src="\/icons\/[0-9a-f]{24}-256[.]webp"/)
  })

  it('stands in the picture of a link preview [WEB-30]', async () => {
    const other = await startWeb()
    const game = await other.services.games.change(await other.track(0), { isPublic: true })
    await other.tick()
    const preview = async () => (await other.visitor().get(`/games/${game.universeId}/preview.png`)).text
    const without = await preview()
    expect(await preview()).toBe(without)
    await other.services.refreshIcons({ stop: new AbortController().signal })
    expect(await preview()).not.toBe(without)
    await other.stop()
  })

  it('is a WebP of ours that a browser keeps for ever, and asks nothing of who reads it [WEB-31]', async () => {
    const [, path = ''] = ICON.exec((await owner.get('/accounts/1/rankings')).text) ?? []
    const { status, headers } = await web.visitor().get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('image/webp')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['set-cookie']).toBeUndefined()
    expect((await web.visitor().get(path, {}, 'HEAD')).status).toBe(200)
    expect((await web.visitor().get(path.replace('-64', '-256'))).status).toBe(200)
  })

  it.each(['/icons/000000000000000000000000-64.webp', '/icons/x-64.webp', '/icons/', '/icons/..%2f-64.webp'])(
    'is nowhere else: %s',
    async (path) => {
      const { status, headers } = await web.visitor().get(path)
      expect(status).toBe(404)
      expect(`${headers['cache-control']}`).not.toContain('immutable')
    },
  )
})

describeInBrowser(
  'a page with icons',
  () => web.url,
  (open) => {
    it.each(['/accounts/1/home', '/accounts/1/games'])(
      'draws them without asking anybody else: %s [WEB-31]',
      async (path) => {
        const tab = await open({ as: owner })
        await tab.page.goto(path)
        const image = tab.page.locator('img.game-icon').first()
        await image.scrollIntoViewIfNeeded()
        await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
        await expectAccessible(tab)
        await screenshots(tab, `icons${path.replaceAll('/', '-')}`)
        expectClean(tab, web.url)
        await tab.context.close()
      },
    )
  },
)
