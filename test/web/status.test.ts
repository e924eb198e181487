// The public page of the state of the service.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  screenshots,
} from './browser.js'
import { NOW } from './support/history.js'
import { startWeb, type TestWeb } from './support/start-web.js'

let web: TestWeb
let name = ''
beforeAll(async () => {
  web = await startWeb()
  name = (await web.track(0)).name
})
afterAll(() => web.stop())

const page = async () => (await web.visitor().get('/status')).text

it('says to everybody whether data are coming in, and since when they are not [WEB-40]', async () => {
  expect(await page()).toContain('Waiting for the first data')
  await web.tick()
  expect(await page()).toContain('Data are coming in')
  expect(await page()).toContain('datetime="2026-06-17T12:00:00.000Z"')
  const before = web.parts.poller
  web.parts.poller = () => ({ state: 'overdue', since: '2026-06-17T11:30:00.000Z', detail: '/data/secret-path' })
  const text = await page()
  web.parts.poller = before
  expect(text).toContain('No data are coming in')
  expect(text).toContain('datetime="2026-06-17T11:30:00.000Z"')
  expect(text).not.toContain('secret-path')
})

it('lists the incidents of the whole platform, and names no game [WEB-40]', async () => {
  const common = { universeId: null, accountId: null, end: NOW - 50, uncertainty: null } as const
  await web.store.eventLog.put({
    ...common,
    kind: 'market_fall',
    subject: 'market:1',
    start: NOW - 60,
    cause: 'platform',
    facts: { kind: 'market_fall', affected: 5, universes: 9, drop: 0.4 },
  })
  const text = await page()
  expect(text).toContain('40.0%')
  expect(text).not.toContain(name)
})

describeInBrowser(
  'the status page',
  () => web.url,
  (open) => {
    it('is accessible, whole on a phone, and updates itself [WEB-40]', async () => {
      const tab = await open()
      await tab.page.goto('/status')
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'status')
      web.clock.advance(1)
      await web.tick()
      await tab.page.locator('time[datetime="2026-06-17T12:01:00.000Z"]').waitFor()
      await tab.page.setViewportSize(NARROW)
      await expectNoSideways(tab)
      expectClean(tab, web.url)
    })
  },
)
