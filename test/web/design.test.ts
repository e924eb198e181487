// The design of all pages: titles, breadcrumbs, the style guide, the font, dialogs, toasts, print and zoom.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromWire, type WireChart } from '../../src/charts/page/wire.js'
import type { Game } from '../../src/domain/game.js'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { ROUTES } from '../../src/http/web/routes.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
} from './browser.js'
import { writeWave } from './support/history.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

let web: TestWeb
let game: Game
let owner: Visitor
let key = 0
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' }, settings: { isDevelopment: true } })
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  await writeWave(web, game.universeId)
  owner = await web.member('owner')
  key = (await web.services.keys.create(web.account, 'Website')).id
  await web.services.notifications.addRule({ ...DEFAULT_RULE, gameId: game.id })
  await web.services.guilds.link(web.account, '900000000000000001')
})
afterAll(() => web.stop())

const shown = () => `/games/${game.universeId}`
const OWN = '/accounts/1'
const titleOf = (html: string): string => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''
const breadcrumbsOf = (html: string): string[] =>
  [...(/<nav class="breadcrumbs".*?<\/nav>/.exec(html)?.[0] ?? '').matchAll(/href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  )
const currentOf = (html: string): string | undefined =>
  /<a href="([^"]+)" aria-current="(?:page|true)"/.exec(/<nav class="main".*?<\/nav>/.exec(html)?.[0] ?? '')?.[1]

/** Every page, with its breadcrumbs and the marked entry of the navigation. */
const pages = (): readonly (readonly [path: string, above: readonly string[], current: string | undefined])[] => [
  ['/', [], undefined],
  [`${OWN}/home`, [], `${OWN}/home`],
  ['/rankings', [], `${OWN}/rankings`],
  ['/rankings?by=visits', [], `${OWN}/rankings`],
  [`${OWN}/rankings`, [], `${OWN}/rankings`],
  ['/now', [], '/now'],
  ['/status', [], undefined],
  [shown(), ['/rankings'], `${OWN}/rankings`],
  [`${shown()}?metric=visits`, ['/rankings'], `${OWN}/rankings`],
  [`${OWN}/games`, [], `${OWN}/games`],
  [`${OWN}/add-games`, [`${OWN}/games`], `${OWN}/games`],
  [`${OWN}/games/1`, [`${OWN}/games`], `${OWN}/games`],
  [`${OWN}/games/1?range=30d`, [`${OWN}/games`], `${OWN}/games`],
  [`${OWN}/games/1/settings`, [`${OWN}/games`, `${OWN}/games/1`], `${OWN}/games`],
  [`${OWN}/games/1/remove`, [`${OWN}/games`, `${OWN}/games/1`, `${OWN}/games/1/settings`], `${OWN}/games`],
  [`${OWN}/keys`, [], `${OWN}/keys`],
  [`${OWN}/keys/${key}`, [`${OWN}/keys`], `${OWN}/keys`],
  [`${OWN}/keys/${key}/revoke`, [`${OWN}/keys`, `${OWN}/keys/${key}`], `${OWN}/keys`],
  [`${OWN}/alerts`, [], `${OWN}/alerts`],
  [`${OWN}/alerts/new`, [`${OWN}/alerts`], `${OWN}/alerts`],
  [`${OWN}/alerts/1/edit`, [`${OWN}/alerts`], `${OWN}/alerts`],
  [`${OWN}/alerts/1/remove`, [`${OWN}/alerts`], `${OWN}/alerts`],
  [OWN, [], OWN],
  [`${OWN}/audit`, [OWN], OWN],
  [`${OWN}/wall`, [], undefined],
  [`${OWN}/wall/links`, [OWN], OWN],
  [`${OWN}/discord`, [OWN], OWN],
  [`${OWN}/discord/900000000000000001/unlink`, [OWN, `${OWN}/discord`], OWN],
  [`${OWN}/members`, [OWN], OWN],
  [`${OWN}/link-sessions`, [OWN, `${OWN}/members`], OWN],
  ['/sessions', [], undefined],
  ['/time-zone', [], undefined],
  ['/docs', [], '/docs'],
  ['/sign-in', [], undefined],
  ['/sign-in/link?code=x', [], undefined],
  ['/sign-in/discord/return', [], undefined],
  ['/not-there', [], undefined],
  ['/rankings?by=x', [], `${OWN}/rankings`],
]

