// Each thing has one name on the pages, in full where there is room and explained where it is short, and units are said.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isoOfDay } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { fillMarket } from '../../support/store/fill-market.js'
import { describeInBrowser, screenshots } from '../browser.js'
import { NOW, writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const TODAY = Math.floor(NOW / 1_440)
const OWN = '/accounts/1'

let web: TestWeb
let owner: Visitor
let games: Game[]
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  owner = await web.member('owner')
  games = []
  for (const index of [0, 1, 2]) {
    const game = await web.services.games.change(await web.track(index), { isPublic: true })
    await writeWave(web, game.universeId, 1_000 * (index + 1))
    games.push(game)
  }
  await web.store.revenue.put(games[0]?.id ?? 0, [{ day: TODAY - 1, amount: 77_123.5 }])
  await web.services.keys.create(web.account, 'Program', null)
})
afterAll(() => web.stop())

const plain = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const page = async (path: string, visitor = owner): Promise<string> => (await visitor.get(path)).text

describe('a page', () => {
  it('speaks of arrows only where an arrow is', async () => {
    expect(plain(await page('/rankings'))).not.toContain('Arrows compare')
    await web.write(games[0]?.universeId ?? 0, [NOW + 1], { ccu: 90_000 })
    web.clock.advance(2)
    expect(await page('/rankings')).toMatch(/▲2/)
    expect(plain(await page('/rankings'))).toContain('Arrows compare with the rank 24 hours earlier.')
  })

  it('calls the columns of a ranking in its menu as their heads, and explains those that are short', async () => {
    const text = await page('/rankings')
    const heads = [...text.matchAll(/aria-label="Sort by ([^"]+)"/g)].map(([, name = '']) => name)
    const choices = [
      ...text.matchAll(/name="column" value="\w+"[^>]*\/><span>([^<]+?) (?:<small[^>]*>([^<]+)<\/small>)?<\/span>/g),
    ]
    const names = choices.map(([, name]) => name)
    for (const head of heads.filter((name) => name !== 'Rank' && name !== 'Game')) expect(names).toContain(head)
    expect(choices.map(([, name, meaning]) => [name, meaning])).toContainEqual(['24 h', 'Change since 24 hours ago'])
  })

  it('offers no game that is tracked already', async () => {
    const [game] = games
    const text = await page(`${OWN}/games?find=${encodeURIComponent(game?.name ?? '')}`)
    const found = /<ul class="games">.*?<\/ul>/s.exec(text)?.[0] ?? ''
    expect(found).toContain(`<a href="${OWN}/games/${game?.id}">${game?.name}</a>`)
    expect(found).toContain('Tracking')
    expect(found).not.toContain(`aria-label="Track ${game?.name}"`)
  })

  it('says the unit of revenue', async () => {
    expect(
      plain(await page(`${OWN}/games/${games[0]?.id}?from=${isoOfDay(TODAY - 3)}&to=${isoOfDay(TODAY)}`)),
    ).toContain('Revenue (Robux)')
  })

  it('calls a milestone on the tiles of the wall as over the whole screen', async () => {
    expect(plain(await page(`${OWN}/wall?view=all`))).toMatch(/Next milestone [\d,]+ (?:visits|likes|favorites)/)
  })

  it('colors changes by one rule and says which', async () => {
    const text = await page(`${OWN}/home`)
    expect(plain(text)).toContain('only what is outside its range has a color, and is bold.')
    for (const [, tone, change = ''] of text.matchAll(/class="(rise|fall)">([^<]+)</g))
      expect([change, tone]).toEqual([change, change.startsWith('+') ? 'rise' : 'fall'])
    for (const [, cell = ''] of text.matchAll(/<td class="[^"]*column-usual[^"]*"[^>]*>(.*?)<\/td>/gs))
      expect([cell, /class="(?:rise|fall)"/.test(cell)]).toEqual([cell, cell.includes('class="unusual"')])
  })

  it('has the numbers of keys under their head', async () => {
    expect(await page(`${OWN}/keys`)).toMatch(
      /<th scope="col" class="number">Requests, 30 days<\/th>.*<td class="number" data-label="Requests, 30 days">/s,
    )
  })

  it('of a link that is no longer valid says so once', async () => {
    const text = plain(/<main.*<\/main>/s.exec(await page('/sign-in/link?code=old', web.visitor()))?.[0] ?? '')
    expect(text.match(/no longer valid/g)).toHaveLength(1)
    expect(text).toContain('It lasts 15 minutes and works once.')
  })

  it('names a time zone as it is called today', async () => {
    const visitor = web.visitor()
    await visitor.post('/time-zone', { zone: 'Asia/Calcutta' })
    expect(plain(await page('/rankings', visitor))).toContain('Times in Asia/Kolkata')
    const zones = await page('/time-zone', visitor)
    expect(zones).toContain('<option value="Asia/Calcutta" selected>Asia/Kolkata</option>')
    expect(zones).not.toContain('>Asia/Calcutta<')
  })
})

it('the page of Roblox shows the players that are counted before their usual is known [INSIGHTS-27]', async () => {
  const young = await startWeb()
  const ids = young.simulator.world.games.map(({ universeId }) => universeId)
  await fillMarket(young, { ids, until: NOW, days: 1 })
  await young.tick()
  await young.services.countMarket({ stop: new AbortController().signal })
  const text = plain((await young.visitor().get('/now')).text)
  expect(text).toContain('How Roblox as a whole compares with its usual is known from')
  expect(text).toMatch(/Players now [\d,]+ As of .*Games counted \d+/)
  await young.stop()
})

describeInBrowser(
  'in the browser',
  () => web.url,
  (open) => {
    it('the ranks of a ranking stand under their head', async () => {
      const tab = await open()
      await tab.page.goto('/rankings')
      const right = (selector: string) =>
        tab.page.locator(selector).evaluate((cell) => {
          const range = document.createRange()
          const text = [...cell.childNodes].find((node) => node.textContent?.trim() !== '')
          if (text) range.selectNodeContents(text)
          return range.getBoundingClientRect().right
        })
      const head = await right('table.ranking thead th:first-child')
      const rank = await right('table.ranking tbody tr:nth-child(2) td.rank')
      expect(Math.abs(head - rank)).toBeLessThan(8)
      await screenshots(tab, 'ranks')
      await tab.context.close()
    })

    it('the zone of the browser has the name of today', async () => {
      const tab = await open({ timeZone: 'Asia/Calcutta' })
      await tab.page.goto('/rankings')
      await expect.poll(() => tab.page.locator('footer [data-zone-name]').textContent()).toBe('Asia/Kolkata')
      await tab.context.close()
    })
  },
)
