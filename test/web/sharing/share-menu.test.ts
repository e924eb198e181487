// The menu that shares what is on the screen: who is offered what, and that each line does what it says.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  screenshots,
} from '../browser.js'
import { drawn } from '../support/chart-games.js'
import { writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let shown: Game
let hidden: Game
let manager: Visitor
beforeAll(async () => {
  web = await startWeb()
  shown = await web.services.games.change(await web.track(0), { isPublic: true })
  hidden = await web.track(1)
  for (const game of [shown, hidden]) await writeWave(web, game.universeId)
  manager = await web.member('manager')
})
afterAll(() => web.stop())

const own = (game: Game) => `/accounts/${web.account.id}/games/${game.id}`

function lineOf(text: string, id: string): string | undefined {
  const [, found] = new RegExp(`<code id="share-${id}"[^>]*>([^<]*)</code>`).exec(text) ?? []
  return found?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

describe('sharing a view', () => {
  it('keeps metric, range and compared games in every line [WEB-41]', async () => {
    const query = `?metric=visits&range=30d&compare=${hidden.universeId}`
    const { text } = await manager.get(own(shown) + query)
    expect(lineOf(text, 'link')).toBe(`${web.url}/games/${shown.universeId}${query}`)
    expect(lineOf(text, 'frame')).toContain(`/embed/games/${shown.universeId}?metric=visits&amp;range=30d`)
    expect(lineOf(text, 'badge')).toContain(`(${web.url}/badges/${shown.universeId}/ccu.svg)`)
    expect(lineOf(text, 'command')).toBe(`/compare first:${shown.name} second:${hidden.name} metric:visits range:30d`)
    expect(text).toContain(`href="/games/${shown.universeId}/chart.png?metric=visits&amp;range=30d`)
  })

  it('names the command and its options as Discord does in the language of the reader [WEB-41]', async () => {
    const line = async (query: string, language: string) =>
      lineOf((await manager.get(own(shown) + query, { 'accept-language': language })).text, 'command')
    expect(await line(`?compare=${hidden.universeId}`, 'es')).toBe(
      `/comparar primero:${shown.name} segundo:${hidden.name} métrica:ccu periodo:7d`,
    )
    expect(await line('', 'pt-BR')).toMatch(/^\/gráfico jogo:/)
  })

  it('says by what the picture of the command differs from the chart [WEB-41]', async () => {
    const noteOf = async (query: string, zone = 'UTC') => {
      manager.jar.set('time-zone', encodeURIComponent(zone))
      const { text } = await manager.get(own(shown) + query)
      manager.jar.delete('time-zone')
      return /<small[^>]*id="share-command-note"[^>]*>([^<]*)</.exec(text)?.[1]
    }
    expect(await noteOf('?range=7d')).toBe('')
    expect(await noteOf('?range=24h', 'Europe/Berlin')).toBe('')
    expect(await noteOf('?range=7d', 'Europe/Berlin')).toBe('In Discord, days are those of UTC.')
    expect(await noteOf('?from=2026-06-15T10:00Z&to=2026-06-15T12:00Z')).toBe(
      'The command draws ranges that end now, so it shows more than this part: 7 days.',
    )
  })

  it('gives an API call that answers what is on the screen [WEB-41]', async () => {
    for (const query of [
      '',
      '?metric=visits&range=30d',
      '?range=24h',
      '?range=all',
      '?from=2026-06-10&to=2026-06-12',
    ]) {
      const { text } = await manager.get(own(shown) + query)
      const [, address = ''] = /"(http[^"]*\/series[^"]*)"/.exec(lineOf(text, 'curl') ?? '') ?? []
      const answer = await fetch(address, { headers: { 'X-API-Key': web.key } })
      expect([address, answer.status]).toEqual([address, 200])
    }
    const both = await manager.get(`${own(shown)}?compare=${hidden.universeId}`)
    expect(lineOf(both.text, 'curl')).toContain(`games=${shown.id},${hidden.id}`)
  })

  it('names the shortest range of Discord that covers two times [WEB-41]', async () => {
    const { text } = await manager.get(`${own(shown)}?from=2026-06-10&to=2026-06-12`)
    expect(lineOf(text, 'command')).toBe(`/chart game:${shown.name} metric:ccu range:30d`)
  })

  it('offers an unlisted link for a game that is not public, to managers only [WEB-41]', async () => {
    const viewer = await web.member('viewer')
    expect((await manager.get(own(hidden))).text).toContain(`action="${own(hidden)}/links"`)
    for (const [who, path] of [
      [manager, own(shown)],
      [viewer, own(hidden)],
      [web.visitor(), `/games/${shown.universeId}`],
    ] as const)
      expect((await who.get(path)).text).not.toContain('/links"')
    const { text } = await viewer.get(own(hidden))
    for (const id of ['badge', 'frame']) expect(lineOf(text, id)).toBeUndefined()
    expect(lineOf((await web.visitor().get(`/games/${shown.universeId}`)).text, 'curl')).toBeUndefined()
  })
})

describeInBrowser(
  'sharing in the browser',
  () => web.url,
  (open) => {
    it('copies lines, makes a link and revokes it, accessible and whole on a phone [WEB-41, WEB-42]', async () => {
      const tab = await open({ as: manager })
      const { page } = tab
      await page.goto(`${own(hidden)}?range=7d`)
      await page.locator('summary', { hasText: 'Share' }).click()
      await expectAccessible(tab)
      await screenshots(tab, 'share-menu')
      await page.setViewportSize(NARROW)
      await expectNoSideways(tab)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByText('The link is ready').waitFor()
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'share-links')
      const address = (await page.locator('#links code').textContent()) ?? ''
      await page.setViewportSize(NARROW)
      await expectNoSideways(tab)
      const guest = await open()
      await guest.page.goto(address)
      await guest.page.locator('figure.chart canvas, figure.chart svg').first().waitFor()
      await expectAccessible(guest)
      await screenshots(guest, 'shared')
      expectClean(guest, web.url)
      await page.getByRole('button', { name: 'Revoke unlisted link 1' }).click()
      await page.getByText('The link was revoked').waitFor()
      expect((await guest.page.goto(address))?.status()).toBe(404)
      expectClean(tab, web.url)
    })

    it('follows the zoomed part of the chart [WEB-41]', async () => {
      const tab = await open({ as: manager })
      const { page, context } = tab
      await page.goto(`${own(shown)}?range=7d`)
      await drawn(tab)
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await vi.waitFor(() => expect(page.url()).toContain('from='), { timeout: 60_000 })
      const { search } = new URL(page.url())
      expect(await page.locator('#share-link').textContent()).toContain(`/games/${shown.universeId}${search}`)
      expect(await page.locator('#share-frame').textContent()).toContain(search.replaceAll('&', '&amp;'))
      const times = /from=[^&]+&to=[^&]+/.exec(search)?.[0] ?? 'none'
      const call = (await page.locator('#share-curl').textContent()) ?? ''
      expect(call).toContain(times)
      const { pathname, search: parameters } = new URL(/"(http[^"]+)"/.exec(call)?.[1] ?? web.url)
      const answer = await fetch(`${web.url}${pathname}${parameters}`, { headers: { 'X-API-Key': web.key } })
      expect(answer.status).toBe(200)
      await context.close()
    })

    it('shows the frame on another site, in its theme, with the chart [WEB-43]', async () => {
      const tab = await open()
      const { page } = tab
      const address = `${web.url}/embed/games/${shown.universeId}?theme=dark`
      const elsewhere = createServer((_, response) => {
        const frame = `<iframe src="${address}" width="700" height="480"></iframe>`
        response.setHeader('content-type', 'text/html')
        response.end(`<!doctype html><link rel="icon" href="data:,">${frame}`)
      })
      await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
      await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`)
      const frame = page.frameLocator('iframe')
      await frame.locator('figure.chart canvas, figure.chart svg').first().waitFor()
      expect(await frame.locator('h1').textContent()).toBe(shown.name)
      await screenshots(tab, 'embedded')
      expect(tab.complaints).toEqual([])
      elsewhere.close()
      await page.goto(address)
      await expectAccessible(tab)
      await expectNoSideways(tab)
      await tab.context.close()
    })
  },
)
