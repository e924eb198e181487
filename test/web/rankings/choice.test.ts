// What a reader chooses of a ranking: columns, a past minute, files, tags and favorites.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MINUTES, isoOfMinute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { describeInBrowser, expectAccessible, expectClean, expectNoSideways, NARROW, screenshots } from '../browser.js'
import { NOW } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
const games: Game[] = []
let manager: Visitor
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' } })
  for (const [index, ccu] of [150, 40, 7].entries()) {
    const game = await web.track(index)
    await web.write(game.universeId, [NOW - WEEK_MINUTES, NOW - DAY_MINUTES], { ccu: 100 - ccu / 10, visits: 1_000 })
    await web.write(game.universeId, [NOW - 90], { ccu: ccu * 2, visits: 1_500 })
    await web.write(game.universeId, [NOW], { ccu, visits: 2_000, favorites: 5, likes: 3, dislikes: 1 })
    games.push(await web.services.games.change(game, { isPublic: index < 2 }))
  }
  manager = await web.member('manager')
})
afterAll(() => web.stop())

const OWN = '/accounts/1/rankings'
const nameOf = (index: number): string => games[index]?.name ?? expect.unreachable()
const idOf = (index: number): number => games[index]?.id ?? expect.unreachable()
const namesIn = (html: string): string[] =>
  (/<tbody>([\s\S]*)<\/tbody>/.exec(html)?.[1] ?? '')
    .split('</tr>')
    .slice(0, -1)
    .map((row) => />([^<]+)<\/a>/.exec(row)?.[1] ?? '')
const plain = (html: string): string =>
  html
    .replace(/<span aria-hidden="true">.*?<\/span>|<svg.*?<\/svg>/g, '')
    .replace(/<\/t[dh]>/g, '|')
    .replace(/<[^>]+>/g, '')
const partOf = (html: string, tag: 'thead' | 'tfoot'): string =>
  plain(new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html)?.[1] ?? '')

