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
  expect(text).toMatch(/vs\. [\d,]+ in the 15 days before/)
})

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const weekCard = async (game: Game, query = '') => {
  const { text } = await viewer.get(baseOf(game) + query)
  return plain(/<dt>Avg\. 7 d<\/dt><dd>(.*?)<\/dd>/.exec(text)?.[1] ?? '')
}

/** One sample in each ten minutes of the days before now. */
async function writeDays(game: Game, days: number, playersAt: (minute: number) => number): Promise<void> {
  const step = 10
  const minutes = Array.from({ length: (days * 1_440) / step }, (_, row) => NOW - row * step).reverse()
  const block = emptyBlock(game.universeId, minutes.length)
  minutes.forEach((minute, row) => {
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = 0
    block.columns.ccu[row] = playersAt(minute)
  })
  await web.store.series.importBlock(block)
}

test('the average of 7 days names the days before that were measured, with as many decimals as its own [WEB-24]', async () => {
  const young = await web.track(3)
  await writeDays(young, 24, (minute) => (minute > NOW - 8 * 1_440 ? 33 : 240))
  // From May 24, whose first half is missing, to June 10.
  expect(await weekCard(young)).toMatch(/ 33\.0 .*vs\. 222\.3 in the 18 days before, from May 24, 2026 on/)
  expect(await weekCard(young, '?zone=Asia/Kathmandu')).toMatch(/ in the 1[78] days before/)
  const old = await web.track(4)
  await writeDays(old, 50, () => 240)
  expect(await weekCard(old)).toMatch(/ 240 .*vs\. 240 in the 28 days before, from May 14, 2026 on/)
})

test('a period that begins within a day says when it begins [WEB-22]', async () => {
  const young = await web.track(6)
  await writeDays(young, 24, () => 240)
  const { text } = await viewer.get(`${baseOf(young)}/series?range=24h&against=16704m`)
  expect(text).toContain('"name":"11.6 days before (from Jun 4, 2026, 9:41 PM)"')
  expect((await viewer.get(`${baseOf(young)}/series?range=24h&against=7d`)).text).toContain('"name":"7 days before"')
})

test('days without players have whole zeros, and no time at which nobody played [WEB-28]', async () => {
  const empty = await web.track(5)
  await writeDays(empty, 9, () => 0)
  const { text } = await viewer.get(baseOf(empty))
  const days = /<table class="daily.*?<\/table>/s.exec(text)?.[0] ?? ''
  const cells = (label: string) =>
    [...days.matchAll(new RegExp(`data-label="${label}">(.*?)</td>`, 'gs'))].map(([, cell = '']) => plain(cell).trim())
  for (const label of ['Average players', 'Peak', 'Player hours', 'Visits', 'Favorites'])
    expect([label, new Set(cells(label))]).toEqual([label, new Set(['0'])])
  const peak = /<dt>Peak 24 h<\/dt><dd>(.*?)<\/dd>/.exec(text)?.[1] ?? ''
  expect(peak).toContain('<strong>0</strong>')
  expect(peak).not.toContain('<time')
  expect(await weekCard(empty)).toMatch(/^ ?0 /)
})

test('the sentence says of each compared game what it says of one alone [WEB-26]', async () => {
  const sentence = async (query: string) =>
    plain(/<p class="chart-text">(.*?)<\/p>/.exec((await web.visitor().get(address() + query)).text)?.[1] ?? '')
  const alone = /Players: (lowest [\d,.]+, average [\d,.]+, peak [\d,.]+, last [\d,.]+)\./
  const [, figures = 'none'] = alone.exec(await sentence('')) ?? []
  const both = await sentence(`?compare=${other.universeId}`)
  expect(both).toContain(`${shown.name}, Players: ${figures}.`)
  expect(both.slice(both.indexOf(`${other.name}, `))).toMatch(alone)
})

test('the band at the last sample of a chart is the usual range of the head of the page [WEB-20, INSIGHTS-6]', async () => {
  const game = await web.track(7)
  // Uneven in each of the last weeks, so that the width of the band depends on how many of them are read.
  const noiseOf = (hour: number) => Math.abs(Math.sin(hour * 12.9898) * 43_758.5453) % 1
  await writeDays(game, 60, (minute) => Math.round(20_000 * (0.8 + 0.4 * noiseOf(Math.floor(minute / 60)))))
  for (const range of ['24h', '7d', '30d']) {
    const { text } = await viewer.get(`${baseOf(game)}?range=${range}`)
    const [, low, high] = /usually ([\d,]+) to ([\d,]+)/.exec(plain(text)) ?? []
    const { text: series } = await viewer.get(`${baseOf(game)}/series?range=${range}`)
    const { expected } = fromWire(JSON.parse(series) as WireChart)
    const ends = [expected?.low.at(-1), expected?.high.at(-1)].map((end) =>
      Math.round(end ?? 0).toLocaleString('en-US'),
    )
    expect([range, ...ends]).toEqual([range, low, high])
  }
})

test('how well the usual held in the last week is said where the chart shows that week [WEB-22]', async () => {
  const game = await web.track(6)
  await writeDays(game, 40, (minute) => 1_000 + (minute % 1_440))
  const held = async (query: string) =>
    (await viewer.get(baseOf(game) + query)).text.includes('of the last week’s hours')
  expect(await held('')).toBe(true)
  for (const query of ['?range=24h', '?range=30d', '?from=2026-06-14T00:00Z&to=2026-06-17T00:00Z'])
    expect([query, await held(query)]).toEqual([query, false])
})

test('what is usual of players is said below the chart of players, and of no other metric [WEB-24]', async () => {
  const game = await web.track(8)
  await writeDays(game, 40, (minute) => 1_000 + (minute % 1_440))
  const below = async (query: string) =>
    [...(await viewer.get(baseOf(game) + query)).text.matchAll(/<p class="chart-text">(.*?)<\/p>/gs)].map(
      ([, one]) => one,
    )
  expect(await below('?range=7d')).toEqual([
    expect.stringMatching(/^Players: /),
    expect.stringMatching(/of the last week’s hours.*Roblox/s),
  ])
  for (const metric of ['visits', 'favorites', 'likes', 'like_ratio'])
    expect([metric, await below(`?metric=${metric}&range=7d`)]).toEqual([metric, [expect.any(String)]])
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
    it('colors a change against the usual only outside the usual range [WEB-20]', async () => {
      const tab = await open({ as: viewer })
      const game = await web.track(9)
      // The same every day, but for the last three hours, which have twice as many players.
      await writeDays(game, 40, (minute) => (minute > NOW - 180 ? 2 : 1) * (1_000 + (minute % 1_440)))
      await tab.page.goto(`${baseOf(game)}?range=24h`)
      await drawn(tab)
      const slider = tab.page.getByRole('slider')
      const change = tab.page.locator('.tooltip .row:has([data-line=usual]) .change')
      await slider.press('End')
      expect(await change.getAttribute('data-sign')).toBe('up')
      for (let press = 0; press < 30; press++) await slider.press('ArrowLeft')
      expect([await change.textContent(), await change.getAttribute('data-sign')]).toEqual([
        expect.stringMatching(/%$/),
        'none',
      ])
      await tab.context.close()
    })

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
