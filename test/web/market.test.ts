// The page "Roblox now" with and without scripts; everybody may see it.
import { loadImage } from '@napi-rs/canvas'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { fromWire, type WireChart } from '../../src/charts/page/wire.js'
import { downsample } from '../../src/charts/reduction/downsample.js'
import { readConfig } from '../../src/config.js'
import { ROUTES } from '../../src/http/web/routes.js'
import { fillMarket } from '../support/store/fill-market.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  screenshots,
  WIDEST,
} from './browser.js'
import { NOW } from './support/history.js'
import { startWeb, type TestWeb, type TestWebOptions } from './support/start-web.js'

const never = new AbortController().signal
let web: TestWeb

async function openMarket(options: TestWebOptions = {}): Promise<TestWeb> {
  web = await startWeb(options)
  await fillMarket(web, { ids: web.simulator.world.games.map(({ universeId }) => universeId), until: NOW })
  web.simulator.settings.playersFactor = 0.78
  await web.tick()
  await web.services.countMarket({ stop: never })
  return web
}

const textOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<main/, '<main')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

it('no page lies where the older lookups lie by default', () => {
  const { LEGACY_SEGMENTS } = readConfig({})
  expect(LEGACY_SEGMENTS.length).toBeGreaterThan(0)
  const first = ROUTES.map(({ path }) => path.split('/')[1])
  for (const segment of LEGACY_SEGMENTS) expect(first).not.toContain(segment)
})

describe('the page of the market', () => {
  afterEach(() => web.stop())

  it('shows everybody by how much Roblox differs from its usual, of which games, and when [INSIGHTS-27]', async () => {
    await openMarket()
    const market = await web.services.market.now()
    const { status, text } = await web.visitor().get('/now')
    expect(status).toBe(200)
    const page = textOf(text)
    expect(page).toContain('Roblox as a whole is 22.0% below its usual.')
    expect(market.kind).toBe('known')
    if (market.kind === 'known')
      expect(page).toContain(
        `Players now ${market.players.toLocaleString('en')} As of Jun 17, 2026, 12:00 PM Usual now ${Math.round(market.expected).toLocaleString('en')}`,
      )
    expect(page).toContain('Games counted 12 of the public charts of Roblox')
    expect(text).toContain('<a href="/now" aria-current="page">')
    expect(text).not.toMatch(/ style="/)
  })

  it('has the players and their usual in the data of its chart, for 24 hours, 7 days and chosen days [INSIGHTS-27]', async () => {
    await openMarket()
    const chart = async (query: string) => {
      const { status, text } = await web.visitor().get(`/now/series${query}`)
      expect(status).toBe(200)
      return fromWire(JSON.parse(text) as WireChart)
    }
    const [day, week] = [await chart(''), await chart('?range=7d')]
    expect([day.until - day.from, week.until - week.from]).toEqual([1_440, 10_080])
    for (const { series, expected } of [day, week]) {
      expect([...series.map(({ name }) => name), expected?.name]).toEqual(['Players', 'Usual'])
      const [players, usual] = [series[0]?.values, expected?.values]
      expect((players?.at(-1) ?? 0) / (players?.at(-2) ?? 1)).toBeCloseTo(0.78, 2)
      expect((usual?.at(-1) ?? 0) / (players?.at(-2) ?? 1)).toBeCloseTo(1, 2)
      for (const [row, value] of (usual ?? []).entries()) {
        expect(expected?.low[row]).toBeLessThan(value)
        expect(expected?.high[row]).toBeGreaterThan(value)
      }
    }
    // The end of the drawn band equals the band in the text.
    const market = await web.services.market.now()
    expect(market.kind === 'known' && (day.expected?.low.at(-1) ?? 0) / market.low).toBeCloseTo(1, 4)
    expect(market.kind === 'known' && (day.expected?.high.at(-1) ?? 0) / market.high).toBeCloseTo(1, 4)
    const chosen = await chart('?from=2026-06-12&to=2026-06-13')
    expect(chosen.series[0]?.minutes).toHaveLength(48)
    for (const query of ['?range=30d', '?from=2026-06-12', '?from=2027-01-01&to=2027-01-02'])
      expect((await web.visitor().get(`/now/series${query}`)).status).toBe(400)
  })

  it('has one line without gaps where it was counted more rarely at first [INSIGHTS-27]', async () => {
    await openMarket()
    for (let minute = 0; minute < 60; minute++) {
      web.clock.advance(1)
      await web.tick()
      await web.services.countMarket({ stop: never })
    }
    const { text } = await web.visitor().get('/now/series')
    const { series, from, until } = fromWire(JSON.parse(text) as WireChart)
    const [line] = series
    const distances = new Set(
      Array.from(line?.minutes.subarray(1) ?? [], (minute, row) => minute - (line?.minutes[row] ?? 0)),
    )
    expect([...distances]).toEqual([60, 1])
    expect(line && downsample(line, line, { from, until, buckets: 1_000 })).toHaveLength(1)
  })

  it('draws its chart as a picture where no scripts run [INSIGHTS-27]', async () => {
    await openMarket()
    const { headers } = await web.visitor().get('/now/chart.png?range=7d&theme=dark')
    expect([headers['content-type'], typeof headers.etag]).toEqual(['image/png', 'string'])
    const again = await web.visitor().get('/now/chart.png?range=7d&theme=dark', { 'if-none-match': `${headers.etag}` })
    expect(again.status).toBe(304)
    const answer = await fetch(`${web.url}/now/chart.png?width=narrow`)
    const image = await loadImage(Buffer.from(await answer.arrayBuffer()))
    expect([image.width, image.height]).toEqual([680, 764])
  })

  const UNKNOWN = 'How Roblox as a whole is doing is not known:'
  it.each([
    [{ environment: { MARKET: 'off' } }, `${UNKNOWN} its games are not counted on this site.`],
    [{}, 'How Roblox as a whole compares with its usual is known from Jun 19, 2026, 12:00 PM .'],
    [{ simulator: { games: 2 } }, `${UNKNOWN} nothing was counted in the last 15 minutes.`],
  ] as const)('says in plain words why nothing is known: %j [INSIGHTS-27]', async (options, words) => {
    web = await startWeb(options)
    await web.tick()
    await web.services.countMarket({ stop: never })
    const { status, text } = await web.visitor().get('/now')
    expect(status).toBe(200)
    expect(textOf(text)).toContain(words)
  })
})

describe('in Chromium', () => {
  beforeAll(async () => void (await openMarket()))
  afterAll(() => web.stop())

  describeInBrowser(
    'the page of the market',
    () => web.url,
    (open) => {
      test.each(['/now', '/now?range=7d'])('%s is accessible, by keyboard too, at any width', async (path) => {
        const tab = await open()
        await tab.page.goto(path)
        await tab.page.waitForSelector('figure.chart canvas')
        for (const summary of await tab.page.locator('main summary').all()) await summary.click()
        await expectAccessible(tab)
        await expectKeyboard(tab)
        await screenshots(tab, path.replaceAll(/\W+/g, '-'))
        for (const size of [NARROW, WIDEST]) {
          await tab.page.setViewportSize(size)
          await expectNoSideways(tab)
        }
        expectClean(tab, web.url)
        await tab.context.close()
      })

      test('shows a picture without scripts', async () => {
        const { page, context } = await open({ scripts: false })
        await page.goto('/now')
        const picture = page.locator('figure.chart img')
        expect(await picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBe(2_752)
        expect(await page.getAttribute('figure.chart img', 'alt')).toMatch(/^Players of Roblox now/)
        await context.close()
      })
    },
  )
})
