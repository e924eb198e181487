// The header and footer of every page in Chromium: accessible, with and without scripts, and without requests to other
// hosts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  PHONE,
  screenshots,
  WIDEST,
  WIDTH_RULES,
} from './browser.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

const SMALL_SCRIPTS = 30_000

let web: TestWeb
let owner: Visitor
beforeAll(async () => {
  web = await startWeb({
    settings: { operatorContact: 'ops@studio.example', discordClientId: () => '123456789' },
    terms: { name: 'Studio of the very long name, which has to find room' },
  })
  const other = await web.tenant({ name: 'Second studio' })
  owner = await web.member('owner')
  await web.services.members.add(other.account, web.discord.oauth.person?.id ?? '', 'viewer')
})
afterAll(() => web.stop())

const PUBLIC = ['/', '/docs', '/sign-in', '/not-there']
const OWN = ['/', '/sessions', '/accounts/1']

describeInBrowser(
  'every page',
  () => web.url,
  (open) => {
    it.each([...PUBLIC.map((path) => [path, 'signed out']), ...OWN.map((path) => [path, 'signed in'])])(
      '%s %s is accessible, by keyboard too, at any width, and asks nobody else',
      async (path = '', who) => {
        const tab = await open(who === 'signed in' ? { as: owner } : {})
        await tab.page.goto(path)
        await expectAccessible(tab)
        await expectKeyboard(tab)
        await screenshots(tab, `${who === 'signed in' ? 'own' : 'public'}${path.replaceAll(/\W/g, '-')}`)
        for (const size of [NARROW, WIDEST]) {
          await tab.page.setViewportSize(size)
          await expectNoSideways(tab)
          // What scrolls on its own on a phone must also scroll by keys, which axe checks.
          if (size === NARROW) await expectAccessible(tab, WIDTH_RULES)
        }
        const scripts = tab.loadedScripts
        expect(scripts.length).toBeGreaterThan(0)
        expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(SMALL_SCRIPTS)
        // The browser reports every 404 as an error, and here the page itself is one.
        if (path === '/not-there') expect(tab.complaints).toHaveLength(1)
        else expectClean(tab, web.url)
        await tab.context.close()
      },
    )

    it('signs in with Discord, and out, without scripts', async () => {
      const { page, context } = await open({ scripts: false })
      web.discord.oauth.person = { id: '5551234', username: 'scriptless' }
      await web.services.members.add(web.account, '5551234', 'viewer')
      await page.goto('/accounts/1')
      await page.getByRole('button', { name: 'Sign in with Discord' }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/accounts/1')
      expect(await page.textContent('p[role=status]:not(.live-state)')).toBe('You are signed in.')
      await page.locator('button.account').click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect.poll(() => page.textContent('p[role=status]:not(.live-state)')).toBe('You are signed out.')
      await page.goto('/accounts/1')
      expect(page.url()).toBe(`${web.url}/sign-in?return=%2Faccounts%2F1`)
      await context.close()
    })

    it('signs in with Discord without a complaint about the content policy', async () => {
      const tab = await open()
      web.discord.oauth.person = { id: '5551234', username: 'mara' }
      await tab.page.goto('/sign-in')
      await tab.page.getByRole('button', { name: 'Sign in with Discord' }).click()
      await tab.page.waitForURL(/\/accounts\/\d+\/home$/)
      expect(tab.complaints).toEqual([])
      await tab.context.close()
    })

    it('changes its colors without scripts, against the system too', async () => {
      const { page, context } = await open({ scripts: false, theme: 'light' })
      await page.goto('/docs')
      await page.getByRole('button', { name: 'Dark' }).click()
      await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('dark')
      expect(new URL(page.url()).pathname).toBe('/docs')
      expect(await page.getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed')).toBe('true')
      await context.close()
    })

    it('closes the menu with Escape, and by a click elsewhere', async () => {
      const { page, context } = await open({ as: owner })
      await page.goto('/')
      const menu = page.locator('#account-menu')
      // The heading is no link: the page must stay, because closing a tab while it loads another page can hang.
      const elsewhere = page.getByRole('heading', { level: 1 })
      for (const close of [() => page.keyboard.press('Escape'), () => elsewhere.click()]) {
        await page.locator('button.account').click()
        expect(await menu.isVisible()).toBe(true)
        await close()
        expect(await menu.isVisible()).toBe(false)
      }
      expect(new URL(page.url()).pathname).toBe('/')
      await context.close()
    })

    it('opens its menus inside the screen of a phone, from a header of one line, without scripts', async () => {
      const { page, context } = await open({ as: owner, size: PHONE, scripts: false })
      await page.goto('/')
      const { height } = (await page.locator('header.frame').boundingBox()) ?? expect.unreachable()
      expect(height).toBeLessThan(60)
      for (const [button, menu] of [
        ['button.account', '#account-menu'],
        ['button.open-navigation', '#navigation'],
      ] as const) {
        await page.locator(button).click()
        const { x, width } = (await page.locator(menu).boundingBox()) ?? expect.unreachable()
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(PHONE.width)
      }
      await page.getByRole('link', { name: 'Rankings' }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/rankings')
      await context.close()
    })

    it.each([768, 1_024, 1_440, 1_920])(
      'opens the menu of the account below its button at %i pixels',
      async (width) => {
        const { page, context } = await open({ as: owner, size: { width, height: 700 } })
        for (const path of ['/accounts/1', '/accounts/1/home', '/docs', '/sign-in']) {
          await page.goto(path)
          await page.locator('button.account').click()
          const button = (await page.locator('button.account').boundingBox()) ?? expect.unreachable()
          const menu = (await page.locator('#account-menu').boundingBox()) ?? expect.unreachable()
          expect(menu.y).toBeGreaterThanOrEqual(button.y + button.height)
          expect(menu.x).toBeLessThanOrEqual(button.x + button.width)
          expect(Math.abs(menu.x + menu.width - (button.x + button.width))).toBeLessThan(60)
        }
        await context.close()
      },
    )

    it('switches between the accounts of a person', async () => {
      const { page, context } = await open({ as: owner, scripts: false })
      await page.goto('/accounts/1')
      await page.locator('button.account').click()
      await page.getByRole('link', { name: 'Second studio' }).click()
      await expect.poll(() => page.textContent('h1')).toBe('Second studio')
      await context.close()
    })
  },
)
