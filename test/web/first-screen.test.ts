// Long lists: the browser paints the rows of the first screen before it lays out the others, and all of them are there.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, PHONE, type Tab } from './browser.js'
import { NOW } from './support/history.js'
import { startWeb, type TestWeb } from './support/start-web.js'

const GAMES = 30
const RANKING = '/rankings'

/** Notes how many rows have a place when the first frame is about to be painted. */
const NOTE_FIRST_FRAME = `requestAnimationFrame(() => {
  window.firstRows = [...document.querySelectorAll('tbody tr')].filter((row) => row.checkVisibility()).length
})`

let web: TestWeb
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' }, simulator: { games: GAMES } })
  for (let index = 0; index < GAMES; index++) {
    const game = await web.track(index)
    await web.write(game.universeId, [NOW], { ccu: 1_000 - index })
    await web.services.games.change(game, { isPublic: true })
  }
})
afterAll(() => web.stop())

const rows = ({ page }: Tab) => page.locator('tbody tr:visible')

describeInBrowser(
  'a long list',
  () => web.url,
  (open) => {
    it('is painted first with the rows of the first screen, and then has all [WEB-34]', async () => {
      const tab = await open()
      await tab.page.addInitScript(NOTE_FIRST_FRAME)
      await tab.page.goto(RANKING)
      await expect.poll(() => rows(tab).count()).toBe(GAMES)
      expect(await tab.page.evaluate('window.firstRows')).toBeLessThan(GAMES)
      await tab.context.close()
    })

    it.each([
      ['without scripts', { scripts: false }],
      ['on a phone', { size: PHONE }],
      ['on a screen that stands upright', { size: { width: 1080, height: 1920 } }],
    ])('has all rows %s [WEB-34]', async (_, options) => {
      const tab = await open(options)
      await tab.page.goto(RANKING)
      await expect.poll(() => rows(tab).count()).toBe(GAMES)
      await tab.context.close()
    })

    it('stands where it stood when somebody comes back or loads it again [WEB-34]', async () => {
      const tab = await open({ size: PHONE })
      await tab.page.goto(RANKING)
      await expect.poll(() => rows(tab).count()).toBe(GAMES)
      const place = () => tab.page.evaluate('Math.round(scrollY)')
      await tab.page.evaluate('scrollTo(0, 900)')
      await tab.page.goto('/status')
      await tab.page.goBack()
      await expect.poll(place).toBe(900)
      await tab.page.reload()
      await expect.poll(place).toBe(900)
      await tab.context.close()
    })
  },
)
