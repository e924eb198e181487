// Pages with tables at the widths of a small phone and of a tablet, in the language with the longest words.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '../../src/domain/clock.js'
import { describeInBrowser, expectNoScrollingTables, expectNoSideways, NARROW, PHONE } from './browser.js'
import { NOW } from './support/history.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

/** A script for a page: the texts of code that a copy button lies above. */
const COVERED_CODE = `[...document.querySelectorAll('.code-block')].flatMap((block) => {
  const { left, right, top, bottom } = block.querySelector('button').getBoundingClientRect()
  const text = document.createRange()
  text.selectNodeContents(block.querySelector('code'))
  const isCovered = (line) => line.right > left && line.left < right && line.bottom > top && line.top < bottom
  return right > left && [...text.getClientRects()].some(isCovered) ? [block.textContent] : []
})`

/** A script for a page: the numbers in lists of games that stand in more than one line. */
const BROKEN_NUMBERS = `[...document.querySelectorAll('table.ranking td.number')].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const broken = []
  while (texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const isHidden = texts.currentNode.parentElement.matches('.hidden, .fitted')
    if (!isHidden && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(texts.currentNode.data)
  }
  return broken
})`

/** A script for a page: opens each drop-down, and returns those whose panel leaves the window or is not below its button. */
const LOST_PANELS = `(async () => {
  const lost = []
  for (const dropDown of document.querySelectorAll('details.drop-down')) {
    if (!dropDown.checkVisibility()) continue
    dropDown.open = true
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const { left, right, top } = dropDown.querySelector('.panel').getBoundingClientRect()
    const button = dropDown.querySelector('summary').getBoundingClientRect()
    const isInside = left >= 0 && right <= document.documentElement.clientWidth
    const isBelow = Math.abs(top - button.bottom) < 12 && left < button.right && right > button.left
    if (!isInside || !isBelow) lost.push([dropDown.innerText.slice(0, 20), left, right])
    dropDown.open = false
  }
  return lost
})()`

const TABLET = { width: 768, height: 1024 }
const OWN = '/accounts/1'
const GAME_NUMBERS = { ccu: 1_234_567, visits: 57_438_680_635, favorites: 504_941_772 }
/** A day before. */
const BEFORE = GAME_NUMBERS.visits - 225_142_993

let web: TestWeb
let owner: Visitor
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' } })
  for (let index = 0; index < 3; index++) {
    const game = await web.track(index)
    await web.write(game.universeId, [NOW - 1_440], { ...GAME_NUMBERS, ccu: 1_000, visits: BEFORE })
    await web.write(game.universeId, [NOW], GAME_NUMBERS)
    await web.services.games.change(game, { isPublic: true, channelId: `10000000000000001${index}` })
    await web.store.revenue.put(game.id, [{ day: dayOf(NOW) - 1, amount: 177_123.5 }])
  }
  await web.services.keys.create(web.account, 'Website')
  owner = await web.member('owner')
})
afterAll(() => web.stop())

const LISTS = ['/rankings', '/rankings?by=visits', `${OWN}/home`, `${OWN}/rankings`]
const PAGES = [...LISTS, '/', '/status', `${OWN}/keys`, `${OWN}/members`, `${OWN}/games`, `${OWN}/alerts`, OWN]

describeInBrowser(
  'pages with tables',
  () => web.url,
  (open) => {
    it('are as wide as a tablet, whatever their tables hold [WEB-34]', async () => {
      const tab = await open({ as: owner, size: TABLET, locale: 'pt-BR' })
      for (const path of PAGES) {
        await tab.page.goto(path)
        await expectNoSideways(tab)
      }
      for (const path of [`${OWN}/keys`, `${OWN}/games/1`]) {
        await tab.page.goto(path)
        await expectNoScrollingTables(tab)
      }
      await tab.context.close()
    })

    it.each(['en-US', 'es-ES', 'pt-BR'])('show whole lists on a usual phone in %s [WEB-34]', async (locale) => {
      const tab = await open({ as: owner, size: PHONE, locale })
      for (const path of LISTS) {
        await tab.page.goto(path)
        await expectNoScrollingTables(tab)
        expect([path, await tab.page.evaluate(BROKEN_NUMBERS)]).toEqual([path, []])
      }
      await tab.context.close()
    })

    it.each(['en-US', 'es-ES'])(
      'open panels below their buttons and inside the window, however wide it is, in %s',
      async (locale) => {
        const tab = await open({ as: owner, size: TABLET, locale })
        for (const path of [
          `${OWN}/games/1?from=2025-12-20T10:00Z&to=2026-06-01T12:00Z`,
          `${OWN}/games/1`,
          `${OWN}/rankings`,
        ]) {
          await tab.page.goto(path)
          for (const width of [320, 414, 500, 640, 700, 800, 900, 1_024, 1_100, 1_200]) {
            await tab.page.setViewportSize({ width, height: 900 })
            expect([path, width, await tab.page.evaluate(LOST_PANELS)]).toEqual([path, width, []])
          }
        }
        await tab.context.close()
      },
    )

    it('open panels in view near the lower edge of the window', async () => {
      const tab = await open({ as: owner, size: { width: 1_280, height: 400 } })
      await tab.page.goto(`${OWN}/games/1`)
      const menu = tab.page.locator('details.drop-down.save')
      await menu.evaluate((element) => element.scrollIntoView({ block: 'end' }))
      await menu.locator('summary').click()
      const isInView = () =>
        menu.locator('.panel').evaluate((panel) => panel.getBoundingClientRect().bottom < window.innerHeight + 1)
      await expect.poll(isInView).toBe(true)
      await tab.context.close()
    })

    it.each(['en-US', 'pt-BR'])('cover no code with a button on the smallest phone in %s', async (locale) => {
      const tab = await open({ size: NARROW, locale })
      await tab.page.goto('/docs')
      expect(await tab.page.evaluate(COVERED_CODE)).toEqual([])
      await tab.context.close()
    })

    it.each(['en-US', 'es-ES', 'pt-BR'])('show whole lists on the smallest phone in %s [WEB-34]', async (locale) => {
      const tab = await open({ as: owner, size: NARROW, locale })
      for (const path of [...LISTS, `${OWN}/keys`, `${OWN}/members`]) {
        await tab.page.goto(path)
        await expectNoScrollingTables(tab)
      }
      await tab.page.goto(`${OWN}/games`)
      const cut = await tab.page
        .locator('ul.games p')
        .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
      expect(cut).toBe(0)
      await tab.page.goto(`${OWN}/games/1`)
      const labels = await tab.page
        .locator('dl.figures dt')
        .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      expect(Math.max(...labels)).toBeLessThanOrEqual(0)
      await tab.page.goto(`${OWN}/alerts`)
      const cells = await tab.page
        .locator('table.brief td')
        .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      expect(cells.length).toBeGreaterThan(0)
      expect(Math.max(...cells)).toBeLessThanOrEqual(0)
      await tab.context.close()
    })
  },
)
