// Reads a gap of the chart in Chromium, by pointer, tap and keys: the time is that of the pointer, and the other lines have values.

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

/** A day of which nothing was measured from 12:00 to 18:00 UTC, after a day without gaps. */
const address = () => `/games/${shown.universeId}?from=2026-06-13&to=2026-06-13`

const IN_THE_GAP =
  /^Sat, Jun 13, [3-7]:\d\d\sPMPlayersno datavs\. previous period[\d,]+(vs\. usual[\d,]+)?Nothing was measured for 6/
const MEASURED = /^S(at|un), Jun 1[34], [\d:]+\s[AP]MPlayers[\d,]+vs\. previous period[\d,]+[+-]/

const sliderOf = ({ page }: Tab) => page.getByRole('slider', { name: 'Point in time' })

async function openDay(tab: Tab) {
  await tab.page.goto(address())
  await drawn(tab)
  return plotOf(tab)
}

describeInBrowser(
  'a gap of the chart',
  () => web.url,
  (open) => {
    it('has the time at the pointer, no data, and the values of the other lines [WEB-20]', async () => {
      const tab = await open()
      const { box, tooltip } = await openDay(tab)
      const times = new Set<string>()
      for (const share of [0.58, 0.62, 0.66]) {
        await tab.page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
        await expect.poll(() => tooltip.textContent()).toMatch(IN_THE_GAP)
        times.add((await tooltip.locator('.time').textContent()) ?? '')
      }
      expect(times.size).toBe(3)
      for (const share of [0.3, 0.9]) {
        await tab.page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
        await expect.poll(() => tooltip.textContent()).toMatch(MEASURED)
      }
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('is read by a tap as by the pointer [WEB-20]', async () => {
      const tab = await open({ size: PHONE, hasTouch: true })
      const { box, tooltip } = await openDay(tab)
      await tab.page.touchscreen.tap(box.x + box.width * 0.64, box.y + box.height / 2)
      await tooltip.waitFor()
      expect(await tooltip.textContent()).toMatch(IN_THE_GAP)
      await expect
        .poll(() => tab.page.textContent('output.readout'))
        .toMatch(/Players: no data · vs\. previous period: [\d,]+/)
      await tab.context.close()
    })

    it('is gone through by keys in both directions, to the samples at its ends [WEB-20]', async () => {
      const tab = await open()
      const { tooltip } = await openDay(tab)
      const slider = sliderOf(tab)
      const read = async (key: string): Promise<string> => {
        await slider.press(key)
        return (await tooltip.textContent()) ?? ''
      }
      await slider.press('Home')
      for (let count = 0; count < 6; count++) expect(await read('PageUp')).toMatch(count < 5 ? /./ : IN_THE_GAP)
      const passed = [await read('ArrowRight'), await read('ArrowRight')]
      expect(new Set(passed).size).toBe(2)
      for (const text of passed) expect(text).toMatch(IN_THE_GAP)
      for (let count = 0; count < 3; count++) await read('PageUp')
      expect(await read('ArrowRight')).toMatch(MEASURED)
      const back: string[] = []
      while (back.length < 60 && !IN_THE_GAP.test(back.at(-1) ?? '')) back.push(await read('ArrowLeft'))
      expect(back.at(-1)).toMatch(IN_THE_GAP)
      await read('End')
      for (let count = 0; count < 3; count++) await read('PageDown')
      expect(await tooltip.textContent()).toMatch(IN_THE_GAP)
      await tab.context.close()
    })

    it('that is narrow is read too, by pointer and by keys [WEB-20]', async () => {
      const tab = await open({ size: PHONE })
      await tab.page.goto(`/games/${shown.universeId}?from=2026-06-01&to=2026-06-14`)
      await drawn(tab)
      const { box, tooltip } = await plotOf(tab)
      const read = new Set<string>()
      for (let x = box.width * 0.8; x < box.width; x += 0.5) {
        await tab.page.mouse.move(box.x + x, box.y + box.height / 2)
        read.add(((await tooltip.textContent()) ?? '').includes('Playersno data') ? 'gap' : 'sample')
      }
      expect([...read].sort()).toEqual(['gap', 'sample'])
      const slider = sliderOf(tab)
      await slider.press('End')
      const texts: string[] = []
      while (texts.length < 100 && !texts.at(-1)?.includes('Playersno data')) {
        await slider.press('ArrowLeft')
        texts.push((await tooltip.textContent()) ?? '')
      }
      expect(texts.at(-1)).toContain('Jun 13')
      expect(texts.at(-1)).toContain('Playersno data')
      await tab.context.close()
    })

    it('leaves the change of an hour unknown that begins or ends in it, and says why, measured or not [WEB-26]', async () => {
      const tab = await open()
      await tab.page.goto(`${address()}&metric=visits`)
      await drawn(tab)
      const { tooltip } = await plotOf(tab)
      const slider = sliderOf(tab)
      await slider.press('Home')
      const texts: string[] = []
      for (let count = 0; count < 24; count++) {
        texts.push((await tooltip.textContent()) ?? '')
        await slider.press('ArrowRight')
      }
      const unknown = texts.filter((text) => text.includes('not known'))
      expect(unknown).toEqual([
        'Sat, Jun 13, 8:00 PMVisits per hournot known' +
          'This hour begins or ends in a gap, so its change is not known.\nMeasured in this hour: 100.0%',
      ])
      const hoursWith = (end: string) => texts.filter((text) => text.endsWith(end)).length
      expect(hoursWith('Visits per hour600Measured in this hour: 100.0%')).toBe(17)
      expect(texts.filter((text) => text.includes('Visits per hourno data')).length).toBe(6)
      await tab.context.close()
    })
  },
)
