// What the page of a game looks like before its script has drawn the chart: nothing moves when it does.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { DESKTOP, describeInBrowser, PHONE, type Tab } from '../browser.js'
import { drawn, startChartGames } from '../support/chart-games.js'
import type { TestWeb } from '../support/start-web.js'

let web: TestWeb
let shown: Game
beforeAll(async () => {
  ;({ web, shown } = await startChartGames())
})
afterAll(() => web.stop())

const topOfText = async ({ page }: Tab): Promise<number> =>
  Math.round((await page.locator('#text-range').boundingBox())?.y ?? 0)

describeInBrowser(
  'the chart of a game',
  () => web.url,
  (open) => {
    it.each([
      ['a wide screen', DESKTOP],
      ['a phone', PHONE],
    ])('has its place on %s before it is drawn, so that nothing moves [WEB-20]', async (_, size) => {
      const tab = await open({ size })
      let answer = (): void => undefined
      const isLet = new Promise<void>((resolve) => {
        answer = resolve
      })
      await tab.page.route(/\/series/, async (route) => {
        await isLet
        await route.continue()
      })
      await tab.page.goto(`/games/${shown.universeId}`)
      await tab.page.evaluate('document.fonts.ready.then(() => undefined)')
      const before = await topOfText(tab)
      answer()
      await drawn(tab)
      expect(Math.abs((await topOfText(tab)) - before)).toBeLessThanOrEqual(1)
      await tab.context.close()
    })
  },
)
