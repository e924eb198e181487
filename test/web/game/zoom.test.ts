// What the page of a game says after zooming: it is about what the chart shows, as if the page had been opened like that.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { describeInBrowser, expectAccessible, expectClean, type Tab } from '../browser.js'
import { drawn, plotOf, startChartGames } from '../support/chart-games.js'
import { NOW } from '../support/history.js'
import type { TestWeb } from '../support/start-web.js'

let web: TestWeb
let shown: Game
beforeAll(async () => {
  ;({ web, shown } = await startChartGames())
  const before = Array.from({ length: 8 * 144 }, (_, row) => NOW - 17 * 1_440 + row * 10)
  await web.write(shown.universeId, before, { ccu: 1_000, visits: 400 })
})
afterAll(() => web.stop())

const address = () => `/games/${shown.universeId}`

/** Everything that is about the range, by the name of its part. */
const described = async ({ page }: Tab): Promise<Record<string, string>> => ({
  title: await page.title(),
  ...((await page.evaluate(
    `Object.fromEntries([...document.querySelectorAll('[data-range]')].map((part) => [part.id, part.textContent]))`,
  )) as Record<string, string>),
})

const atRest = ({ page }: Tab) => expect.poll(() => page.locator('[data-range][aria-busy]').count()).toBe(0)

async function zoomBy(way: 'mouse' | 'keyboard', tab: Tab): Promise<void> {
  if (way === 'keyboard') return tab.page.getByRole('slider').press('+')
  const { box } = await plotOf(tab)
  await tab.page.mouse.move(box.x + box.width * 0.3, box.y + 50)
  await tab.page.mouse.down()
  await tab.page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 })
  await tab.page.mouse.up()
}