describe('every page', () => {
  it('has a title of its own, marks where it is and leads back [WEB-15]', async () => {
    const titles = new Map<string, string>()
    for (const [path, above, current] of pages()) {
      const { text } = await owner.get(path)
      const title = titleOf(text)
      expect([path, titles.get(title)]).toEqual([path, undefined])
      titles.set(title, path)
      expect([path, breadcrumbsOf(text), currentOf(text)]).toEqual([path, above, current])
    }
    // Pages of the setup and of the operator are there for an operator only; test/web/setup/ and test/web/operator/ have them. Unlisted links and frames show a game's page
    // again, and previews are pictures; test/web/sharing/ has them.
    const views = ROUTES.filter(
      ({ kind, path }) =>
        kind === 'page' &&
        !/series|png|csv|export|styleguide|:user|^\/(setup|operator|shared|embed|preview)/.test(path),
    )
    const paths = new Set(pages().map(([path]) => path.replace(/\?.*/, '').replace(/\d+/g, ':n')))
    expect(views.map(({ path }) => path.replace(/:\w+/g, ':n')).filter((path) => !paths.has(path))).toEqual([])
  })

  it('marks its link where that stands beside the navigation [WEB-15]', async () => {
    const marked = async (path: string, reader = owner) =>
      /href="([^"?]+)[^"]*" aria-current="page"/.exec((await reader.get(path)).text)?.[1]
    for (const path of ['/', '/sessions', '/status', '/time-zone']) expect(await marked(`${path}?x=1`)).toBe(path)
    expect(await marked('/sign-in', web.visitor())).toBe('/sign-in')
  })

  it('that is not there leads to the home page', async () => {
    const { text } = await owner.get('/not-there')
    const main = /<main.*<\/main>/s.exec(text)?.[0] ?? ''
    expect(/<a class="button" href="([^"]+)">/.exec(main)?.[1]).toBe('/')
  })

  it('that rejects what was asked is shown without it, and says so in the language of its reader [WEB-16]', async () => {
    const said = async (path: string, language: string) => {
      const { status, text } = await web.visitor().get(path, { 'accept-language': language })
      return [status, / role="alert">([^<]+)</.exec(text)?.[1], /<h1[^>]*>([^<]+)/.exec(text)?.[1]]
    }
    expect(await said('/rankings?by=x', 'es')).toEqual([
      400,
      'Clasificar por: elige uno de los valores que se ofrecen.',
      'Juegos por jugadores ahora',
    ])
    const [status, text] = await said(`${shown()}?range=2d`, 'pt')
    expect([status, text]).toEqual([400, 'Período: escolha um dos valores oferecidos.'])
  })

  it('whose form is rejected says why in the language of its reader [WEB-16]', async () => {
    const rejected = async (fields: Record<string, string>) => {
      const path = `${OWN}/games/1/settings`
      const own = { 'sec-fetch-site': 'same-origin', origin: web.url }
      const { text } = await owner.post(path, fields, { ...own, 'accept-language': 'es' })
      return text
    }
    expect(await rejected({ channel: '', tags: 'x'.repeat(25) })).toContain(
      `Etiquetas: 24 caracteres cada una como máximo. “${'x'.repeat(25)}” tiene 25.`,
    )
    expect(await rejected({ channel: '', tags: ',x'.repeat(40_000) })).toContain(
      'Es demasiado grande. Envía como máximo 64 KiB de una vez.',
    )
  })

  it('names no command, variable or address of the operator to a visitor, but for their contact', async () => {
    for (const path of ['/', '/rankings', '/now', '/sign-in', shown()])
      expect((await web.visitor().get(path)).text).not.toMatch(/readyz|npm run|[A-Z]+_[A-Z]+(?<!OPERATOR_CONTACT)\b/)
  })

  it('loads its one font from here, to be kept for good', async () => {
    const { text } = await web.visitor().get('/')
    const [, font = ''] = /<link rel="preload" href="([^"]+woff2)" as="font"/.exec(text) ?? []
    const answer = await fetch(web.url + font)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(60_000)
  })
})

it('the style guide is not there but in development [WEB-17]', async () => {
  expect((await web.visitor().get('/styleguide')).status).toBe(200)
  const service = await startWeb()
  for (const path of ['/styleguide', '/styleguide/series?state=players', '/styleguide/chart.png?state=players'])
    expect((await service.visitor().get(path)).status).toBe(404)
  await service.stop()
})

it('the sentence under the chart is about the metric that the chart shows', async () => {
  const sentence = async (query: string) =>
    /<p class="chart-text">(.*?)<\/p>/.exec((await owner.get(`${OWN}/games/1?range=24h${query}`)).text)?.[1] ?? ''
  expect(await sentence('')).toMatch(/^Players: lowest [\d,]+, average [\d,]+, peak [\d,]+, last [\d,]+\. Measured/)
  expect(await sentence('&metric=visits')).toMatch(/^Visits: from 1,035,600 to 1,050,000 \(\+14,400\)\./)
  expect(await sentence('&metric=like_ratio')).toMatch(/^Like ratio: lowest 90\.00%, highest 90\.00%, last 90\.00%\./)
})

