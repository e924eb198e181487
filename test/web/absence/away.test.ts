// While the service is away, every page keeps what is on it: links and forms stay, say so once, and go on when it answers again.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, expectAccessible, PHONE, screenshots, type Tab } from '../browser.js'
import { drawn } from '../support/chart-games.js'
import { writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let owner: Visitor
let own: string
beforeAll(async () => {
  web = await startWeb()
  const game = await web.services.games.change(await web.track(0), { isPublic: true })
  await writeWave(web, game.universeId)
  owner = await web.member('owner')
  own = `/accounts/${web.account.id}`
})
afterAll(() => web.stop())

const leave = ({ context }: Tab) => context.route('**/*', (route) => route.abort())
const comeBack = ({ context }: Tab) => context.unroute('**/*')
const message = (page: Page) => page.getByRole('alert').filter({ hasText: 'Headcount does not answer' })

describeInBrowser(
  'while the service is away',
  () => web.url,
  (open) => {
    it.each([
      ['the settings of a game', '/games/1/settings', 'Tags', 'obby', 'Save changes'],
      ['the form of an API key', '/keys', 'Name', 'Board', 'Create key'],
      ['the form of an alert', '/alerts/new', 'Value', '12', 'Save alert'],
      ['the name of the account', '', 'Name of the account', 'Studio of tomorrow', 'Rename'],
    ])(
      '%s keeps what was typed, and is sent once the service answers [WEB-36]',
      async (_, path, label, typed, button) => {
        const tab = await open({ as: owner })
        const { page } = tab
        await page.goto(own + path)
        const field = page.getByLabel(label, { exact: true }).first()
        await field.fill(typed)
        await leave(tab)
        await page.getByRole('button', { name: button, exact: true }).first().click()
        await message(page).waitFor()
        expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual([own + path, typed])
        await screenshots(tab, `away${path.replaceAll('/', '-')}`)
        await expectAccessible(tab)
        await comeBack(tab)
        const sent = page.waitForRequest((request) => request.method() === 'POST')
        await page.getByRole('button', { name: 'Try again' }).click()
        expect((await sent).postData()).toContain(new URLSearchParams({ x: typed }).toString().slice(2))
        await page.waitForLoadState()
        await tab.context.close()
      },
    )

    it('a question before something is removed stays, and is answered once the service answers [WEB-36]', async () => {
      const tab = await open({ as: owner })
      const { page } = tab
      const { id } = await web.services.keys.create(web.account, 'To revoke', null)
      await page.goto(`${own}/keys/${id}`)
      await page.getByRole('link', { name: 'Revoke key' }).click()
      await leave(tab)
      const yes = page.getByRole('dialog').getByRole('button', { name: 'Revoke key' })
      await yes.click()
      await message(page).waitFor()
      await screenshots(tab, 'away-dialog')
      await comeBack(tab)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('has stopped working').waitFor()
      await tab.context.close()
    })

    it('a press right after another one is sent [WEB-36]', async () => {
      const tab = await open({ as: owner })
      const { page } = tab
      await page.goto(`${own}/games/1/settings`)
      const button = page.getByRole('button', { name: 'Save changes' })
      await button.dispatchEvent('pointerdown')
      await page.waitForResponse('**/healthz')
      await button.click()
      await page.getByText('Saved the settings').waitFor()
      await tab.context.close()
    })

    it('the page to sign in and a search by the Enter key stay too [WEB-36]', async () => {
      const tab = await open()
      const { page } = tab
      await page.goto('/sign-in')
      await leave(tab)
      await page.getByRole('button', { name: 'Sign in with Discord' }).press('Enter')
      await message(page).waitFor()
      expect(new URL(page.url()).pathname).toBe('/sign-in')
      await comeBack(tab)
      await page.goto('/rankings?at=2026-06-17T11:00Z')
      await leave(tab)
      await page.getByRole('searchbox').fill('dragon')
      await page.getByRole('searchbox').press('Enter')
      await message(page).waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('dragon')
      await tab.context.close()
    })

    it('the message goes once the service answers, and the focus is where it was [WEB-36]', async () => {
      const tab = await open({ as: owner })
      const { page } = tab
      await page.goto(`${own}/keys`)
      await page.clock.install()
      await page.getByLabel('Name', { exact: true }).fill('Board')
      await leave(tab)
      await page.getByLabel('Name', { exact: true }).press('Enter')
      await message(page).waitFor()
      await comeBack(tab)
      await page.clock.fastForward(6_000)
      await expect.poll(() => message(page).isVisible()).toBe(false)
      expect(await page.evaluate('document.activeElement.id')).toBe('name')
      await tab.context.close()
    })

    it('a server in front of it that answers with an error keeps the page too [WEB-36]', async () => {
      const tab = await open({ as: owner })
      const { page } = tab
      await page.goto(`${own}/keys`)
      await tab.context.route('**/*', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }))
      await page.getByRole('link', { name: 'Alerts', exact: true }).first().click()
      await message(page).waitFor()
      expect(new URL(page.url()).pathname).toBe(`${own}/keys`)
      await tab.context.close()
    })

    it.each([
      ['a click', false],
      ['a tap', true],
    ])('%s on another range marks only the shown one, and one message says why [WEB-36]', async (_, isTouch) => {
      const tab = await open(isTouch ? { size: PHONE, hasTouch: true } : {})
      const { page } = tab
      const [game] = await web.services.findGame.ofAccount(web.account)
      await page.goto(`/games/${game?.universeId}`)
      await drawn(tab)
      await leave(tab)
      const other = page.getByRole('link', { name: '30 days', exact: true }).first()
      const colorOf = (name: string) =>
        page
          .getByRole('link', { name, exact: true })
          .first()
          .evaluate((link) => getComputedStyle(link).color)
      await (isTouch ? other.tap() : other.click())
      await message(page).waitFor()
      expect(await colorOf('30 days')).toBe(await colorOf('90 days'))
      expect(await colorOf('30 days')).not.toBe(await colorOf('7 days'))
      await page.getByRole('button', { name: 'Zoom in' }).click()
      const failure = page.locator('[data-range-failure]')
      await failure.waitFor()
      expect(await message(page).isVisible()).toBe(false)
      await page.getByRole('link', { name: '90 days', exact: true }).first().click()
      await message(page).waitFor()
      expect(await failure.isVisible()).toBe(false)
      await screenshots(tab, `away-range-${isTouch}`)
      await tab.context.close()
    })
  },
)