describeInBrowser(
  'the page of a game after zooming',
  () => web.url,
  (open) => {
    it.each(['mouse', 'keyboard'] as const)(
      'by %s says what it says after it is loaded again, and comes back [WEB-22]',
      async (way) => {
        const tab = await open()
        await tab.page.goto(address())
        await drawn(tab)
        const whole = await described(tab)
        await zoomBy(way, tab)
        await atRest(tab)
        const zoomed = await described(tab)
        const rangeOf = () => tab.page.locator('[data-name=days] > summary').textContent()
        const label = await rangeOf()
        expect(label).toMatch(/^Jun \d+(, [\d:]+\s[AP]M)?\s–\s/)
        for (const part of ['title', 'text-range', 'days-range']) expect(zoomed[part]).not.toBe(whole[part])
        await tab.page.reload()
        await drawn(tab)
        expect(zoomed).toEqual(await described(tab))
        expect(await rangeOf()).toBe(label)
        await tab.page.goBack()
        await drawn(tab)
        expect(await described(tab)).toEqual(whole)
        expectClean(tab, web.url)
        await tab.context.close()
      },
    )

    it.each([
      ['', '7 days before'],
      ['?range=24h', '1 day before'],
      ['?range=24h&against=7d', '7 days before'],
      // Two weeks before the whole range, nothing was measured.
      ['?range=all', undefined],
    ])('has the line of the compared period by the same name after loading: %s [WEB-22]', async (query, name) => {
      const tab = await open()
      await tab.page.goto(address() + query)
      await drawn(tab)
      const names = () => tab.page.locator('.legend button').allTextContents()
      await zoomBy('keyboard', tab)
      expect(await names()).toEqual(['Players', ...(name === undefined ? [] : [name]), 'Usual'])
      await tab.page.getByRole('slider').press('+')
      await atRest(tab)
      const zoomed = await names()
      expect(zoomed.filter((one) => /before|revious/.test(one))).toEqual(name === undefined ? [] : [name])
      await tab.page.getByRole('slider').press('End')
      const read = await tab.page.textContent('.tooltip')
      const head = () => tab.page.locator('details.chart-table thead th').allTextContents()
      const heads = await head()
      await tab.page.reload()
      await drawn(tab)
      expect(await names()).toEqual(zoomed)
      expect(await head()).toEqual(heads)
      await tab.page.getByRole('slider').press('End')
      expect(await tab.page.textContent('.tooltip')).toBe(read)
      await tab.context.close()
    })

    it('says of a compared time before the first sample that the game was not tracked yet [WEB-20]', async () => {
      const tab = await open()
      await tab.page.goto(`${address()}?range=24h&against=28d`)
      await drawn(tab)
      await tab.page.getByRole('slider').press('Home')
      expect(await tab.page.textContent('.tooltip')).toMatch(/vs\. 28 days beforenot tracked yet/)
      await tab.context.close()
    })

    it('leaves the focus, what is open and the scroll position as they are [WEB-22]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      await tab.page.locator('details.gaps > summary').click()
      const slider = tab.page.getByRole('slider')
      await slider.focus()
      const scrolled = () => tab.page.evaluate('scrollY')
      await tab.page.evaluate('scrollTo(0, 120)')
      await slider.press('+')
      await atRest(tab)
      expect(await tab.page.locator('details.gaps').getAttribute('open')).not.toBe(null)
      expect(await slider.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
      expect(await scrolled()).toBe(120)
      const sorting = tab.page.locator('table.daily').getByRole('link', { name: 'Day', exact: true })
      await sorting.focus()
      await tab.page.goBack()
      await atRest(tab)
      expect(await sorting.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
      await tab.context.close()
    })

    it('says at every depth that the Discord command shows more than this part [WEB-41]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const command = () => tab.page.textContent('#share-command')
      const note = () => tab.page.textContent('#share-command-note')
      const slider = tab.page.getByRole('slider')
      await slider.press('Home')
      const whole = await command()
      const wholeNote = await note()
      expect(wholeNote).not.toContain('this part')
      for (let depth = 0; depth < 5; depth++) {
        await slider.press('+')
        await atRest(tab)
        expect(await command()).toMatch(/ range:(7d|30d)$/)
        expect(await note()).toMatch(/shows more than this part: (7|30) days\./)
      }
      await slider.press('0')
      await atRest(tab)
      expect([await command(), await note()]).toEqual([whole, wholeNote])
      await tab.context.close()
    })

    it('compares with another game in the part that is shown [WEB-22]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      await zoomBy('keyboard', tab)
      await atRest(tab)
      const part = () => ['from', 'to'].map((name) => new URL(tab.page.url()).searchParams.get(name))
      const zoomed = part()
      expect(zoomed).not.toContain(null)
      await tab.page.locator('.chart-controls summary', { hasText: 'Compare' }).click()
      await tab.page.locator('ul.offered a').first().click()
      await tab.page.waitForURL(/compare=/)
      expect(part()).toEqual(zoomed)
      await tab.context.close()
    })

    it('asks once for several zooms in a row, and for one at a time [WEB-22]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const requested: string[] = []
      let [underway, most] = [0, 0]
      await tab.page.route(/\/games\/\d+\?/, async (route) => {
        requested.push(route.request().url())
        most = Math.max(most, ++underway)
        await route.continue()
      })
      for (const event of ['requestfinished', 'requestfailed'] as const)
        tab.page.on(event as 'requestfinished', (request) => {
          if (/\/games\/\d+\?/.test(request.url())) underway--
        })
      const slider = tab.page.getByRole('slider')
      // In one turn, because on a slow machine the page rests between two presses.
      await slider.evaluate((one) => {
        for (const key of ['+', '+', '+', '-']) one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      })
      await atRest(tab)
      expect(requested).toEqual([tab.page.url()])
      await slider.press('-')
      await atRest(tab)
      expect([requested.length, most]).toEqual([2, 1])
      await tab.context.close()
    })

    it('says what it is still about where the service does not answer, and tries again [WEB-22]', async () => {
      const tab = await open()
      await tab.page.goto(address())
      await drawn(tab)
      const whole = await described(tab)
      await tab.page.route(/\/games\/\d+\?/, (route) => route.abort())
      await zoomBy('keyboard', tab)
      const failure = tab.page.getByRole('alert')
      await failure.waitFor()
      expect(await failure.textContent()).toMatch(/could not be loaded.* are still about Jun 11 – 17, 2026/)
      expect(await described(tab)).toEqual(whole)
      await expectAccessible(tab)
      await tab.page.unroute(/\/games\/\d+\?/)
      await failure.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect.poll(() => failure.isVisible()).toBe(false)
      expect((await described(tab))['days-range']).not.toBe(whole['days-range'])
      expect(await tab.page.evaluate('document.activeElement.id')).toBe('text-range')
      await tab.context.close()
    })
  },
)
