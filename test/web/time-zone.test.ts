// All pages show times in the same zone, from the first visit on, with and without scripts (WEB-33).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOON } from '../support/start-app.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  screenshots,
} from './browser.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

let web: TestWeb
let owner: Visitor
beforeAll(async () => {
  web = await startWeb()
  const game = await web.track(0)
  await web.services.games.change(game, { isPublic: true })
  await web.tick()
  owner = await web.member('owner')
})
afterAll(() => web.stop())

const AT_NOON = `<time datetime="${new Date(NOON).toISOString()}" data-time="date-time">Jun 17, 2026, 12:00 PM</time>`

describe('without scripts', () => {
  it('times are in UTC, and the footer says so [WEB-33]', async () => {
    const { text } = await web.visitor().get('/rankings')
    expect(text).toContain(AT_NOON)
    expect(text).toMatch(/Times in <a [^>]*><span data-zone-name(="true")?>UTC<\/span>/)
  })

  it('a zone is chosen on a page of its own, which leads back [WEB-33]', async () => {
    const visitor = web.visitor()
    expect((await visitor.get('/time-zone?return=/rankings')).text).toContain('<option value="Asia/Karachi">')
    const { status, location } = await visitor.post('/time-zone', {
      zone: 'Asia/Karachi',
      return: '/rankings?by=visits',
    })
    expect([status, location]).toEqual([303, '/rankings?by=visits'])
    const { text } = await visitor.get('/rankings')
    expect(text).toContain('Jun 17, 2026, 5:00 PM')
    expect(text).not.toContain('12:00 PM')
    expect((await visitor.get('/time-zone')).text).toContain('<option value="Asia/Karachi" selected>')
    await visitor.post('/time-zone', { zone: '' })
    expect((await visitor.get('/rankings')).text).toContain(AT_NOON)
  })

  it.each(['Mars/Olympus', '+05:30', 'x'.repeat(100)])('%s is no zone', async (zone) => {
    const { status, text } = await web.visitor().post('/time-zone', { zone })
    expect(status).toBe(400)
    expect(text).toContain('Time zone: enter the name of a time zone, such as Europe/Berlin.')
  })

  it('leads to no other site', async () => {
    const { location } = await web.visitor().post('/time-zone', { zone: 'UTC', return: 'https://evil.example/' })
    expect(location).toBe('/')
    const { text } = await web.visitor().get('/time-zone?return=//evil.example')
    expect(/<main[\s\S]*<\/main>/.exec(text)?.[0]).toContain('name="return" value="/"')
  })
})

describeInBrowser(
  'the time zone',
  () => web.url,
  (open) => {
    it('is that of the browser on the first page, before anything is painted [WEB-33]', async () => {
      const tab = await open({ timeZone: 'Asia/Tokyo' })
      const { page } = tab
      await page.addInitScript(() => {
        const painted: string[] = []
        Object.assign(window, { painted })
        const look = (): void => {
          for (const time of document.querySelectorAll('main time')) painted.push(time.textContent)
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      await page.goto('/rankings')
      await page.waitForFunction(() => (window as unknown as { painted: string[] }).painted.length > 2)
      const painted = await page.evaluate(() => [...new Set((window as unknown as { painted: string[] }).painted)])
      expect(painted.filter((text) => text !== '')).toEqual(['Jun 17, 2026, 9:00 PM'])
      expect(await page.textContent('footer')).toContain('Times in Asia/Tokyo')
      await page.goto('/docs')
      expect(await page.textContent('footer')).toContain('Times in Asia/Tokyo')
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('follows a reader who travels, on the same page as it was', async () => {
      const { page, context } = await open({ timeZone: 'Asia/Tokyo' })
      await context.addCookies([{ name: 'time-zone', value: 'America%2FNew_York', url: web.url }])
      await page.goto('/rankings')
      expect(await page.textContent('main time')).toBe('Jun 17, 2026, 9:00 PM')
      await context.close()
    })

    it('has its own name soon, where another zone of the same offsets was kept [WEB-33]', async () => {
      const { page, context } = await open({ timeZone: 'Europe/Berlin' })
      await context.addCookies([{ name: 'time-zone', value: 'Europe%2FParis', url: web.url }])
      await page.goto('/rankings')
      expect(await page.textContent('main time')).toBe('Jun 17, 2026, 2:00 PM')
      await expect.poll(() => page.textContent('footer')).toContain('Times in Europe/Berlin')
      await page.reload()
      expect(await page.getAttribute('html', 'data-time-zone')).toBe('Europe/Berlin')
      await context.close()
    })

    it('is kept for the next page in UTC too, which then need not ask for its name before it is painted', async () => {
      const { page, context } = await open({ timeZone: 'UTC' })
      await page.goto('/rankings')
      await page.goto('/rankings')
      expect(await page.getAttribute('html', 'data-time-zone-source')).toBe('browser')
      await context.close()
    })

    it('is changed at once in the footer, by mouse and by keyboard, and back [WEB-33]', async () => {
      const { page, context } = await open({ timeZone: 'Asia/Tokyo' })
      await page.goto('/rankings?by=visits')
      await page.getByRole('button', { name: 'UTC' }).click()
      await page.waitForFunction(() => document.querySelector('main time')?.textContent === 'Jun 17, 2026, 12:00 PM')
      expect(page.url()).toMatch(/\/rankings\?by=visits$/)
      expect(await page.textContent('footer')).toContain('Times in UTC')
      await page.getByRole('button', { name: 'Local' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.querySelector('main time')?.textContent === 'Jun 17, 2026, 9:00 PM')
      await context.close()
    })

    it('holds for what is replaced later, without cookies too', async () => {
      const { page, context } = await open({ timeZone: 'Asia/Tokyo' })
      await page.goto('/rankings')
      await page.evaluate((html) => {
        const part = document.querySelector('main p.table-note')
        if (part) part.innerHTML = html
      }, AT_NOON)
      await expect.poll(() => page.textContent('main p.table-note')).toBe('Jun 17, 2026, 9:00 PM')
      await context.close()
    })

    it('has a page that is accessible, by keyboard too, and fits a phone', async () => {
      const tab = await open({ as: owner })
      await tab.page.goto('/time-zone?return=/rankings')
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'time-zone')
      await tab.page.setViewportSize(NARROW)
      await expectNoSideways(tab)
      await tab.page.getByRole('combobox').selectOption('Europe/Paris')
      await tab.page.getByRole('button', { name: 'Use this time zone' }).click()
      await tab.page.waitForURL('/rankings')
      expect(await tab.page.textContent('footer')).toContain('Times in Europe/Paris')
      await tab.context.close()
    })
  },
)
