// Live numbers: replaced without reloading, over one connection for all tabs of a browser.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpApp } from '../support/start-http.js'
import { describeInBrowser, expectAccessible, expectClean, screenshots } from './browser.js'
import { startWeb, type TestWeb } from './support/start-web.js'

let web: TestWeb
let universeId = 0
beforeAll(async () => {
  web = await startWeb()
  const game = await web.services.games.change(await web.track(0), { isPublic: true })
  universeId = game.universeId
  await measure(111)
})
afterAll(() => web.stop())

async function measure(players: number): Promise<void> {
  web.simulator.set(universeId, { ccu: players })
  web.clock.advance(1)
  await web.tick()
}

describe('the connection', () => {
  it('sends the minute of each tick, ends when the service stops, and is no secret [WEB-36]', async () => {
    const http = await startHttpApp()
    await http.track(0)
    const { body, status, headers } = await fetch(`${http.url}/live`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const reader = (body ?? expect.unreachable()).pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (part: string): Promise<void> => {
      while (!text.includes(part)) text += (await reader.read()).value ?? expect.unreachable()
    }
    await until('retry: ')
    await http.tick()
    await until('event: tick')
    expect(text).toMatch(/event: tick\ndata: \d+\n\n/)
    await http.stop()
    expect((await reader.read()).done).toBe(true)
  })

  it('has no room for more than 30 of one address, which are instructed not to reconnect [WEB-36]', async () => {
    const stop = new AbortController()
    const ask = async (): Promise<number> => (await fetch(`${web.url}/live`, { signal: stop.signal })).status
    const statuses = []
    for (let count = 0; count < 31; count++) statuses.push(await ask())
    expect(statuses).toEqual([...Array<number>(30).fill(200), 204])
    stop.abort()
    await expect
      .poll(async () => {
        const again = new AbortController()
        const { status } = await fetch(`${web.url}/live`, { signal: again.signal })
        again.abort()
        return status
      })
      .toBe(200)
  })
})

describeInBrowser(
  'a page with live numbers',
  () => web.url,
  (open) => {
    const stateOf = (page: Page) => page.locator('[data-live-state]').getAttribute('data-live-state')
    const becomes = (page: Page, state: string) => expect.poll(() => stateOf(page), { timeout: 30_000 }).toBe(state)
    const shows = (page: Page, text: string) =>
      expect.poll(() => page.locator('#ranking-now').innerText(), { timeout: 30_000 }).toContain(text)

    function countConnections(context: BrowserContext): () => number {
      let count = 0
      context.on('request', (request) => {
        if (new URL(request.url()).pathname === '/live') count++
      })
      return () => count
    }

    it('that waited for the first sample of a game shows its figures and chart once the sample is there [WEB-25]', async () => {
      const game = await web.services.games.change(await web.track(1), { isPublic: true })
      const tab = await open()
      await tab.page.goto(`/games/${game.universeId}`)
      await tab.page.getByRole('heading', { name: 'No numbers yet' }).waitFor()
      await becomes(tab.page, 'live')
      web.clock.advance(1)
      await web.tick()
      await tab.page.getByText('Players now', { exact: true }).waitFor()
      await tab.page.locator('.chart canvas, .chart svg').first().waitFor()
      expectClean(tab, web.url)
      await tab.context.close()
      await web.services.games.remove(game)
    })

    it('shares one connection between its tabs, and the next one takes it over [WEB-36]', async () => {
      const tab = await open()
      const connections = countConnections(tab.context)
      await tab.page.goto('/rankings')
      await becomes(tab.page, 'live')
      const second = await tab.context.newPage()
      await second.goto('/')
      await becomes(second, 'live')
      await measure(222)
      for (const page of [tab.page, second]) await shows(page, '222')
      expect(connections()).toBe(1)
      await tab.page.close()
      await expect.poll(connections, { timeout: 30_000 }).toBe(2)
      await becomes(second, 'live')
      await measure(333)
      await shows(second, '333')
      expect(connections()).toBe(2)
      await tab.context.close()
    })

    it('shows the same total in its figures and its milestones [WEB-36]', async () => {
      const tab = await open()
      await tab.page.goto(`/games/${universeId}`)
      await becomes(tab.page, 'live')
      web.simulator.set(universeId, { visits: 123_456_789 })
      await measure(222)
      for (const part of ['#totals-now', 'table.milestones'])
        await expect.poll(() => tab.page.locator(part).innerText(), { timeout: 30_000 }).toContain('123,456,789')
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('says that it is live, and is accessible and clean [WEB-36]', async () => {
      const tab = await open()
      await tab.page.goto('/rankings')
      await becomes(tab.page, 'live')
      expect(await tab.page.locator('[data-live-state]').innerText()).toBe('Live')
      await expectAccessible(tab)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('asks by itself where it may not connect, and says so [WEB-36]', async () => {
      const tab = await open()
      await tab.context.route('**/live', (route) => route.fulfill({ status: 204 }))
      await tab.page.clock.install()
      await tab.page.goto('/rankings')
      await becomes(tab.page, 'polling')
      await measure(444)
      await tab.page.clock.fastForward(70_000)
      await shows(tab.page, '444')
      await tab.context.close()
    })

    it('says that nothing arrives while the service is away [WEB-36]', async () => {
      const tab = await open()
      await tab.page.clock.install()
      await tab.page.goto('/rankings')
      await becomes(tab.page, 'live')
      await tab.context.route('**/rankings', (route) => route.abort())
      await tab.page.clock.fastForward(100_000)
      await becomes(tab.page, 'offline')
      await tab.context.close()
    })

    it('stays while the service is away, says so at a link and a search, and goes on once it answers [WEB-36]', async () => {
      const tab = await open()
      const { page } = tab
      await page.clock.install()
      await page.goto('/rankings')
      await becomes(page, 'live')
      await tab.context.route('**/*', (route) => route.abort())
      await page.clock.fastForward(100_000)
      await becomes(page, 'offline')
      const alert = page.getByRole('alert').filter({ hasText: 'Headcount does not answer' })
      await page.getByRole('link', { name: 'Visits', exact: true }).first().click()
      await alert.waitFor()
      await screenshots(tab, 'away')
      await page.getByRole('searchbox').fill('dragon')
      await page.getByRole('searchbox').press('Enter')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect.poll(() => alert.isVisible()).toBe(true)
      expect(new URL(page.url()).search).toBe('')
      await expectAccessible(tab)
      await tab.context.unroute('**/*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.waitForURL(/find=dragon/)
      await tab.context.close()
    })

    it('keeps a form that would change something, and sends it once the service answers [WEB-36]', async () => {
      const tab = await open({ as: await web.member('owner') })
      const { page } = tab
      await page.clock.install()
      await page.goto(`/accounts/${web.account.id}/home`)
      await becomes(page, 'live')
      await tab.context.route('**/*', (route) => route.abort())
      await page.clock.fastForward(100_000)
      await becomes(page, 'offline')
      const star = page.locator('button.star').first()
      const before = await star.getAttribute('aria-pressed')
      await star.click()
      await page.getByRole('alert').filter({ hasText: 'Headcount does not answer' }).waitFor()
      await tab.context.unroute('**/*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect.poll(() => star.getAttribute('aria-pressed')).not.toBe(before)
      await tab.context.close()
    })

    it('is not live where it shows the past [WEB-36]', async () => {
      const tab = await open()
      const connections = countConnections(tab.context)
      await tab.page.goto('/rankings?at=2026-06-17T11:00Z')
      expect(await tab.page.locator('[data-live-state]').count()).toBe(0)
      expect(connections()).toBe(0)
      await tab.context.close()
    })
  },
)
