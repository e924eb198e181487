// The charts of rankings and games in Chromium: interactive with scripts, a picture without, and accessible in both.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { CSV_HEADER } from '../../support/export-files.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  PHONE,
  screenshots,
  type Tab,
  WIDEST,
} from '../browser.js'
import { drawn, startChartGames, streamed } from '../support/chart-games.js'
import { NOW } from '../support/history.js'
import type { TestWeb, Visitor } from '../support/start-web.js'

const SCRIPTS_WITH_CHARTS = 220_000
const SCRIPTS_ELSEWHERE = 30_000
let web: TestWeb
let shown: Game
let other: Game
let viewer: Visitor
beforeAll(async () => {
  ;({ web, shown, other } = await startChartGames())
  viewer = await web.member('viewer')
})
afterAll(() => web.stop())

const address = () => `/games/${shown.universeId}`
const weightOf = ({ loadedScripts }: Tab): number => loadedScripts.reduce((sum, { bytes }) => sum + bytes, 0)

describeInBrowser(
  'rankings and games',
  () => web.url,
  (open) => {
    it.each([
      ['/rankings', 'signed out'],
      ['/accounts/1/rankings', 'a viewer'],
      ['GAME', 'signed out'],
      ['GAME?range=30d&compare=OTHER', 'signed out'],
      ['/accounts/1/games/1?metric=visits&range=24h', 'a viewer'],
    ])('%s is accessible for %s, by keyboard too, at any width, and light', async (path = '', who) => {
      const tab = await open(who === 'a viewer' ? { as: viewer } : {})
      await tab.page.goto(path.replace('GAME', address()).replace('OTHER', `${other.universeId}`))
      const hasChart = !path.includes('rankings')
      if (hasChart) await drawn(tab)
      for (const summary of await tab.page.locator('main summary:visible').all()) await summary.click()
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, path.replaceAll(/\W+/g, '-'))
      for (const size of [NARROW, WIDEST]) {
        await tab.page.setViewportSize(size)
        await expectNoSideways(tab)
      }
      const weight = weightOf(tab)
      expect(weight).toBeGreaterThan(0)
      expect(weight).toBeLessThan(hasChart ? SCRIPTS_WITH_CHARTS : SCRIPTS_ELSEWHERE)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('draws the chart in the theme and for the time zone of the reader', async () => {
      const tab = await open({ theme: 'dark', timeZone: 'Asia/Tokyo' })
      await tab.page.goto(address())
      await drawn(tab)
      // Noon in UTC is nine in the evening in Tokyo.
      await tab.page.getByRole('slider', { name: 'Point in time' }).press('End')
      expect(await tab.page.textContent('.tooltip')).toMatch(/^Wed, Jun 17, 9:00\sPMPlayers1,\d{3}/)
      expect(await fixtureOf(tab)).toEqual([30, 32, 36])
      await tab.page.emulateMedia({ colorScheme: 'light' })
      await expect.poll(() => fixtureOf(tab)).toEqual([255, 255, 255])
      expect(await tab.page.locator('details.chart-table tbody time').last().getAttribute('datetime')).toBe(
        '2026-06-17T09:00:00.000Z',
      )
      expect(await tab.page.locator('details.chart-table tbody time').last().textContent()).toMatch(/6:00\sPM$/)
      await tab.context.close()
    })

    it('zooms by buttons and by dragging, asks for finer data, and comes back', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const table = tab.page.locator('details.chart-table tbody tr')
      const before = await table.count()
      const all = await table.allTextContents()
      // A slow machine asks after the first press, too.
      const finer = tab.page.waitForResponse(/series\?.*from=2026-06-13T\d\d/)
      const button = (name: string) => tab.page.getByRole('button', { name, exact: true })
      await button('Zoom in').press('Enter')
      await button('Zoom in').press('Enter')
      expect(new URL((await finer).url()).searchParams.get('from')).toMatch(/^2026-06-13T\d\d:\d\dZ$/)
      await expect.poll(() => table.count()).not.toBe(before)
      expect(await tab.page.getAttribute('.canvas', 'aria-label')).toContain('Jun 13')
      await button('Reset zoom').click()
      expect(await table.allTextContents()).toEqual(all)
      expect(await button('Reset zoom').getAttribute('aria-disabled')).toBe('true')
      const box = await tab.page.locator('.plot').boundingBox()
      if (!box) throw new Error('There is no plot.')
      const y = box.y + box.height / 2
      await tab.page.mouse.move(box.x + box.width * 0.6, y)
      await tab.page.mouse.down()
      await tab.page.mouse.move(box.x + box.width * 0.7, y, { steps: 4 })
      await tab.page.mouse.up()
      expect(await button('Reset zoom').getAttribute('aria-disabled')).toBe('false')
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('holds no page wide that is made narrower, even before it is drawn again', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const [before, after] = (await tab.page.evaluate(`(() => {
        const wide = document.querySelector('.plot').getBoundingClientRect().width
        document.querySelector('main').style.width = '328px'
        return [wide, document.querySelector('main').scrollWidth]
      })()`)) as [number, number]
      expect(before).toBeGreaterThan(1_000)
      expect(after).toBeLessThanOrEqual(328)
      await tab.context.close()
    })

    it('shows a picture and the table where no script runs, and every choice by links', async () => {
      const tab = await open({ scripts: false })
      await tab.page.goto(address())
      const picture = tab.page.locator('figure.chart img')
      expect(await picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBe(2_752)
      expect(await tab.page.locator('.plot').isVisible()).toBe(false)
      await tab.page.locator('details.chart-table summary').click()
      expect(await tab.page.locator('details.chart-table tbody tr').count()).toBeGreaterThan(20)
      await tab.page.getByRole('link', { name: '24 h' }).click()
      await metricsOf(tab).getByRole('link', { name: 'Visits' }).click()
      await expect.poll(() => new URL(tab.page.url()).search).toBe('?metric=visits&range=24h')
      await tab.page.locator('summary', { hasText: 'Compare' }).click()
      await tab.page.getByRole('combobox', { name: 'Compare games' }).fill(other.name)
      await tab.page.getByRole('button', { name: 'Add' }).click()
      await expect
        .poll(() => new URL(tab.page.url()).search)
        .toBe(`?metric=visits&range=24h&compare=${other.universeId}`)
      await tab.page.locator('summary', { hasText: 'Dates' }).click()
      await tab.page.getByLabel('From').fill('2026-06-14T00:00')
      await tab.page.getByLabel('To', { exact: true }).fill('2026-06-15T12:00')
      await tab.page.getByRole('button', { name: 'Apply' }).click()
      await expect.poll(() => new URL(tab.page.url()).searchParams.get('from')).toBe('2026-06-14T00:00Z')
      expect(await tab.page.locator('table.daily tbody tr').count()).toBe(2)
      await tab.context.close()
    })

    it('takes two times in the zone of a browser that was never here before [WEB-22, WEB-33]', async () => {
      const tab = await open({ timeZone: 'Asia/Tokyo' })
      await tab.page.goto(`${address()}?range=24h`)
      await drawn(tab)
      await tab.page.locator('summary', { hasText: 'Dates' }).click()
      expect(await tab.page.textContent('form.dates')).toContain('Times in Asia/Tokyo')
      expect(await tab.page.getByLabel('To', { exact: true }).inputValue()).toBe('2026-06-17T21:01')
      await tab.page.getByLabel('From').fill('2026-06-17T09:00')
      await tab.page.getByRole('button', { name: 'Apply' }).click()
      await expect.poll(() => new URL(tab.page.url()).search).toBe('?from=2026-06-17T00:00Z&to=2026-06-17T12:01Z')
      await tab.context.close()
    })

    it('gives files that open, with the days that are shown', async () => {
      const tab = await open({ as: viewer })
      await tab.page.goto('/accounts/1/games/1?range=24h')
      const started = tab.page.waitForEvent('download')
      await tab.page.getByRole('link', { name: 'CSV', exact: true }).click()
      const download = await started
      expect(download.suggestedFilename()).toMatch(/ 2026-06-16 to 2026-06-17\.csv$/)
      const lines = (await streamed(await download.createReadStream())).split('\r\n')
      expect(lines[0]).toBe(CSV_HEADER)
      // A day and a half at five minutes, the noon of both days among them. Midnight in Berlin is two hours before that of UTC.
      expect(lines).toHaveLength(1 + 288 + 24 + 145 + 1)
      await tab.context.close()
    })

    it.each(['en-US', 'es-ES', 'pt-BR'])(
      'comes within the first screen of a phone, with three lines of controls before it or four of longer words, in %s [WEB-24]',
      async (locale) => {
        const tab = await open({ size: PHONE, locale })
        const controlsOf = async (query: string) => {
          await tab.page.goto(address() + query)
          await drawn(tab)
          return tab.page.locator('.chart-controls').boundingBox()
        }
        const lines = locale === 'en-US' ? 3 : 4
        expect((await controlsOf('?metric=visits'))?.height).toBeLessThan(lines * 36)
        const controls = await controlsOf('')
        const top = async (selector: string) => (await tab.page.locator(selector).boundingBox())?.y ?? 0
        expect(controls?.height).toBeLessThan(lines * 36)
        expect(
          await tab.page
            .locator('.chart-controls .segmented')
            .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length),
        ).toBe(0)
        expect((await top('.plot')) - (controls?.y ?? 0)).toBeLessThan(110 + lines * 36)
        expect(await top('.plot')).toBeLessThan(482 + lines * 36)
        await tab.context.close()
      },
    )

    it('shows on a phone which range is chosen', async () => {
      const tab = await open({ size: PHONE, locale: 'es-ES' })
      await tab.page.goto(`${address()}?range=1y`)
      const chosen = tab.page.getByRole('navigation', { name: 'Período' }).locator('[aria-current]')
      const [own, outer] = [await chosen.boundingBox(), await chosen.locator('xpath=ancestor::nav').boundingBox()]
      expect(own && outer && [own.x >= outer.x, own.x + own.width <= outer.x + outer.width]).toEqual([true, true])
      await tab.context.close()
    })

    it('is followed on a phone by a line for each day, with all columns behind a button [WEB-28]', async () => {
      const tab = await open({ size: PHONE, scripts: false, locale: 'es-ES' })
      await tab.page.goto(address())
      const heights = await tab.page
        .locator('table.daily tbody tr')
        .evaluateAll((rows) => rows.map((row) => 'offsetHeight' in row && row.offsetHeight))
      expect(Math.max(...heights.map(Number))).toBeLessThan(44)
      await expectNoSideways(tab)
      const visits = tab.page.locator('table.daily tbody td[data-label=Visitas]').first()
      expect(await visits.isVisible()).toBe(false)
      await tab.page.getByText('Todas las columnas').click()
      expect(await visits.isVisible()).toBe(true)
      await expectNoSideways(tab)
      await tab.context.close()
    })

    it('shows a phone without scripts a picture that can be read there, in its theme', async () => {
      const tab = await open({ scripts: false, size: PHONE, theme: 'dark' })
      await tab.page.goto(address())
      const picture = tab.page.locator('figure.chart img')
      expect(await picture.evaluate((image) => 'currentSrc' in image && image.currentSrc)).toMatch(
        /theme=dark&width=narrow$/,
      )
      expect(await picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBe(680)
      await expectNoSideways(tab)
      await tab.context.close()
    })

    it('fills the card of the chart on a large screen without scripts, with letters of the size of the page [WEB-21]', async () => {
      const tab = await open({ scripts: false, size: { width: 1440, height: 900 } })
      await tab.page.goto(address())
      const picture = tab.page.locator('figure.chart img')
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2 * 1376)
      const [inner, outer] = [await picture.boundingBox(), await tab.page.locator('figure.chart').boundingBox()]
      expect((outer?.width ?? 0) - (inner?.width ?? 0)).toBeLessThan(24)
      expect(inner?.width).toBeGreaterThan(0.9 * 1376)
      expect(inner?.width).toBeLessThan(1.1 * 1376)
      await tab.context.close()
    })

    it('sorts a ranking by its heads and finds in it, without scripts', async () => {
      const tab = await open({ scripts: false })
      await tab.page.goto('/rankings')
      const names = () => tab.page.locator('table.ranking tbody th a').allTextContents()
      expect(await names()).toEqual([shown.name, other.name])
      await tab.page.getByRole('link', { name: 'Sort by Players' }).click()
      await tab.page.getByRole('link', { name: 'Sort by Players' }).click()
      expect(await names()).toEqual([other.name, shown.name])
      await tab.page.getByRole('searchbox', { name: 'Search games' }).fill(shown.name.slice(0, 8))
      await tab.page.getByRole('button', { name: 'Search' }).click()
      expect(await names()).toEqual([shown.name])
      await tab.page.getByRole('link', { name: shown.name }).click()
      await expect.poll(() => tab.page.textContent('h1')).toBe(shown.name)
      await tab.context.close()
    })

    it('is drawn again when a minute has passed, and a picture follows the colors that were chosen', async () => {
      const tab = await open({ timeZone: 'UTC' })
      await tab.page.clock.install()
      await tab.page.goto(`${address()}?range=24h`)
      await drawn(tab)
      web.clock.advance(5)
      await web.write(shown.universeId, [NOW + 5], { ccu: 4_321, visits: 1_060_000 })
      // A page that is notified of no sample asks by itself after 80 s, at the next of its checks every 15 s.
      await tab.page.clock.runFor(91_000)
      await expect.poll(() => tab.page.textContent('dl.figures')).toContain('4,321')
      await tab.page.getByRole('slider').press('End')
      await expect.poll(() => tab.page.textContent('.tooltip')).toMatch(/12:05\sPMPlayers4,321/)
      await tab.context.addCookies([{ name: 'theme', value: 'dark', url: web.url }])
      await tab.page.reload()
      expect(await tab.page.content()).toContain('chart.png?range=24h&amp;theme=dark')
      web.clock.advance(-5)
      await tab.context.close()
    })
  },
)
const metricsOf = ({ page }: Tab) => page.getByRole('navigation', { name: 'Metric' })

/** The color of a pixel in the corner of the chart. */
const fixtureOf = ({ page }: Tab): Promise<number[]> =>
  page.evaluate(
    `[...document.querySelector('figure.chart canvas').getContext('2d').getImageData(2, 2, 1, 1).data].slice(0, 3)`,
  )
