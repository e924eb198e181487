// Zooming at a chosen point of the chart in Chromium, by keys and by tap: the values stay those of a point that is shown.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../../src/domain/game.js'
import { describeInBrowser, expectClean, PHONE, type Tab } from '../../browser.js'
import { drawn, plotOf, startChartGames } from '../../support/chart-games.js'
import type { TestWeb } from '../../support/start-web.js'

let web: TestWeb
let shown: Game
beforeAll(async () => {
  ;({ web, shown } = await startChartGames())
})
afterAll(() => web.stop())

const address = () => `/games/${shown.universeId}`

const sliderOf = ({ page }: Tab) => page.getByRole('slider', { name: 'Point in time' })
const attributeOf = async (tab: Tab, name: string) => Number(await sliderOf(tab).getAttribute(name))
/** Where the chosen point is, from 0 at the left edge of what is shown to 1 at the right. */
const shareOf = async (tab: Tab): Promise<number> => {
  const [now, first, last] = [
    await attributeOf(tab, 'aria-valuenow'),
    await attributeOf(tab, 'aria-valuemin'),
    await attributeOf(tab, 'aria-valuemax'),
  ]
  return (now - first) / (last - first)
}
const lengthOf = async (tab: Tab) =>
  (await attributeOf(tab, 'aria-valuemax')) - (await attributeOf(tab, 'aria-valuemin'))
const atRest = ({ page }: Tab) => expect.poll(() => page.locator('[data-range][aria-busy]').count()).toBe(0)

async function openChart(open: (options?: { size: typeof PHONE; hasTouch: boolean }) => Promise<Tab>, isPhone = false) {
  const tab = await open(isPhone ? { size: PHONE, hasTouch: true } : undefined)
  await tab.page.goto(address())
  await drawn(tab)
  return { tab, ...(await plotOf(tab)) }
}

describeInBrowser(
  'a chosen point of the chart',
  () => web.url,
  (open) => {
    it('stays at its place, with its values, while the keys zoom [WEB-20]', async () => {
      const { tab, tooltip } = await openChart(open)
      const slider = sliderOf(tab)
      await slider.press('End')
      for (const key of ['PageDown', 'PageDown', 'ArrowLeft']) await slider.press(key)
      const [share, length, text] = [await shareOf(tab), await lengthOf(tab), await tooltip.textContent()]
      expect(share).toBeGreaterThan(0.7)
      for (const [key, zoomed] of [
        ['+', 2],
        ['+', 4],
        ['-', 2],
        ['-', 1],
      ] as const) {
        await slider.press(key)
        await atRest(tab)
        expect((await lengthOf(tab)) / length).toBeCloseTo(1 / zoomed, 1)
        expect(await shareOf(tab)).toBeCloseTo(share, 1)
        expect(await tooltip.isVisible()).toBe(true)
        expect((await tooltip.textContent())?.slice(0, 30)).toBe(text?.slice(0, 30))
        expect(await tooltip.textContent()).toMatch(/Players[\d,]+/)
      }
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('stays inside what is shown where the keys zoom as deep as they can [WEB-20]', async () => {
      const { tab, tooltip } = await openChart(open)
      const slider = sliderOf(tab)
      await slider.press('End')
      for (let count = 0; count < 12; count++) await slider.press('+')
      await atRest(tab)
      expect(await lengthOf(tab)).toBe(29)
      await expect.poll(() => tooltip.textContent()).toMatch(/^Wed, Jun 17, 2:00\sPMPlayers[\d,]+/)
      const share = await shareOf(tab)
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
      await tab.context.close()
    })

    it.each(['Earlier', 'Later'])('is closed, and says nothing, where %s leaves it behind [WEB-20]', async (name) => {
      const { tab } = await openChart(open, true)
      await tab.page.getByRole('button', { name: 'Zoom in' }).tap()
      const { box, tooltip } = await plotOf(tab)
      await tab.page.touchscreen.tap(box.x + box.width * (name === 'Earlier' ? 0.9 : 0.2), box.y + box.height / 2)
      await tooltip.waitFor()
      await tab.page.getByRole('button', { name }).tap()
      await atRest(tab)
      expect(await tooltip.isVisible()).toBe(false)
      expect(await tooltip.textContent()).toBe('')
      await tab.context.close()
    })

    it('stays at its place while the buttons zoom after a tap [WEB-20]', async () => {
      const { tab, box, tooltip } = await openChart(open, true)
      await tab.page.touchscreen.tap(box.x + box.width * 0.8, box.y + box.height / 2)
      await tooltip.waitFor()
      const [share, time] = [await shareOf(tab), (await tooltip.textContent())?.slice(0, 20)]
      await tab.page.getByRole('button', { name: 'Zoom in' }).tap()
      await atRest(tab)
      expect(await tooltip.isVisible()).toBe(true)
      expect((await tooltip.textContent())?.slice(0, 20)).toBe(time)
      expect(await shareOf(tab)).toBeCloseTo(share, 1)
      await tab.context.close()
    })

    it('is closed by Escape, however it was chosen, also on the full screen, which stays [WEB-20]', async () => {
      const { tab, box, tooltip } = await openChart(open)
      const isFull = () => tab.page.evaluate('document.fullscreenElement !== null')
      await tab.page.mouse.move(box.x + box.width / 2, box.y + 60)
      await tooltip.waitFor()
      await tab.page.keyboard.press('Escape')
      expect(await tooltip.isVisible()).toBe(false)
      await tab.page.getByRole('button', { name: 'Full screen' }).click()
      await expect.poll(isFull).toBe(true)
      await sliderOf(tab).press('ArrowLeft')
      await tooltip.waitFor()
      await tab.page.keyboard.press('Escape')
      expect(await tooltip.isVisible()).toBe(false)
      expect(await tooltip.textContent()).toBe('')
      expect(await isFull()).toBe(true)
      await tab.page.keyboard.press('Escape')
      await expect.poll(isFull).toBe(false)
      expectClean(tab, web.url)
      await tab.context.close()
    })
  },
)