describe('the ranking', () => {
  it('has a line with the totals of what it lists [WEB-34]', async () => {
    const { text } = await web.visitor().get('/rankings')
    expect(partOf(text, 'tfoot')).toBe('|Total of 2 games|190|+5.0%||||4,000||')
    expect(text).toContain('190 players in 2 games')
    const found = await web.visitor().get(`/rankings?find=${encodeURIComponent(nameOf(1))}`)
    expect(partOf(found.text, 'tfoot')).toContain('Total of 1 game|40|')
  })

  it('shows the columns that are chosen, and is sorted by the peak of the day [WEB-34]', async () => {
    const { text } = await web.visitor().get('/rankings?column=favorites&column=peak&sort=peak&reversed=1')
    expect(partOf(text, 'thead')).toBe('Rank|Game|Peak|Favorites|')
    expect(namesIn(text)).toEqual([nameOf(1), nameOf(0)])
    expect(plain(text)).toMatch(/\|80\|5\|/)
    expect(text).toContain('name="column" value="peak" checked')
    expect((await web.visitor().get('/rankings?column=none')).status).toBe(400)
  })

  it('keeps the chosen columns in the browser until the usual ones are asked for [WEB-34]', async () => {
    const visitor = web.visitor()
    const columns = async (query = '') => partOf((await visitor.get(`/rankings${query}`)).text, 'thead')
    const usual = await columns()
    expect(await columns('?column=usual&column=peak')).toBe('Rank|Game|Peak|')
    expect(await columns('?sort=name')).toBe('Rank|Game|Peak|')
    await visitor.get('/rankings?column=visits', {}, 'HEAD')
    expect(await columns()).toBe('Rank|Game|Peak|')
    expect(await columns('?column=usual')).toBe(usual)
    expect(await columns()).toBe(usual)
  })

  it('is that of any past minute, and in the zone of the reader first [WEB-34]', async () => {
    const at = `${isoOfMinute(NOW - 89).slice(0, 16)}Z`
    const { text } = await web.visitor().get(`/rankings?at=${at}`)
    expect(partOf(text, 'tfoot')).toContain('Total of 2 games|380|')
    expect(text).not.toContain('/live')
    const local = await web.visitor().get(`/rankings?at=${at.slice(0, -1)}`)
    expect([local.status, local.location]).toEqual([303, `/rankings?at=${at}`])
    expect(namesIn((await manager.get(`${OWN}?at=${at}`)).text)).toHaveLength(3)
    for (const bad of ['2026-01-01', '2099-01-01T00:00Z', 'yesterday'])
      expect([bad, (await web.visitor().get(`/rankings?at=${bad}`)).status]).toEqual([bad, 400])
  })

  it('has neither rank nor title of now at a minute before the first sample [WEB-34]', async () => {
    const { text } = await web.visitor().get('/rankings?at=2020-01-01T00:00Z')
    expect(text).toContain('<h1>Games by players</h1>')
    expect(text).not.toContain('Players now')
    expect(text).not.toMatch(/<td class="number rank">|not measured yet/)
    const [, first = ''] = /The first sample of these games is of <time[^>]*>([^<]+)</.exec(text) ?? []
    expect(first).toMatch(/2026/)
    const [, next = ''] = /class="button" href="([^"]+)"[^>]*>Show that minute</.exec(text) ?? []
    expect((await web.visitor().get(next)).text).toMatch(/<td class="number rank">/)
  })

  it('shows the past to nobody once the game is no longer public [WEB-6]', async () => {
    const path = `/rankings?at=${isoOfMinute(NOW - 88).slice(0, 16)}Z`
    const game = games[1] ?? expect.unreachable()
    expect((await web.visitor().get(path)).text).toContain(nameOf(1))
    await web.services.games.change(game, { isPublic: false })
    expect((await web.visitor().get(path)).text).not.toContain(nameOf(1))
    await web.services.games.change(game, { isPublic: true })
  })

  it('is a file, as CSV and for Excel, in the order of the page [WEB-34]', async () => {
    const csv = await web.visitor().get('/rankings/export?format=csv&sort=players&reversed=1')
    expect(csv.headers['content-disposition']).toMatch(/attachment; filename="Ranking of Roblox games .*[.]csv"/)
    const [head, first, ...rest] = csv.text.trimEnd().split('\r\n')
    expect(head?.replace(/^\u{feff}/u, '')).toMatch(
      /^rank,previous_rank,name,universe_id,ccu,ccu_change_share_24h,ccu_max_24h,/,
    )
    expect(first).toMatch(new RegExp(`^2,\\d,"?${nameOf(1)}"?,${games[1]?.universeId},40,.*,80,`))
    expect(rest).toHaveLength(1)
    const xlsx = await manager.get(`${OWN}/export?format=xlsx`)
    expect(xlsx.headers['content-type']).toContain('spreadsheetml.sheet')
    expect(xlsx.text.slice(0, 2)).toBe('PK')
    expect((await web.visitor().get(`${OWN}/export?format=csv`)).location).toContain('/sign-in')
    expect((await web.visitor().get('/rankings/export?format=pdf')).status).toBe(400)
  })
})

