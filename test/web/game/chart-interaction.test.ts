// The chart of a game in Chromium: it answers under the pointer, a tap and the keys, zooms, opens events and saves.

import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { THEMES } from '../../../src/charts/theme.js'
import type { Game } from '../../../src/domain/game.js'
import {
  describeInBrowser,
  expectClean,
  expectNoScrollingTables,
  expectNoSideways,
  NARROW,
  PHONE,
  type Tab,
} from '../browser.js'
import { drawn, plotOf, startChartGames, streamed } from '../support/chart-games.js'
import type { TestWeb } from '../support/start-web.js'

let web: TestWeb
let shown: Game
let other: Game
beforeAll(async () => {
  ;({ web, shown, other } = await startChartGames())
})
afterAll(() => web.stop())

const address = () => `/games/${shown.universeId}`

describeInBrowser(
  'the chart of a game',
  () => web.url,
  (open) => {
    it('shows the values at the pointer, beside it, and hides them when it leaves [WEB-20]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const { box, tooltip } = await plotOf(tab)
      expect(await tooltip.isVisible()).toBe(false)
      await tab.page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2)
      await tooltip.waitFor()
      const first = await tooltip.textContent()
      // The usual needs more weeks than this game has before then, but now it has it.
      expect(first).toMatch(/^\w{3}, Jun 1\d, [\d:]+\s[AP]MPlayers[\d,]+vs\. previous 7 days/)
      await tab.page.mouse.move(box.x + box.width * 0.99, box.y + box.height / 2)
      await expect.poll(() => tooltip.textContent()).not.toBe(first)
      expect(await tooltip.textContent()).toMatch(
        /vs\. usual[\d,]+[+-]?[\d.]+%Usually [\d,]+ to [\d,]+\nMeasured in this hour: [\d.]+%$/,
      )
      const beside = await tooltip.boundingBox()
      expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(box.x + box.width)
      await tab.page.mouse.move(5, 5)
      await expect.poll(() => tooltip.isVisible()).toBe(false)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('shows the values at a tap, which stay until another place is tapped [WEB-20]', async () => {
      const tab = await open({ size: PHONE, hasTouch: true })
      await tab.page.goto(address())
      await drawn(tab)
      const { box, tooltip } = await plotOf(tab)
      await tab.page.touchscreen.tap(box.x + box.width * 0.7, box.y + box.height / 2)
      await tooltip.waitFor()
      await expect
        .poll(() => tab.page.textContent('output.readout'))
        .toMatch(/Players: [\d,]+ · vs\. previous 7 days: /)
      // The values hide neither the plot nor each other's lines.
      const shownBox = await tooltip.boundingBox()
      expect((shownBox?.y ?? 0) + (shownBox?.height ?? 0)).toBeLessThanOrEqual(box.y + 1)
      expect(shownBox?.y).toBeGreaterThanOrEqual(0)
      const heights = await tooltip.locator('.row').evaluateAll((rows) => rows.map((row) => row.clientHeight))
      for (const height of heights) expect(height).toBeLessThan(24)
      await expectNoSideways(tab)
      await tab.page.locator('h1').tap()
      await expect.poll(() => tooltip.isVisible()).toBe(false)
      await tab.context.close()
    })

    it('shows the values by arrow keys, and announces them once the keys rest [WEB-20]', async () => {
      const tab = await open()
      await tab.page.goto(`${address()}?range=24h`)
      await drawn(tab)
      const { tooltip } = await plotOf(tab)
      const slider = tab.page.getByRole('slider', { name: 'Point in time' })
      await slider.press('Home')
      const first = await tooltip.textContent()
      const announced = () => tab.page.locator('figure.chart output').textContent()
      await expect.poll(announced).toContain('Players: ')
      const before = await announced()
      await slider.press('ArrowRight')
      expect(await tooltip.textContent()).not.toBe(first)
      await expect.poll(announced).not.toBe(before)
      expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\w{3}, Jun 1\d, .* · Players: [\d,]+$/)
      await slider.press('Escape')
      expect(await tooltip.isVisible()).toBe(false)
      await tab.context.close()
    })

    it('hides a line at its button in the legend, and shows it again [WEB-21]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const { tooltip } = await plotOf(tab)
      const button = tab.page.getByRole('button', { name: 'Previous 7 days' })
      expect(await button.getAttribute('aria-pressed')).toBe('true')
      await button.click()
      expect(await button.getAttribute('aria-pressed')).toBe('false')
      await tab.page.getByRole('slider').press('End')
      expect(await tooltip.textContent()).not.toContain('previous')
      await button.press('Enter')
      await tab.page.getByRole('slider').press('End')
      expect(await tooltip.textContent()).toContain('previous 7 days')
      await tab.context.close()
    })

    it('reads the lines that are left where the game itself is hidden [WEB-21]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const { tooltip } = await plotOf(tab)
      const legend = (name: string) => tab.page.locator('.legend').getByRole('button', { name, exact: true })
      await legend('Players').click()
      await tab.page.getByRole('slider').press('End')
      expect(await tooltip.textContent()).toMatch(/\d\s[AP]Mvs\. previous 7 days/)
      for (const name of ['Previous 7 days', 'Usual']) await legend(name).click()
      await tab.page.getByRole('slider').press('Home')
      expect(await tooltip.isVisible()).toBe(false)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('has what is zoomed in its address and in the history, by keys too [WEB-22]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const query = () => new URL(tab.page.url()).search
      await tab.page.getByRole('slider').press('+')
      const once = query()
      const [, part = ''] = /^\?(from=2026-06-1\dT\d\d:\d\dZ&to=2026-06-1\dT\d\d:\d\dZ)&against=7d$/.exec(once) ?? []
      const visits = await metricsOf(tab).getByRole('link', { name: 'Visits' }).getAttribute('href')
      expect(visits?.endsWith(`metric=visits&${part}`)).toBe(part !== '')
      await tab.page.getByRole('slider').press('+')
      expect(query()).not.toBe(once)
      await tab.page.goBack()
      expect(query()).toBe(once)
      await tab.page.goBack()
      expect(query()).toBe('')
      expect(await tab.page.getByRole('button', { name: 'Reset zoom' }).getAttribute('aria-disabled')).toBe('true')
      await tab.page.goto(address() + once)
      await drawn(tab)
      // The line of a week before stays the same one.
      expect(await tab.page.locator('select[name=against]').inputValue()).toBe('7d')
      expect(await tab.page.getByRole('button', { name: 'Reset zoom' }).getAttribute('aria-disabled')).toBe('true')
      await tab.page.getByRole('button', { name: 'Zoom out' }).click()
      expect(query()).not.toBe(once)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('marks the zoomed part as the chosen range [WEB-22]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const ranges = tab.page.getByRole('navigation', { name: 'Range' }).locator('[aria-current]')
      expect(await ranges.allTextContents()).toEqual(['7 days'])
      await tab.page.getByRole('slider').press('+')
      expect(await ranges.count()).toBe(0)
      expect(await tab.page.locator('[data-name=days] > summary').textContent()).toContain('Jun 1')
      await tab.context.close()
    })

    it('opens the details of an event in the lane by mouse and by keyboard [WEB-23]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const mark = tab.page.getByRole('button', { name: /^Gap, / })
      await mark.click()
      const details = tab.page.locator('.event-details')
      expect(await details.textContent()).toContain('Nothing was measured for 6 hours.')
      const distance = async () => ((await details.boundingBox())?.y ?? 0) - ((await mark.boundingBox())?.y ?? 0)
      const before = await distance()
      await tab.page.mouse.wheel(0, 200)
      await expect.poll(() => tab.page.evaluate('scrollY')).toBeGreaterThan(0)
      expect(Math.abs((await distance()) - before)).toBeLessThan(2)
      await tab.page.keyboard.press('Escape')
      expect(await details.isVisible()).toBe(false)
      await mark.press('Enter')
      await details.getByRole('button', { name: 'Close' }).press('Enter')
      expect(await details.isVisible()).toBe(false)
      await tab.context.close()
    })

    it('saves what it shows as a picture, a drawing and values [WEB-29]', async () => {
      const tab = await open()
      await tab.page.goto(`${address()}?range=24h&compare=${other.universeId}&scale=relative`)
      await drawn(tab)
      await tab.page.getByRole('button', { name: other.name }).click()
      const saved = async (name: string) => {
        await tab.page.locator('summary', { hasText: 'Save' }).click()
        const started = tab.page.waitForEvent('download')
        await tab.page.getByRole('button', { name }).click()
        const download = await started
        return { name: download.suggestedFilename(), text: await streamed(await download.createReadStream()) }
      }
      const csv = await saved('Values (CSV)')
      // The page is in the zone of Berlin, and its values in UTC. The range begins after the sample of 24 hours ago.
      expect(csv.name).toMatch(/^\S.* 2026-06-16 1205 to 2026-06-17 1200 UTC\.csv$/)
      expect(csv.name.startsWith(shown.name.slice(0, 5))).toBe(true)
      const [head, first, ...rows] = csv.text.trimEnd().split('\r\n')
      expect(head).toBe(`time_utc,"${shown.name}: Players, change since the beginning"`)
      expect(first).toBe('2026-06-16T12:05:00.000Z,0')
      expect(rows).toHaveLength(287)
      const svg = await saved('Drawing (SVG)')
      expect(svg.text).toMatch(/^<svg [^>]*width="\d+"/)
      const root = (text: string) => new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.nodeName
      const blank = await tab.context.newPage()
      expect(await blank.evaluate(root, svg.text)).toBe('svg')
      // The page has no font of its own, so this is the one of the drawing.
      await blank.setContent(svg.text)
      const fonts = "document.fonts.ready.then(() => [...document.fonts].map((one) => one.family + ' ' + one.status))"
      expect(await blank.evaluate(fonts)).toEqual(['Inter loaded'])
      await blank.close()
      expect(svg.text).toContain(shown.name.replaceAll('&', '&amp;'))
      expect(svg.text).toContain('Players, change since the beginning · ')
      expect(svg.text).not.toContain(other.name)
      expect(svg.text).not.toContain('2 games compared')
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it.each(['light', 'dark'] as const)(
      'saves a picture with the background of the %s theme [WEB-29]',
      async (theme) => {
        const tab = await open({ theme })
        await tab.page.goto(address())
        await drawn(tab)
        await tab.page.locator('summary', { hasText: 'Save' }).click()
        const started = tab.page.waitForEvent('download')
        await tab.page.getByRole('button', { name: 'Picture (PNG)' }).click()
        const image = await loadImage(await (await started).path())
        const context = createCanvas(image.width, image.height).getContext('2d')
        context.drawImage(image, 0, 0)
        const background = `#${Buffer.from(context.getImageData(2, 2, 1, 1).data).toString('hex')}`
        expect(background).toBe(`${THEMES[theme].background}ff`)
        expectClean(tab, web.url)
        await tab.context.close()
      },
    )

    it('has tables that fit on the narrowest phone', async () => {
      const tab = await open({ size: NARROW, hasTouch: true, locale: 'es-ES' })
      await tab.page.goto(address())
      await drawn(tab)
      await tab.page.locator('details.chart-table > summary').tap()
      await expectNoScrollingTables(tab)
      await tab.context.close()
    })

    it('saves the usual in the colors of the page [WEB-29]', async () => {
      const tab = await open()
      await tab.page.goto(`${address()}?range=24h`)
      await drawn(tab)
      await tab.page.locator('summary', { hasText: 'Save' }).click()
      const started = tab.page.waitForEvent('download')
      await tab.page.getByRole('button', { name: 'Drawing (SVG)' }).click()
      const svg = await streamed(await (await started).createReadStream())
      expect(svg).toContain('Usual')
      expect(svg).not.toContain(THEMES.light.lines[1])
      await tab.context.close()
    })

    it('draws the chart where the browser may not load fonts', async () => {
      const tab = await open()
      await tab.page.route('**/*.woff2', (route) => route.abort())
      await tab.page.goto(address())
      await drawn(tab)
      await tab.context.close()
    })

    it('fills the screen, and leaves it again [WEB-21]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const title = tab.page.locator('figure.chart > figcaption')
      expect(await title.isVisible()).toBe(false)
      await tab.page.getByRole('button', { name: 'Full screen', exact: true }).click()
      await expect.poll(() => tab.page.evaluate('document.fullscreenElement?.className')).toBe('chart')
      expect(await title.innerText()).toBe(`${shown.name}: Players, Jun 11 – 17, 2026`)
      await tab.page.getByRole('button', { name: 'Leave full screen', exact: true }).click()
      await expect.poll(() => tab.page.evaluate('document.fullscreenElement')).toBe(null)
      await tab.page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
      await tab.context.close()
    })
  },
)

const metricsOf = ({ page }: Tab) => page.getByRole('navigation', { name: 'Metric' })
