// The wall display in Chromium: it follows the ticks with the nodes that it has, says when nothing comes, and fits the screen.
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { isLongRun } from '../../support/test-run.js'
import {
  DESKTOP,
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  PHONE,
} from '../browser.js'
import { writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const WALL = '/accounts/1/wall'
const FULL_HD = { width: 1920, height: 1080 }
const UHD = { width: 3840, height: 2160 }
/**
 * Minutes; a multiple of the number of games, so that both counts are of the same one. A node or listener that stays shows
 * within three, and the memory of some thousand in `npm run test:long`.
 */
const UPDATE_COUNT = isLongRun ? 6_000 : 60

/** Compiled code and caches grow by 6 % in the first 500 updates, and then nothing does. */
const MAX_HEAP_GROWTH = 1.25

let web: TestWeb
let games: Game[]
let viewer: Visitor
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio' } })
  games = [await web.track(0), await web.track(1), await web.track(2)]
  for (const { universeId } of games) await writeWave(web, universeId, 1_000)
  viewer = await web.member('viewer')
})
afterAll(() => web.stop())

const nameOf = (page: Page) => page.locator('h2').innerText()
const stateOf = (page: Page) => page.locator('[data-live-state]').getAttribute('data-live-state')

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

async function countersOf(session: CDPSession): Promise<{ nodes: number; listeners: number; documents: number }> {
  await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners: listeners, documents } = await session.send('Memory.getDOMCounters')
  return { nodes, listeners, documents }
}

/** Counts the locks that the page holds, and lets a test hide the page, at which a browser ends all of them. */
const WATCH_LOCKS = `
  let isHidden = false
  Object.defineProperty(document, 'hidden', { get: () => isHidden })
  Object.defineProperty(document, 'visibilityState', { get: () => isHidden ? 'hidden' : 'visible' })
  const request = WakeLock.prototype.request
  const locks = []
  WakeLock.prototype.request = async function (type) {
    const lock = await request.call(this, type)
    locks.push(lock)
    return lock
  }
  window.heldLocks = () => locks.filter(({ released }) => !released).map(({ type }) => type)
  window.setHidden = async (hidden) => {
    isHidden = hidden
    if (hidden) for (const lock of locks) await lock.release()
    document.dispatchEvent(new Event('visibilitychange'))
  }`

/** Announces stored ticks to the page as another tab of the browser would, and waits until it shows each. */
const follow = (updates: number) => `(async () => {
  const channel = new BroadcastChannel('headcount-live')
  const clock = document.querySelector('[data-wall-clock]')
  for (let left = ${updates}; left > 0; left--) {
    const shown = clock.dataset.wallClock
    const changed = new Promise((resolve) => {
      const observer = new MutationObserver(() => { observer.disconnect(); resolve() })
      observer.observe(document.getElementById('wall-now'), { childList: true, subtree: true, characterData: true, attributes: true })
    })
    channel.postMessage('tick')
    await changed
  }
  channel.close()
})()`

