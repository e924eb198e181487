// The controls of the rankings and the home in Chromium, each by mouse, by tap on a phone and by keyboard.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { isoOfMinute } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { describeInBrowser, expectClean, expectNoSideways, type Tab } from './browser.js'
import { NOW } from './support/history.js'
import { press, tabFor, WAYS } from './support/press.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

let web: TestWeb
const games: Game[] = []
let manager: Visitor
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' } })
  for (const [index, ccu] of [150, 40, 7].entries()) {
    const game = await web.track(index)
    await web.write(game.universeId, [NOW - 90], { ccu: ccu * 2, visits: 1_500 })
    await web.write(game.universeId, [NOW], { ccu, visits: 2_000 })
    games.push(await web.services.games.change(game, { isPublic: true }))
  }
  manager = await web.member('manager')
  await manager.post(`/accounts/1/games/${of(1).id}/settings`, { channel: '', public: 'on', tags: 'obby' })
})
afterAll(() => web.stop())

const of = (index: number): Game => games[index] ?? expect.unreachable()
const OWN = '/accounts/1/rankings'
const HOME = '/accounts/1/home'
const dropDown = ({ page }: Tab, name: string) => page.locator('.controls summary', { hasText: name })
const rows = ({ page }: Tab) => page.locator('tbody tr')

describeInBrowser(
  'lists of games',
  () => web.url,
  (open) => {
    it.each(WAYS)('show the columns that are chosen by %s [WEB-34]', async (way) => {
      const tab = await open({ ...tabFor(way), as: manager })
      await tab.page.goto(`${OWN}?column=players&column=peak`)
      expect(await tab.page.locator('thead').innerText()).toContain('Peak')
      await press(way, dropDown(tab, 'Columns'))
      await press(way, tab.page.getByLabel('Most players in the last 24 hours'))
      await press(way, tab.page.locator('form.choices').getByRole('button', { name: 'Show' }))
      await tab.page.waitForURL((url) => !url.search.includes('peak'))
      expect(await tab.page.locator('thead').innerText()).not.toContain('Peak')
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it.each(['en-US', 'es-ES', 'pt-BR'])('have three lines of whole controls on a phone, in %s', async (locale) => {
      const tab = await open({ ...tabFor('tap'), as: manager, locale })
      await tab.page.goto(OWN)
      const box = await tab.page.locator('.controls').boundingBox()
      expect(box?.height).toBeLessThan(150)
      const widthOf = (selector: string) =>
        tab.page.locator(selector).evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))
      const ranking = await widthOf('.controls > .segmented')
      expect(ranking.clientWidth).toBe(ranking.scrollWidth)
      for (const path of [OWN, HOME]) {
        await tab.page.goto(path)
        expect((await widthOf('.controls input[type=search]')).clientWidth).toBeGreaterThan(120)
      }
      await expectNoSideways(tab)
      await tab.context.close()
    })

    it.each(WAYS)('are those of a past minute, chosen by %s, and of now again [WEB-34]', async (way) => {
      const tab = await open({ ...tabFor(way), as: manager, timeZone: 'UTC' })
      await tab.page.goto(OWN)
      const total = () => tab.page.locator('tfoot .column-players').innerText()
      expect(await total()).toBe('197')
      await press(way, dropDown(tab, 'As of'))
      await tab.page.locator('input[name=at]').fill(isoOfMinute(NOW - 89).slice(0, 16))
      await press(way, tab.page.locator('form.dates').getByRole('button', { name: 'Show' }))
      await tab.page.waitForURL(/at=/)
      expect(await total()).toBe('394')
      await press(way, tab.page.locator('.controls summary.chosen'))
      await press(way, tab.page.getByRole('link', { name: 'Now', exact: true }))
      await tab.page.waitForURL((url) => !url.searchParams.has('at'))
      expect(await total()).toBe('197')
      await tab.context.close()
    })

    it.each(WAYS)('are filtered by a tag, searched and sorted by %s [WEB-18, WEB-35]', async (way) => {
      const tab = await open({ ...tabFor(way), as: manager })
      for (const path of [OWN, HOME]) {
        await tab.page.goto(path)
        await press(way, rows(tab).getByRole('link', { name: 'obby' }))
        await tab.page.waitForURL(/tag=obby/)
        expect([path, await rows(tab).count()]).toEqual([path, 1])
        await press(way, tab.page.getByRole('link', { name: 'Clear' }))
        await tab.page.waitForURL((url) => !url.searchParams.has('tag'))
        await tab.page.getByLabel('Search games').fill(of(2).name)
        await press(way, tab.page.getByRole('button', { name: 'Search' }))
        await tab.page.waitForURL(/find=/)
        expect([path, await rows(tab).count()]).toEqual([path, 1])
        await tab.page.goto(path)
        await press(way, tab.page.getByRole('link', { name: 'Sort by Game' }))
        await tab.page.waitForURL(/sort=name/)
        const sorted = [...games.map(({ name }) => name)].sort(new Intl.Collator('en', { numeric: true }).compare)
        expect([path, await rows(tab).first().locator('th').innerText()]).toEqual([
          path,
          expect.stringContaining(sorted[0] ?? ''),
        ])
        await expectNoSideways(tab)
      }
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it.each(WAYS)('have favorites, which are marked and shown alone by %s [WEB-35]', async (way) => {
      const tab = await open({ ...tabFor(way), as: manager })
      await tab.page.goto(HOME)
      const star = tab.page.getByRole('button', { name: `Favorite: ${of(2).name}` })
      await press(way, star)
      await tab.page.locator('button.star[aria-pressed=true]').waitFor()
      await press(way, tab.page.getByRole('link', { name: 'My favorites' }))
      await tab.page.waitForURL(/favorites=1/)
      expect(await rows(tab).count()).toBe(1)
      const sent = tab.page.waitForResponse((answer) => answer.request().method() === 'GET')
      await press(way, star)
      // It can be marked until the list is loaded again.
      await tab.page.locator('button.star[aria-pressed=false]').waitFor()
      await sent
      await tab.page.reload()
      expect(await tab.page.locator('button.star').count()).toBe(0)
      await tab.context.close()
    })

    it.each(WAYS)('show times in another zone, and other colors, at once by %s [WEB-33]', async (way) => {
      const tab = await open({ ...tabFor(way), timeZone: 'Asia/Tokyo' })
      await tab.page.goto('/rankings')
      const asOf = () => tab.page.locator('.table-note time').innerText()
      const local = await asOf()
      await press(way, tab.page.getByRole('button', { name: 'UTC' }))
      await expect.poll(asOf).not.toBe(local)
      await press(way, tab.page.getByRole('button', { name: 'Dark' }))
      await tab.page.waitForSelector('html[data-theme=dark]')
      expect(await tab.page.getByRole('button', { name: 'UTC' }).getAttribute('aria-pressed')).toBe('true')
      await tab.context.close()
    })
  },
)
