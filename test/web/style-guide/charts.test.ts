// The charts of the style guide, in Chromium: with a script, and as pictures without one.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser, expectClean } from '../browser.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

let web: TestWeb
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio' }, settings: { isDevelopment: true } })
})
afterAll(() => web.stop())

describeInBrowser(
  'the style guide',
  () => web.url,
  (open) => {
    it('shows charts that are read like others, with every kind of mark [WEB-17]', async () => {
      const tab = await open()
      await tab.page.goto('/styleguide')
      const charts = tab.page.locator('figure.chart')
      const first = charts.first()
      await first.scrollIntoViewIfNeeded()
      await first.locator('canvas').waitFor()
      const kinds = await first.locator('.mark').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')))
      for (const kind of ['update', 'incident', 'market_fall', 'gap', 'record', 'milestone', 'alert', 'note'])
        expect(kinds).toContain(kind)
      await first.getByRole('slider').press('End')
      expect(await first.locator('.tooltip').textContent()).toMatch(/Players.*vs\. previous 2 days.*vs\. usual/)
      expect(await charts.count()).toBe(5)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('shows pictures of the charts without scripts [WEB-17]', async () => {
      const { page, context } = await open({ scripts: false })
      await page.goto('/styleguide')
      const widths = await page
        .locator('figure.chart img')
        .evaluateAll((all) => all.map((one) => 'naturalWidth' in one && one.naturalWidth))
      expect(widths).toEqual([2_752, 2_752, 2_752, 2_752, 2_752])
      await context.close()
    })
  },
)