describe('the file of a ranking', () => {
  const headOf = async (query: string, visitor = web.visitor()) =>
    (await visitor.get(`/rankings/export?format=csv${query}`)).text.split('\r\n')[0]?.replace(/^\u{feff}/u, '')

  it('has the columns that are chosen, beside rank, name and time [WEB-34]', async () => {
    const chosen = 'rank,previous_rank,name,universe_id,ccu_max_24h,favorites,measured_at'
    expect(await headOf('&column=favorites&column=peak&column=line')).toBe(chosen)
    expect(await headOf('&column=usual')).toContain(
      ',ccu,ccu_change_share_24h,ccu_max_24h,ccu_change_share_7d,visits,favorites,',
    )
    const byVisits = await headOf('&by=visits')
    expect(byVisits).toContain(',ccu,visits_change_24h,ccu_max_24h,visits_change_7d,visits,')
    expect(await headOf('&by=visits&column=day')).toBe(
      'rank,previous_rank,name,universe_id,visits_change_24h,measured_at',
    )
    expect((await web.visitor().get('/rankings/export?format=csv&column=none')).status).toBe(400)
    const xlsx = await web.visitor().get('/rankings/export?format=xlsx&column=peak')
    expect(xlsx.text.slice(0, 2)).toBe('PK')
  })

  it('is linked with what the page shows, also where the browser kept the columns [WEB-34]', async () => {
    const at = `${isoOfMinute(NOW - 60).slice(0, 16)}Z`
    const visitor = web.visitor()
    await visitor.get('/rankings?column=peak')
    const { text } = await visitor.get(`/rankings?by=visits&find=e&sort=peak&reversed=1&at=${at}`)
    const [link = ''] = /\/rankings\/export\?[^"]*format=csv/.exec(text) ?? []
    const query = new URLSearchParams(link.replaceAll('&amp;', '&').replace(/^.*\?/, ''))
    expect(Object.fromEntries(query)).toEqual({
      ...{ by: 'visits', find: 'e', at, sort: 'peak', reversed: '1', column: 'peak', format: 'csv' },
    })
    expect(text).toContain('Only the chosen columns.')
    expect((await web.visitor().get('/rankings')).text).not.toContain('Only the chosen columns.')
  })

  it('does not change what the browser kept [WEB-34]', async () => {
    const visitor = web.visitor()
    await visitor.get('/rankings?column=peak')
    await headOf('&column=visits', visitor)
    expect(partOf((await visitor.get('/rankings')).text, 'thead')).toBe('Rank|Game|Peak|')
  })
})

describe('marked games', () => {
  const settings = (index: number) => `/accounts/1/games/${idOf(index)}/settings`

  it('have tags of the account, by which members filter, with the same ranks [WEB-35]', async () => {
    const saved = await manager.post(settings(1), { channel: '', public: 'on', tags: ' Obby,  Für alle, obby ' })
    expect(saved.status).toBe(303)
    expect((await manager.get(settings(1))).text).toContain('value="obby, Für alle"')
    const viewer = await web.member('viewer')
    for (const path of [OWN, '/accounts/1/home']) {
      const { text } = await viewer.get(`${path}?tag=fur%20ALLE`)
      expect([path, namesIn(text)]).toEqual([path, [nameOf(1)]])
      expect(text).toContain('1 of 3 games')
      expect((await viewer.get(path)).text).toMatch(/class="tags"><a href="[^"]*tag=obby">obby/)
    }
    expect(plain((await viewer.get(`${OWN}?tag=obby`)).text)).toMatch(/\|2 (same rank|up|down|new)/)
    expect((await web.visitor().get('/rankings')).text).not.toContain('obby')
  })

  it('have at most 10 tags of 24 characters [WEB-35]', async () => {
    const many = Array.from({ length: 11 }, (_, index) => `tag ${index}`).join(',')
    for (const tags of [many, 'x'.repeat(25)]) {
      const { status, text } = await manager.post(settings(0), { channel: '', tags })
      expect([status, text.includes('Tags: at most')]).toEqual([400, true])
    }
    expect((await (await web.member('viewer')).post(settings(0), { tags: 'x' })).status).toBe(403)
  })

  it('are favorites of one person, who filters by them and has them first [WEB-35]', async () => {
    const [person, other] = [await web.member('viewer'), await web.member('viewer')]
    const { status, location } = await person.post('/accounts/1/favorites', { add: `${idOf(2)}`, return: OWN })
    expect([status, location]).toEqual([303, `${OWN}#star-${idOf(2)}`])
    expect(namesIn((await person.get(`${OWN}?favorites=1`)).text)).toEqual([nameOf(2)])
    const home = (await person.get('/accounts/1/home')).text
    expect(home.indexOf(`>${nameOf(2)}<`)).toBeLessThan(home.indexOf(`>${nameOf(0)}<`))
    expect(home).toMatch(/name="remove" value="3" aria-pressed/)
    expect(namesIn((await other.get(`${OWN}?favorites=1`)).text)).toEqual([])
    await person.post('/accounts/1/favorites', { remove: `${idOf(2)}` })
    expect(namesIn((await person.get(`${OWN}?favorites=1`)).text)).toEqual([])
    await person.post('/accounts/1/favorites', { add: `${idOf(2)}` })
    for (const { discordUserId, role } of await web.services.members.list(web.account)) {
      await web.services.members.remove(web.account, discordUserId)
      await web.services.members.add(web.account, discordUserId, role)
    }
    expect(namesIn((await person.get(`${OWN}?favorites=1`)).text)).toEqual([])
    const [nothing, foreign] = [{}, { add: '999' }]
    expect((await person.post('/accounts/1/favorites', nothing)).status).toBe(400)
    expect((await person.post('/accounts/1/favorites', foreign)).status).toBe(404)
  })
})

describeInBrowser(
  'a ranking in a browser',
  () => web.url,
  (open) => {
    it('keeps its head in view, and opens its choices without a script [WEB-34]', async () => {
      const tab = await open({ as: manager, scripts: false })
      await tab.page.goto(OWN)
      await tab.page.locator('summary', { hasText: 'Columns' }).click()
      await tab.page.getByLabel('Most players in the last 24 hours').uncheck()
      await tab.page.locator('form.choices button').click()
      await tab.page.waitForURL(/column=players/)
      expect(await tab.page.locator('thead').innerText()).not.toContain('Peak')
      await tab.page.goto(`${OWN}?column=usual`)
      await tab.page.setViewportSize({ width: 1200, height: 220 })
      await tab.page.locator('tfoot').scrollIntoViewIfNeeded()
      const top = await tab.page.locator('thead th').first().boundingBox()
      const header = await tab.page.locator('header.frame').boundingBox()
      expect(Math.round(top?.y ?? 0)).toBe(Math.round((header?.height ?? 0) + (header?.y ?? 0)))
      await tab.context.close()
    })

    it.each(['en-US', 'es-ES', 'pt-BR'])(
      'keeps the head of chosen columns in view on a wide screen in %s [WEB-34]',
      async (locale) => {
        const tab = await open({ as: manager, scripts: false, locale, size: { width: 1_344, height: 260 } })
        const all = ['players', 'day', 'line', 'peak', 'week', 'visits', 'favorites', 'likes']
        await tab.page.goto(`${OWN}?${all.map((name) => `column=${name}`).join('&')}`)
        await tab.page.locator('tfoot').scrollIntoViewIfNeeded()
        const top = await tab.page.locator('thead th').first().boundingBox()
        const header = await tab.page.locator('header.frame').boundingBox()
        expect(Math.round(top?.y ?? 0)).toBe(Math.round((header?.height ?? 0) + (header?.y ?? 0)))
        const cut = await tab.page.locator('.scroll').evaluate((table) => table.scrollWidth - table.clientWidth)
        expect(cut).toBe(0)
        await tab.context.close()
      },
    )

    it.each([NARROW.width, 360, 820, 1_000])(
      'shows each column that its menu ticks, with what it is, on a screen of %i pixels [WEB-34]',
      async (width) => {
        const { page, context } = await open({ as: manager, scripts: false, size: { width, height: 640 } })
        for (const path of ['/rankings', OWN, `${OWN}?by=visits`, `${OWN}?column=peak&column=favorites`]) {
          await page.goto(path)
          const ticked = await page.locator('.choices input:checked').count()
          const cells = page.locator('tbody tr').first().locator('td:not(.rank)')
          expect([path, await cells.count()]).toEqual([path, ticked])
          for (const cell of await cells.all()) expect((await cell.boundingBox())?.width).toBeGreaterThan(10)
          for (const head of await page.locator('thead a').all()) expect(await head.isVisible()).toBe(true)
          const cut = await page.locator('.scroll').evaluate((table) => table.scrollWidth - table.clientWidth)
          expect([path, cut]).toEqual([path, 0])
        }
        await context.close()
      },
    )

    it('is accessible in both themes at any width', async () => {
      const tab = await open({ as: manager })
      await tab.page.goto(OWN)
      await expectAccessible(tab)
      await screenshots(tab, 'own-ranking')
      for (const width of [NARROW.width, 360, 545, 840, 1_030, 1_200]) {
        await tab.page.setViewportSize({ width, height: 640 })
        await expectNoSideways(tab)
        const cut = await tab.page
          .locator('.scroll')
          .evaluate((table: HTMLElement) => table.scrollWidth - table.clientWidth)
        expect([width, cut]).toEqual([width, 0])
      }
      await tab.page.setViewportSize(NARROW)
      await tab.page.goto(`${OWN}?column=players&column=peak&column=visits&column=favorites&column=week`)
      await expectNoSideways(tab)
      expectClean(tab, web.url)
      await tab.context.close()
    })
  },
)
