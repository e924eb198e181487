// A ranking on paper, in Chromium.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { describeInBrowser } from '../browser.js'
import { writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let game: Game
let owner: Visitor
const OWN = '/accounts/1'
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  game = await web.track(0)
  await writeWave(web, game.universeId)
  owner = await web.member('owner')
})
afterAll(() => web.stop())

describeInBrowser(
  'a ranking on paper',
  () => web.url,
  (open) => {
    it('prints all columns of a ranking, across the sheet, with tags smaller than the names of games', async () => {
      await owner.post(`${OWN}/games/1/settings`, { channel: '', public: 'on', tags: 'obby' })
      const { page, context } = await open({ as: owner, size: { width: 720, height: 1000 } })
      await page.goto(`${OWN}/rankings`)
      const heads = page.locator('table.ranking thead th')
      const shownHeads = () => heads.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
      expect(await shownHeads()).toBeLessThan(await heads.count())
      await page.emulateMedia({ media: 'print' })
      expect(await shownHeads()).toBe(await heads.count())
      const sizeOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
      expect(await sizeOf('table.ranking .tags a')).toBeLessThan(await sizeOf('table.ranking tbody th a'))
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
      expect(Number(width)).toBeGreaterThan(Number(height))
      await context.close()
    })
  },
)