it('of a rotated key and the old one it is seen which is which', async () => {
  const old = await web.services.keys.create(web.account, 'Twice')
  await web.services.keys.rotate(old, 2)
  const { text } = await owner.get(`${OWN}/keys`)
  const rows = text.split('<tr>').filter((row) => row.includes('Twice'))
  expect(rows.map((row) => /badge[^>]*>(\w+)</.exec(row)?.[1])).toEqual(['Older', 'Newest'])
})

it('the points of a long range are spaced as far as the chart is declared, so that no zoom breaks its lines', async () => {
  const { text } = await owner.get(`${OWN}/games/1/series?range=90d`)
  const chart = fromWire(JSON.parse(text) as WireChart)
  const minutes = [...(chart.series[0]?.minutes ?? [])]
  const gaps = minutes.slice(1).map((minute, row) => minute - (minutes[row] ?? 0))
  const interval = chart.series[0]?.interval ?? 0
  // The past has samples at all times but six hours.
  expect(gaps.filter((gap) => gap > 1.5 * interval)).toHaveLength(1)
  expect(interval).toBeLessThan(60)
})

describeInBrowser(
  'the design',
  () => web.url,
  (open) => {
    it('shows every part in the style guide, accessible in both themes and by keyboard, on the narrowest phone', async () => {
      const tab = await open()
      await tab.page.goto('/styleguide')
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await tab.page.setViewportSize(NARROW)
      await expectNoSideways(tab)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('closes a toast after eight seconds, but not the example in the style guide', async () => {
      const { page, context } = await open({ as: owner })
      await page.clock.install()
      const seen = async (path: string, act: () => Promise<void>) => {
        await page.goto(path)
        await act()
        const toast = page.locator('dialog.toast:not([data-away])')
        await toast.waitFor()
        await page.clock.runFor(9_000)
        return toast.isVisible()
      }
      const save = () => page.getByRole('button', { name: 'Save changes' }).click()
      expect(await seen(`${OWN}/games/1/settings`, save)).toBe(false)
      expect(await seen('/styleguide', async () => {})).toBe(true)
      await context.close()
    })

    it('asks in a dialog before it removes, which Escape and its button close', async () => {
      const { page, context } = await open({ as: owner })
      await page.goto(`${OWN}/games/1/settings`)
      const dialog = page.getByRole('dialog', { name: /^Remove / })
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      ]) {
        await page.getByRole('link', { name: 'Remove game' }).press('Enter')
        await dialog.waitFor()
        await close()
        await dialog.waitFor({ state: 'hidden' })
      }
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Remove game')
      expect(new URL(page.url()).pathname).toBe(`${OWN}/games/1/settings`)
      await context.close()
    })

    it('says in a toast what was done, which closes without scripts', async () => {
      const { page, context } = await open({ as: owner, scripts: false })
      await page.goto(`${OWN}/games/1/settings`)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('Saved the settings').waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      expect(await page.getByText('Saved the settings').isVisible()).toBe(false)
      await context.close()
    })

    it('prints the content alone, in light colors, with whole tables', async () => {
      const { page, context } = await open({ as: owner, theme: 'dark', size: { width: 720, height: 1000 } })
      await page.goto(`${OWN}/games/1`)
      await page.waitForSelector('figure.chart canvas')
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      for (const hidden of ['header.frame', 'footer.frame', '.chart-controls', 'nav.breadcrumbs'])
        expect([hidden, await page.locator(hidden).isVisible()]).toEqual([hidden, false])
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
      const corner = `[...document.querySelector('figure.chart canvas').getContext('2d').getImageData(2, 2, 1, 1).data][0]`
      await expect.poll(() => page.evaluate(corner)).toBe(255)
      const widths = await page.evaluate(
        `[...document.querySelectorAll('main .scroll')].filter((one) => one.checkVisibility()).map((one) => one.scrollWidth - one.clientWidth)`,
      )
      expect(widths).toEqual([0, 0])
      await context.close()
    })

    it('loads the previous period as finely as the range when the reader zooms in', async () => {
      const { page, context } = await open({ as: owner })
      await page.goto(`${OWN}/games/1?range=7d`)
      await page.waitForSelector('figure.chart[data-state=ready]')
      const requests: URL[] = []
      page.on('request', (request) => {
        if (request.url().includes('/series')) requests.push(new URL(request.url()))
      })
      const zoomIn = page.getByRole('button', { name: 'Zoom in' })
      await zoomIn.click()
      await zoomIn.click()
      await expect
        .poll(() =>
          // A slow machine may already ask between the two clicks.
          requests
            .slice(-1)
            .map(({ searchParams }) => [searchParams.get('from')?.slice(0, 10), searchParams.get('against')]),
        )
        .toEqual([['2026-06-13', '10080m']])
      await page.getByRole('button', { name: 'Later' }).click()
      await page.getByRole('slider').press('End')
      await expect.poll(() => page.textContent('.tooltip')).toMatch(/vs\. 7 days before[\d,]+[+-]/)
      await context.close()
    })
  },
)