describeInBrowser(
  'the wall display on a screen',
  () => web.url,
  (open) => {
    it('shows new numbers over the shared connection, with the next game [WEB-36, WEB-56]', async () => {
      const tab = await open({ as: viewer, size: FULL_HD })
      await tab.page.goto(`${WALL}?view=all`)
      await expect.poll(() => stateOf(tab.page), { timeout: 30_000 }).toBe('live')
      web.simulator.set(games[0]?.universeId ?? 0, { ccu: 123_456 })
      web.clock.advance(1)
      await web.tick()
      await expect.poll(() => tab.page.locator('#wall-now').innerText(), { timeout: 30_000 }).toContain('123,456')
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('keeps its nodes, listeners and memory over many minutes [WEB-56]', async () => {
      const tab = await open({ as: viewer, size: FULL_HD })
      await tab.page.addInitScript('Math.random = () => 0')
      await tab.page.goto(WALL)
      await expect.poll(() => stateOf(tab.page), { timeout: 30_000 }).toBe('live')
      const start = web.clock.now()
      let minute = 0
      // Each request is answered as in the next minute, in which another game is shown.
      await tab.context.route(`**${WALL}`, async (route) => {
        web.clock.set(start + (++minute % games.length) * MINUTE_MS)
        await route.continue()
      })
      const session = await tab.context.newCDPSession(tab.page)
      const names = new Set<string>()
      for (let round = 0; round < 3; round++) {
        await tab.page.evaluate(follow(1))
        names.add(await nameOf(tab.page))
      }
      expect(names.size).toBe(3)
      const before = await countersOf(session)
      const heap = await heapOf(session)
      await tab.page.evaluate(follow(UPDATE_COUNT))
      const grown = async (): Promise<number> => {
        const { nodes, listeners, documents } = await countersOf(session)
        return Math.max(nodes - before.nodes, listeners - before.listeners, documents - before.documents)
      }
      // The browser may still hold the page that was fetched last, also when it was counted before.
      await expect.poll(grown, { timeout: 30_000 }).toBeLessThanOrEqual(0)
      await expect.poll(() => heapOf(session), { timeout: 30_000 }).toBeLessThan(heap * MAX_HEAP_GROWTH)
      await tab.context.close()
    })

    it('keeps the screen awake, and again once the page is visible again [WEB-56]', async () => {
      const { page, context } = await open({ as: viewer, size: FULL_HD })
      // A browser without windows asks nobody.
      await context.grantPermissions(['screen-wake-lock'])
      await page.addInitScript(WATCH_LOCKS)
      await page.goto(WALL)
      const held = () => page.evaluate('heldLocks()')
      await expect.poll(held).toEqual(['screen'])
      for (let turn = 0; turn < 3; turn++) {
        await page.evaluate('setHidden(true)')
        expect(await held()).toEqual([])
        await page.evaluate('setHidden(false)')
        await expect.poll(held).toEqual(['screen'])
      }
      await context.close()
    })

    it('marks every number as old once nothing comes, and is current again by itself [WEB-56]', async () => {
      const tab = await open({ as: viewer, size: FULL_HD })
      await web.tick()
      await tab.page.clock.install()
      await tab.page.goto(`${WALL}?view=all`)
      const stale = tab.page.locator('.wall-stale:visible')
      await expect.poll(() => stateOf(tab.page), { timeout: 30_000 }).toBe('live')
      expect(await stale.count()).toBe(0)
      await tab.context.route(`**${WALL}*`, (route) => route.abort())
      await tab.page.clock.fastForward(5 * MINUTE_MS)
      await expect.poll(() => stale.count(), { timeout: 30_000 }).toBe(3)
      expect(await stateOf(tab.page)).toBe('offline')
      expect(await stale.first().innerText()).toMatch(/^No new number since \d+:\d\d/)
      await tab.context.unroute(`**${WALL}*`)
      web.clock.advance(1)
      await web.tick()
      await tab.page.clock.fastForward(15_000)
      await expect.poll(() => stale.count(), { timeout: 30_000 }).toBe(0)
      await expect.poll(() => stateOf(tab.page), { timeout: 30_000 }).not.toBe('offline')
      await tab.context.close()
    })

    it('stops showing numbers once its link is revoked [WEB-57]', async () => {
      const link = await web.services.wallLinks.create(web.account, { query: '', createdBy: null })
      const { page, context } = await open({ size: FULL_HD })
      await page.goto(`/shared/wall/${link.secret}`)
      await expect.poll(() => stateOf(page), { timeout: 30_000 }).toBe('live')
      await web.services.wallLinks.revoke(web.account, link.id)
      web.clock.advance(1)
      await web.tick()
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await context.close()
    })

    it('shows the time in the zone of the screen, and goes on by itself [WEB-33, WEB-56]', async () => {
      const { page, context } = await open({ as: viewer, size: FULL_HD, timeZone: 'Asia/Tokyo' })
      await page.clock.install()
      await page.goto(WALL)
      const timeAfter = (minutes: number) =>
        new Date(web.clock.now() + minutes * MINUTE_MS)
          .toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: 'Asia/Tokyo' })
          .replaceAll(/\s/g, ' ')
      const clock = async () => (await page.locator('.wall-clock').innerText()).replaceAll(/\s/g, ' ')
      await expect.poll(clock).toBe(`${timeAfter(0)} Asia/Tokyo`)
      await page.clock.fastForward(MINUTE_MS)
      await expect.poll(clock).toBe(`${timeAfter(1)} Asia/Tokyo`)
      await context.close()
    })

    it('fills the screen at 1080p and 4K without scrolling, and a phone by scrolling down only [WEB-56]', async () => {
      const tab = await open({ as: viewer })
      for (const view of ['one', 'all']) {
        for (const size of [FULL_HD, UHD]) {
          await tab.page.setViewportSize(size)
          await tab.page.goto(`${WALL}?view=${view}`)
          const number = await tab.page.locator('.wall-number').first().boundingBox()
          expect((number?.height ?? 0) / size.height).toBeGreaterThan(view === 'one' ? 0.15 : 0.04)
          const cut = `[...document.querySelectorAll('#wall-now, #wall-now article, .wall-turn')].filter((one) =>
            one.getBoundingClientRect().bottom > innerHeight || one.scrollHeight > one.clientHeight + 2).map((one) => one.className)`
          expect(await tab.page.evaluate(cut)).toEqual([])
        }
        await tab.page.setViewportSize(PHONE)
        await expectNoSideways(tab)
      }
      await tab.context.close()
    })

    it('gives the line a quarter of the height and the bar one row on every screen that it fills [WEB-56]', async () => {
      for (const [locale, size] of [
        ['en-US', FULL_HD],
        ['en-US', DESKTOP],
        ['en-US', { width: 1280, height: 720 }],
        ['es-ES', DESKTOP],
        ['pt-BR', { width: 1366, height: 768 }],
      ] as const) {
        const { page, context } = await open({ as: viewer, locale, size })
        await page.goto(WALL)
        const plot = await page.locator('.day-plot').boundingBox()
        expect((plot?.height ?? 0) / size.height, `${locale} ${size.width}`).toBeGreaterThan(0.25)
        const name = await page.locator('.wall-bar h1').boundingBox()
        const time = await page.locator('.wall-clock').boundingBox()
        expect(time?.y ?? 0, `${locale} ${size.width}`).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0))
        await context.close()
      }
    })

    it('keeps the times of the line apart from what stands below, also beside a bar of the browser [WEB-56]', async () => {
      const { page, context } = await open({ as: viewer, size: { width: 1920, height: 900 } })
      await page.goto(WALL)
      const times = await page.locator('.day-times').boundingBox()
      const below = await page.locator('.wall-turn').boundingBox()
      expect((times?.y ?? 0) + (times?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
      await context.close()
    })

    it('is accessible in both themes and by keyboard, with its links [WEB-56, WEB-57]', async () => {
      const manager = await web.member('manager')
      const tab = await open({ as: manager, size: FULL_HD })
      for (const path of [WALL, `${WALL}?view=all`, `${WALL}/links`]) {
        await tab.page.goto(path)
        await expectAccessible(tab)
        await expectKeyboard(tab)
      }
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('fills the screen at the press of a button, and hides the tools while nobody uses them [WEB-56]', async () => {
      const { page, context } = await open({ as: viewer, size: FULL_HD })
      await page.clock.install()
      await page.goto(WALL)
      await page.getByRole('button', { name: 'Full screen' }).click()
      await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true)
      await page.clock.fastForward(10_000)
      const isIdle = () => page.evaluate(`document.body.classList.contains('idle')`)
      await expect.poll(isIdle).toBe(true)
      await page.mouse.move(40, 40)
      await expect.poll(isIdle).toBe(false)
      await context.close()
    })

    it('shows a game without scripts [WEB-56]', async () => {
      const { page, context } = await open({ as: viewer, scripts: false, size: FULL_HD })
      await page.goto(WALL)
      expect(games.map(({ name }) => name)).toContain(await nameOf(page))
      await context.close()
    })
  },
)
