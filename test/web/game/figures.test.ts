// What the head of a game's page and the values of its chart are about: which usual, which time, and how much was measured.
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { fromWire, type WireChart } from '../../../src/charts/page/wire.js'
import type { Game } from '../../../src/domain/game.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { emptyBlock } from '../../../src/domain/sample.js'
import { describeInBrowser } from '../browser.js'
import { drawn, startChartGames } from '../support/chart-games.js'
import { NOW } from '../support/history.js'
import type { TestWeb, Visitor } from '../support/start-web.js'

let web: TestWeb
let shown: Game
let other: Game
let viewer: Visitor
beforeAll(async () => {
  ;({ web, shown, other } = await startChartGames())
  viewer = await web.member('viewer')
})
afterAll(() => web.stop())

const baseOf = (game: Game) => `/accounts/${web.account.id}/games/${game.id}`
const publicBase = (game: Game) => `/games/${game.universeId}`
const address = () => publicBase(shown)

test('the peak of a game that fell to another level is compared with the usual around it, as the chart draws it [WEB-24]', async () => {
  const game = await web.track(2)
  const step = 5
  const minutes = Array.from({ length: (21 * 1_440) / step }, (_, row) => NOW - row * step).reverse()
  const block = emptyBlock(game.universeId, minutes.length)
  minutes.forEach((minute, row) => {
    // Four days ago, the game fell to a third; its days are alike before and after. The last one peaks a tenth higher.
    const level = minute < NOW - 4 * 1_440 ? 3_000 : minute < NOW - 1_440 ? 1_000 : 1_100
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = 0
    block.columns.ccu[row] = Math.round(level * (1 + 0.5 * Math.sin((minute / 1_440) * 2 * Math.PI)))
  })
  await web.store.series.importBlock(block)
  const { text } = await viewer.get(`${baseOf(game)}?range=24h`)
  const card = /Peak 24 h<\/dt><dd><strong>1,650<\/strong><small>(.*?)<\/small>/.exec(text)?.[1] ?? ''
  const [, sign, usual = ''] =
    /^([+-])[\d.]+% <span class="detail">vs\. usual ([\d,]+) at that time<\/span>/.exec(card) ?? []
  expect(sign).toBe('+')
  const { expected } = fromWire(JSON.parse((await viewer.get(`${baseOf(game)}/series?range=24h`)).text) as WireChart)
  const highest = Math.max(...(expected?.high ?? []).filter((high) => !Number.isNaN(high)))
  expect(Number(usual.replace(',', ''))).toBeGreaterThan(1_300)
  expect(Number(usual.replace(',', ''))).toBeLessThan(highest)
  expect(text).toMatch(/vs\. [\d,]+ in the 28 days before/)
})

test('a range that lies mostly before the first sample begins with it, and the page says since when [WEB-20]', async () => {
  const first = Math.floor((NOW - 9 * 1_440) / 1_440) * 1_440
  const fromOf = async (range: string): Promise<number> =>
    (JSON.parse((await web.visitor().get(`${publicBase(other)}/series?range=${range}`)).text) as WireChart).from
  expect([await fromOf('1y'), await fromOf('30d')]).toEqual([first, first])
  expect(await fromOf('7d')).toBeGreaterThan(first)
  const { text } = await web.visitor().get(`${publicBase(other)}?range=1y`)
  expect(text.replaceAll(/<[^>]+>/g, '')).toMatch(/Measured [\d.]+% of the time since Jun 8, 2026, /)
  expect(text).toMatch(/aria-current="[^"]*"[^>]*>1 year</)
})

describeInBrowser(
  'the values of a chart',
  () => web.url,
  (open) => {
    it('says of a counter by day how much of the day was measured, and how many points a ratio differs [WEB-20]', async () => {
      const tab = await open()
      const read = async (query: string) => {
        await tab.page.goto(`${address()}?${query}`)
        await drawn(tab)
        await tab.page.getByRole('slider').press('End')
        return tab.page.textContent('.tooltip')
      }
      expect(await read('metric=visits&range=30d')).toMatch(/Visits per day.*Measured on this day: [\d.]+%$/)
      expect(await read('metric=visits&range=24h')).toMatch(/Visits per hour.*Measured in this hour: [\d.]+%$/)
      expect(await read('metric=like_ratio')).toMatch(/Like ratio90\.00%vs\. previous 7 days90\.00%0\.00 points/)
      await tab.context.close()
    })
  },
)
