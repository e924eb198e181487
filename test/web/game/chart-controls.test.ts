// The controls of a game's page in Chromium, each by mouse, by tap on a phone and by keyboard.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { describeInBrowser, expectClean, expectNoSideways, NARROW, PHONE, type Tab } from '../browser.js'
import { drawn, startChartGames, streamed } from '../support/chart-games.js'
import { press, tabFor, WAYS } from '../support/press.js'
import type { TestWeb } from '../support/start-web.js'

let web: TestWeb
let shown: Game
let other: Game
beforeAll(async () => {
  ;({ web, shown, other } = await startChartGames())
})
afterAll(() => web.stop())

const address = () => `/games/${shown.universeId}`
const queryOf = ({ page }: Tab) => new URL(page.url()).searchParams
const dropDown = ({ page }: Tab, name: string) => page.locator('.chart-controls summary', { hasText: name })

describeInBrowser(
  'on the page of a game',
  () => web.url,
  (open) => {
    it.each(WAYS)('one panel is open at a time, and closes by Escape and elsewhere, by %s', async (way) => {
      const tab = await open(tabFor(way))
      await tab.page.goto(address())
      await drawn(tab)
      const opened = tab.page.locator('details.drop-down[open] > summary')
      await press(way, dropDown(tab, 'Compare'))
      await expect.poll(() => opened.allInnerTexts()).toEqual(['Compare'])
      await tab.page.keyboard.press('Escape')
      await expect.poll(() => opened.count()).toBe(0)
      expect(await tab.page.evaluate('document.activeElement?.innerText')).toBe('Compare')
      await press(way, dropDown(tab, 'Share'))
      await expect.poll(() => opened.allInnerTexts()).toEqual(['Share'])
      if (way === 'keyboard') await press(way, dropDown(tab, 'Dates'))
      else await press(way, tab.page.locator('h1'))
      await expect.poll(() => opened.allInnerTexts()).toEqual(way === 'keyboard' ? ['Dates'] : [])
      await tab.context.close()
    })

    it.each(WAYS)('metric and range are chosen by %s, and the reader comes back [WEB-22]', async (way) => {
      const tab = await open(tabFor(way))
      await tab.page.goto(address())
      await drawn(tab)
      await press(way, tab.page.getByRole('navigation', { name: 'Metric' }).getByRole('link', { name: 'Favorites' }))
      await tab.page.waitForURL(/metric=favorites/)
      await drawn(tab)
      await press(way, tab.page.getByRole('navigation', { name: 'Range' }).getByRole('link', { name: '24 h' }))
      await tab.page.waitForURL(/range=24h/)
      expect(queryOf(tab).get('metric')).toBe('favorites')
      await tab.page.goBack()
      expect(queryOf(tab).get('range')).toBe(null)
      await tab.context.close()
    })

    it.each([
      ['en-US', PHONE, ['Metric', 'Range']],
      ['en-US', NARROW, ['Metric', 'Range']],
      ['es-ES', NARROW, ['Período']],
      ['pt-BR', NARROW, ['Período']],
    ])('all ranges are in view on a phone, in %s at %o [WEB-24]', async (locale, size, names) => {
      const tab = await open({ size, locale })
      for (const query of ['?metric=visits&range=7d', `?range=7d&compare=${other.universeId}`]) {
        await tab.page.goto(address() + query)
        for (const name of names) {
          const control = tab.page.getByRole('navigation', { name })
          expect(await control.getByRole('link').count(), name).toBe(6)
          expect(await control.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), name).toBe(0)
        }
        const labels = tab.page.locator('.chart-controls > details > summary > span')
        const cut = await labels.evaluateAll((all) =>
          all.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])),
        )
        expect(cut).toEqual([])
      }
      await tab.context.close()
    })

    it('where another period begins is a field of that choice, without scripts too [WEB-22]', async () => {
      const tab = await open({ scripts: false })
      await tab.page.goto(`${address()}?range=24h`)
      await tab.page.locator('summary', { hasText: 'Dates' }).click()
      const begin = tab.page.getByLabel('Compared period begins')
      expect(await begin.isVisible()).toBe(false)
      const choice = tab.page.locator('select[name=against]')
      await choice.selectOption('Another period')
      await begin.fill('2026-06-10T09:30')
      await choice.selectOption('No other period')
      expect(await begin.isVisible()).toBe(false)
      await tab.page.getByRole('button', { name: 'Apply' }).click()
      expect(queryOf(tab).get('against')).toBe('none')
      await tab.context.close()
    })

    it.each(WAYS)('games are compared, drawn on another scale and removed by %s [WEB-26]', async (way) => {
      const tab = await open(tabFor(way))
      await tab.page.goto(`${address()}?metric=visits`)
      await drawn(tab)
      await press(way, dropDown(tab, 'Compare'))
      await press(way, tab.page.locator('ul.offered').getByRole('link', { name: other.name }))
      await tab.page.waitForURL(/compare=/)
      await drawn(tab)
      await press(way, dropDown(tab, 'Display'))
      await press(way, tab.page.getByRole('navigation', { name: 'Scale' }).getByRole('link', { name: 'Relative' }))
      await tab.page.waitForURL(/scale=relative/)
      await drawn(tab)
      await press(way, dropDown(tab, 'Display'))
      await press(way, tab.page.getByRole('navigation', { name: 'Counter' }).getByRole('link', { name: 'Total' }))
      await tab.page.waitForURL(/counters=total/)
      await drawn(tab)
      expect(await tab.page.locator('.legend button').count()).toBe(2)
      await expectNoSideways(tab)
      await press(way, dropDown(tab, 'Compare'))
      await press(way, tab.page.getByRole('link', { name: `Remove ${other.name}` }))
      await tab.page.waitForURL((url) => !url.searchParams.has('compare'))
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it.each(WAYS)(
      'a period is chosen among the presets, and the days are sorted, by %s [WEB-24, WEB-28]',
      async (way) => {
        const tab = await open(tabFor(way))
        await tab.page.goto(address())
        await drawn(tab)
        await press(way, dropDown(tab, 'Dates'))
        await press(way, tab.page.locator('ul.presets').getByRole('link', { name: 'This week' }))
        await tab.page.waitForURL(/from=/)
        await drawn(tab)
        const days = tab.page.locator('table.daily')
        const first = () => days.locator('tbody th').first().textContent()
        const newest = await first()
        await press(way, days.getByRole('link', { name: 'Day', exact: true }))
        await tab.page.waitForURL(/[?&]sort=-day/)
        expect(await first()).not.toBe(newest)
        expect(await days.locator('th[aria-sort=ascending]').innerText()).toContain('Day')
        await expectNoSideways(tab)
        const list = tab.page.locator('.scroll:has(table.daily)')
        if (way === 'tap') expect(await list.evaluate((one: HTMLElement) => one.scrollWidth - one.clientWidth)).toBe(0)
        const top = async (selector: string) => (await tab.page.locator(selector).boundingBox())?.y ?? 0
        expect((await top('.plot')) - (await top('.chart-controls'))).toBeLessThan(160)
        await tab.context.close()
      },
    )

    it.each(WAYS)('lines are hidden, parts enlarged and events opened by %s [WEB-21, WEB-22, WEB-23]', async (way) => {
      const tab = await open(tabFor(way))
      await tab.page.goto(address())
      await drawn(tab)
      const line = tab.page.getByRole('button', { name: 'Previous 7 days' })
      await press(way, line)
      expect(await line.getAttribute('aria-pressed')).toBe('false')
      await press(way, tab.page.locator('.lane button').first())
      const details = tab.page.locator('.event-details')
      expect(await details.isVisible()).toBe(true)
      await press(way, details.getByRole('button', { name: 'Close' }))
      expect(await details.isVisible()).toBe(false)
      await press(way, tab.page.getByRole('button', { name: 'Zoom in' }))
      expect(queryOf(tab).has('from')).toBe(true)
      await press(way, tab.page.getByRole('button', { name: 'Reset zoom' }))
      expect(queryOf(tab).has('from')).toBe(false)
      await tab.context.close()
    })

    it.each(WAYS)('the values are saved by %s [WEB-29]', async (way) => {
      const tab = await open(tabFor(way))
      await tab.page.goto(`${address()}?range=24h`)
      await drawn(tab)
      await press(way, tab.page.locator('summary', { hasText: 'Save' }))
      const started = tab.page.waitForEvent('download')
      await press(way, tab.page.getByRole('button', { name: 'Values (CSV)' }))
      const text = await streamed(await (await started).createReadStream())
      expect(text.split('\r\n')[0]).toMatch(/^time_utc,/)
      await tab.context.close()
    })
  },
)
