// The setup in Chromium: every step, with scripts and without, and the part that fills itself.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  PHONE,
  screenshots,
  type Tab,
} from '../browser.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

let web: TestWeb
let code = ''
beforeAll(async () => {
  web = await startWeb({ withDiscord: false })
  await web.services.accounts.remove(`${web.account.id}`)
  code = (await web.services.firstRun.code()) ?? ''
})
afterAll(() => web.stop())

async function expectWhole(tab: Tab, name: string): Promise<void> {
  await expectAccessible(tab)
  await expectKeyboard(tab)
  await screenshots(tab, name)
  const size = tab.page.viewportSize()
  await tab.page.setViewportSize(PHONE)
  await expectNoSideways(tab)
  if (size) await tab.page.setViewportSize(size)
}

describeInBrowser(
  'the setup',
  () => web.url,
  (open) => {
    it('leads from the address of the start to the first number, the bot and a key [WEB-38]', async () => {
      const tab = await open()
      const { page } = tab
      await page.goto(`/setup?code=${code}`)
      await expectWhole(tab, 'setup-operator')
      await page.getByLabel('Name').fill('My studio')
      await page.getByRole('button', { name: 'Begin' }).click()
      const { name } = web.simulator.world.games[0] ?? expect.unreachable()
      await page.getByLabel('Name, address or ID').fill(name)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: `Track ${name}` }).waitFor()
      await expectWhole(tab, 'setup-game')
      await page.getByRole('button', { name: `Track ${name}` }).click()
      await page.getByText('The first number arrives within a minute').waitFor()
      await expectWhole(tab, 'setup-discord')
      await web.tick()
      await page.getByText(/^[\d,]+ players$/).waitFor()
      await page.getByLabel('Bot token').fill(web.discord.token)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('link', { name: 'Add the bot to your server' }).waitFor()
      expect(await page.content()).not.toContain(web.discord.token)
      await expectWhole(tab, 'setup-connected')
      await page.getByRole('link', { name: 'Next' }).click()
      await page.getByLabel('Name').fill('My program')
      await expectWhole(tab, 'setup-key')
      await page.getByRole('button', { name: 'Create' }).click()
      await page
        .getByText(/^hc_live_/)
        .first()
        .waitFor()
      await page.getByRole('link', { name: 'Finish' }).click()
      await expect.poll(() => page.textContent('main')).toContain(name)
      await page.goto('/setup')
      await expectWhole(tab, 'setup-overview')
      expectClean(tab, web.url)
      await tab.context.close()
    })
  },
)
