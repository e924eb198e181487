// The page of a game that waits for its first sample, in Chromium.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  screenshots,
  WIDEST,
} from '../browser.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let game: Game
let manager: Visitor
beforeAll(async () => {
  web = await startWeb()
  game = await web.track(0)
  manager = await web.member('manager')
})
afterAll(() => web.stop())

describeInBrowser(
  'a game that waits for its first sample',
  () => web.url,
  (open) => {
    it('is accessible, by keyboard too, at any width, and says what comes [WEB-25]', async () => {
      const tab = await open({ as: manager })
      await tab.page.goto(`/accounts/${web.account.id}/games/${game.id}`)
      expect(await tab.page.textContent('section.waiting')).toContain('The first sample comes at')
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'waiting')
      for (const size of [NARROW, WIDEST]) {
        await tab.page.setViewportSize(size)
        await expectNoSideways(tab)
      }
      expectClean(tab, web.url)
      await tab.context.close()
    })
  },
)
