// The chart of a game with few players, whose samples go up and down by a large part in each minute.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chartOption } from '../../../src/charts/chart-option.js'
import { fromWire, type WireChart } from '../../../src/charts/page/wire.js'
import { DAY_MINUTES, type Minute, msOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { emptyBlock } from '../../../src/domain/sample.js'
import { describeInBrowser, PHONE } from '../browser.js'
import { drawn, plotOf } from '../support/chart-games.js'
import { NOW, writeWave } from '../support/history.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

const DAYS = 7
const HOLE = { from: NOW - 2 * DAY_MINUTES, until: NOW - 2 * DAY_MINUTES + 180 }
/** From 2 to 14, and once 19. */
const playersAt = (minute: Minute): number =>
  minute === NOW - 1_000 ? 19 : 8 + ((minute * 7) % 5) - 2 + (minute % 2 === 0 ? 4 : -4)

let web: TestWeb
let few: Game
let many: Game
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' } })
  few = await web.services.games.change(await web.track(0), { isPublic: true })
  many = await web.services.games.change(await web.track(1), { isPublic: true })
  const minutes = Array.from({ length: DAYS * DAY_MINUTES }, (_, row) => NOW - row)
    .reverse()
    .filter((minute) => minute < HOLE.from || minute >= HOLE.until)
  const block = emptyBlock(few.universeId, minutes.length)
  minutes.forEach((minute, row) => {
    block.minutes[row] = minute
    block.columns.ccu[row] = playersAt(minute)
  })
  await web.store.series.importBlock(block)
  await writeWave(web, many.universeId, 100_000)
})
afterAll(() => web.stop())

const chartOf = async ({ universeId }: Game, query: string) =>
  fromWire(JSON.parse((await web.visitor().get(`/games/${universeId}/series?${query}`)).text) as WireChart)

it('is drawn as the mean, the lowest and the highest of each half hour of a week, and says so [WEB-20]', async () => {
  const { series, texts } = await chartOf(few, 'range=7d')
  const means = series[0]?.means
  if (!means) return expect.unreachable('There are no means.')
  expect([means.step, texts.means]).toEqual([30, 'average of 30 minutes'])
  const row = means.minutes.findIndex((minute) => minute > NOW - DAY_MINUTES)
  const from = Math.floor((means.minutes[row] ?? 0) / 30) * 30
  const samples = Array.from({ length: 30 }, (_, index) => playersAt(from + index))
  expect(means.values[row]).toBeCloseTo(samples.reduce((sum, one) => sum + one, 0) / 30, 3)
  expect([means.low[row], means.high[row]]).toEqual([Math.min(...samples), Math.max(...samples)])
  expect(means.minutes.some((minute) => minute >= HOLE.from && minute < HOLE.until)).toBe(false)
})

it('keeps its samples where they can be seen one by one, and is a plain line where they hardly differ [WEB-20]', async () => {
  const { series } = await chartOf(few, 'range=7d')
  expect([...(series[0]?.values ?? [])]).toContain(19)
  const { series: close, texts } = await chartOf(few, 'from=2026-06-15T00:00Z&to=2026-06-15T06:00Z')
  expect([close[0]?.means, texts.means]).toEqual([undefined, undefined])
  expect((await chartOf(many, 'range=7d')).series[0]?.means).toBeUndefined()
})

it('has means for all lines where one of several needs them, without areas that would hide each other [WEB-26]', async () => {
  const data = await chartOf(many, `range=7d&compare=${few.universeId}&scale=relative`)
  expect(data.texts.means).toBe('averages of 30 minutes')
  const { option } = chartOption({ ...data, timeZone: 'UTC', locale: 'en', theme: 'light' })
  expect([option.series ?? []].flat()).toHaveLength(2)
})

it('is drawn with its exact peak, a break in the gap, and an area from the lowest to the highest [WEB-20]', async () => {
  const data = await chartOf(few, 'range=7d&against=none')
  const { option } = chartOption({ ...data, timeZone: 'UTC', locale: 'en', theme: 'light' })
  const all = JSON.stringify(option.series)
  expect(all).toContain(JSON.stringify([msOf(NOW - 1_000), 19]))
  const [line] = [option.series ?? []].flat()
  expect(line?.data?.length).toBeLessThan(345)
  expect(JSON.stringify(line?.data)).toContain('"-"')
  expect(all).toContain('areaStyle')
})

it('has averages with one decimal, in the head, below the chart and in each row of the days [WEB-24, WEB-28]', async () => {
  const { text } = await web.visitor().get(`/games/${few.universeId}?range=7d`)
  const written = text.replace(/<svg.*?<\/svg>/gs, '').replace(/<[^>]+>/g, ' ')
  expect(written).toMatch(/Avg\. 7 d +8\.0/)
  expect(written).toContain('average 8.0, peak 19')
  const averages = [...written.matchAll(/\w{3} 2026-06-\d\d +([\d.]+)/g)].map(([, average]) => average)
  expect(averages.length).toBeGreaterThan(5)
  expect(averages.every((average) => /^\d+\.\d$/.test(average ?? ''))).toBe(true)
})

describeInBrowser(
  'the chart of a game with few players',
  () => web.url,
  (open) => {
    it('names the means in its legend, and reads them beside the sample [WEB-20]', async () => {
      const tab = await open()
      await tab.page.goto(`/games/${few.universeId}`)
      await drawn(tab)
      expect(await tab.page.locator('.legend').innerText()).toMatch(/Lowest to highest\s+Average of 30 minutes$/)
      const { box, tooltip } = await plotOf(tab)
      await tab.page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2)
      await tooltip.waitFor()
      expect(await tooltip.textContent()).toMatch(/Players\d+.*Average of 30 minutes: \d+\.\d \(\d+ – \d+\)/s)
      await tab.page.setViewportSize(PHONE)
      await tab.page.goto(`/games/${few.universeId}?range=24h`)
      await drawn(tab)
      expect(await tab.page.locator('.legend').innerText()).toMatch(/average of 5 minutes/i)
      await tab.context.close()
    })
  },
)
