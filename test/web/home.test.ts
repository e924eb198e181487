// The home page of an account: its games and their order, incidents, and recent events. Signing in leads to it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MINUTES, type Minute } from '../../src/domain/clock.js'
import type { EventDraft } from '../../src/domain/events/event.js'
import type { Game } from '../../src/domain/game.js'
import {
  DESKTOP,
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  PHONE,
  screenshots,
} from './browser.js'
import { NOW, writeWave } from './support/history.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

const HOME = '/accounts/1/home'
const TABLET = { width: 820, height: 1_180 }

let web: TestWeb
let [big, small, troubled, paused]: Game[] = []
let viewer: Visitor
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  ;[big, small, troubled, paused] = [await web.track(0), await web.track(1), await web.track(2), await web.track(3)]
  await writeWave(web, one(big).universeId, 1_000)
  await writeWave(web, one(small).universeId, 300)
  await web.write(one(troubled).universeId, [NOW - DAY_MINUTES, NOW], { ccu: 50 })
  await web.services.games.change(one(paused), { isActive: false })
  const incident = { kind: 'incident', type: 'fall', affected: null, universes: null } as const
  await happened({ universeId: one(troubled).universeId, facts: incident, start: NOW - 20, end: null })
  viewer = await web.member('viewer')
})
afterAll(() => web.stop())

const one = (game: Game | undefined): Game => game ?? expect.unreachable()

async function happened(
  draft: Pick<EventDraft, 'universeId' | 'facts' | 'start'> & Partial<EventDraft>,
): Promise<void> {
  const { facts, start } = draft
  const rest = { accountId: null, end: start, cause: null, uncertainty: null, subject: `${facts.kind} ${start}` }
  await web.store.eventLog.put({ ...rest, kind: facts.kind, ...draft })
}

const record = (start: Minute, players: number) =>
  happened({ universeId: one(big).universeId, facts: { kind: 'record', players, previous: 1 }, start })

const rowsOf = (html: string): string[] =>
  (/<tbody>([\s\S]*)<\/tbody>/.exec(html)?.[1] ?? '').split('</tr>').slice(0, -1)
const namesOf = async (query = ''): Promise<string[]> =>
  rowsOf((await viewer.get(HOME + query)).text).map((row) => />([^<]+)<\/a>/.exec(row)?.[1] ?? '')
const sectionOf = (html: string, heading: string): string =>
  new RegExp(`<section[^>]*aria-labelledby="${heading}".*?</section>`, 's').exec(html)?.[0] ?? ''

describe('signing in', () => {
  it('leads to the home of the account, unless the person was on their way elsewhere [WEB-18]', async () => {
    web.discord.oauth.person = { id: '81234567', username: 'mara' }
    await web.services.members.add(web.account, '81234567', 'viewer')
    expect((await web.visitor().signIn()).location).toBe(HOME)
    expect((await web.visitor().signIn('/docs')).location).toBe('/docs')
  })

  it('leads to the home of no other account: it is not there for strangers [WEB-3]', async () => {
    const stranger = await web.member('owner', (await web.tenant()).account.id)
    expect((await stranger.get(HOME)).status).toBe(404)
    expect((await web.visitor().get(HOME)).location).toBe(`/sign-in?return=${encodeURIComponent(HOME)}`)
  })
})

describe('the home', () => {
  it('shows each game with players against the usual, the last day, change and rank [WEB-18]', async () => {
    const { text } = await viewer.get(HOME)
    const row = rowsOf(text).find((html) => html.includes(one(big).name)) ?? ''
    expect(row).toContain(`href="/accounts/1/games/${one(big).id}"`)
    expect(row).toMatch(/(above|within|below) the usual [\d,]+ to [\d,]+/)
    expect(row).toMatch(/<path class="band" d="M[\d. L]+Z"/)
    expect(row).toMatch(/column-day"[^>]*><span class="(rise|fall)">[+−-][\d.]+%/)
    expect(row).toMatch(/column-rank"[^>]*>1 /)
    const stopped = rowsOf(text).find((html) => html.includes(one(paused).name)) ?? ''
    expect(stopped).toContain('Paused')
    expect(stopped).not.toContain('class="sparkline"')
    const unusual = rowsOf(text).find((html) => html.includes(one(troubled).name)) ?? ''
    expect(unusual).not.toContain('class="band"')
    expect(text).toMatch(/[\d,]+ players in 3 games · 1 paused/)
    expect(text).toContain('href="/accounts/1"')
  })

  it('shows what goes wrong first, and has those games first [WEB-18]', async () => {
    const { text } = await viewer.get(HOME)
    const section = sectionOf(text, 'incidents')
    expect(section).toContain('Most players left.')
    expect(section).toContain(one(troubled).name)
    expect(text.indexOf('aria-labelledby="incidents"')).toBeLessThan(text.indexOf('<table'))
    expect(await namesOf()).toEqual([troubled, big, small, paused].map((game) => one(game).name))
  })

  it('is sorted and searched by its address, and rejects what it does not know [WEB-18]', async () => {
    const names = [big, small, troubled, paused].map((game) => one(game).name)
    expect(await namesOf('?sort=rank')).toEqual(names)
    expect(await namesOf('?sort=players&reversed=1')).toEqual([2, 1, 0, 3].map((index) => names[index]))
    const sorted = await namesOf('?sort=name')
    expect(sorted).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })))
    expect(await namesOf('?sort=name&reversed=1')).toEqual([...sorted].reverse())
    expect(await namesOf(`?find=${encodeURIComponent(one(small).name.toUpperCase())}`)).toEqual([one(small).name])
    expect((await viewer.get(`${HOME}?find=%3Cb%3Enobody`)).text).toContain('No game matches “&lt;b>nobody”.')
    for (const query of ['sort=x', 'reversed=2', 'page=0', 'sort=name&sort=rank'])
      expect([query, (await viewer.get(`${HOME}?${query}`)).status]).toEqual([query, 400])
  })

  it('shows what happened since the last visit of this browser, at most ten events [WEB-18]', async () => {
    const person = await web.member('viewer')
    const recent = async () => sectionOf((await person.get(HOME)).text, 'recent')
    await record(NOW - DAY_MINUTES - 5, 1_111)
    await record(NOW - DAY_MINUTES + 5, 2_222)
    const first = await recent()
    expect(first).toContain('In the last 24 hours')
    expect(first).toContain('2,222')
    expect(first).not.toContain('1,111')
    expect(first).not.toContain('Most players left.')
    web.clock.advance(40)
    await record(NOW + 10, 3_333)
    await person.get(HOME, {}, 'HEAD')
    for (const later of [0, 20]) {
      web.clock.advance(later)
      const next = await recent()
      expect(next.replace(/<\/?time[^>]*>/g, '')).toContain('Since your last visit, Jun 17, 2026, 12:00')
      expect(next).toContain('3,333')
      expect(next).not.toContain('2,222')
    }
    for (let minute = 0; minute < 12; minute++) await record(NOW + 20 + minute, 4_000 + minute)
    const many = await recent()
    expect(many.match(/<li>/g)).toHaveLength(10)
    expect(many).toContain('The newest 10 are shown. The page of each game has all.')
    expect(first).not.toContain('The newest')
    await person.post('/sign-out')
    expect(person.jar.has('headcount-visits')).toBe(false)
  })

  it('offers the next step where there is no game yet', async () => {
    const { account } = await web.tenant()
    const path = `/accounts/${account.id}`
    expect((await (await web.member('manager', account.id)).get(`${path}/home`)).text).toContain(
      `<a class="button" href="${path}/games">Add a game</a>`,
    )
    expect((await (await web.member('viewer', account.id)).get(`${path}/home`)).text).not.toContain('Add a game<')
  })
})

describe('the entry “Rankings”', () => {
  const entryOf = (html: string) => /<a href="([^"]+)"(?: aria-current="(?:page|true)")?>Rankings/.exec(html)?.[1]

  it('leads to the ranking of one’s own games, where there are any [WEB-19]', async () => {
    expect(entryOf((await viewer.get('/docs')).text)).toBe('/accounts/1/rankings')
    expect(entryOf((await web.visitor().get('/docs')).text)).toBe('/rankings')
    const { account } = await web.tenant()
    const owner = await web.member('owner', account.id)
    expect(entryOf((await owner.get('/docs')).text)).toBe('/rankings')
    await web.track(0, account)
    expect(entryOf((await owner.get('/docs')).text)).toBe(`/accounts/${account.id}/rankings`)
  })
})

describeInBrowser(
  'the home in a browser',
  () => web.url,
  (open) => {
    it('is accessible in both themes, by keyboard, at any width', async () => {
      const tab = await open({ as: viewer })
      await tab.page.goto(HOME)
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'home')
      for (const size of [PHONE, NARROW]) {
        await tab.page.setViewportSize(size)
        await expectNoSideways(tab)
        const table = `(() => { const one = document.querySelector('main .scroll'); return one.scrollWidth - one.clientWidth })()`
        expect(await tab.page.evaluate(table)).toBe(0)
      }
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it.each([PHONE, NARROW, TABLET])(
      'shows all of a game, and sorts by all, as a wide screen does, without scripts, at $width pixels [WEB-18]',
      async (size) => {
        const { page, context } = await open({ as: viewer, scripts: false, size, hasTouch: true })
        await page.goto(HOME)
        const cells = page.locator('tbody tr', { hasText: one(big).name }).locator('th, td')
        expect(await cells.count()).toBe(7)
        for (const cell of await cells.all()) {
          const box = await cell.boundingBox()
          expect(box?.width).toBeGreaterThan(20)
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width)
        }
        expect(await cells.locator('.sparkline .band').isVisible()).toBe(true)
        for (const [head, sort] of [
          ['Rank', 'rank'],
          ['24 h', 'day'],
          ['Last event', 'event'],
          ['vs. usual', 'usual'],
        ]) {
          await page.getByRole('link', { name: `Sort by ${head}` }).tap()
          await page.waitForURL(`**/home?sort=${sort}`)
        }
        const first = page.locator('thead th a').first()
        expect(await first.textContent()).toContain('Incidents first')
        await first.tap()
        await page.waitForURL((url) => url.pathname === HOME && url.search === '')
        expect(await page.locator('thead th').first().getAttribute('aria-sort')).toBe('descending')
        await context.close()
      },
    )

    it('names the numbers of a game beside them where the heads are away from them', async () => {
      const { page, context } = await open({ as: viewer, size: PHONE })
      await page.goto(HOME)
      const labels = await page
        .locator('tbody tr', { hasText: one(big).name })
        .locator('td[data-label]')
        .evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content))
      expect(labels).toEqual(['"vs. usual"', '"24 h"', '"Rank"', '"Last event"'])
      await page.setViewportSize(DESKTOP)
      const wide = await page
        .locator('td[data-label]')
        .first()
        .evaluate((cell) => getComputedStyle(cell, '::before').content)
      expect(wide).toBe('none')
      await context.close()
    })

    it('marks a favorite where it is, and keeps the place and the focus, by keyboard and by tap [WEB-35]', async () => {
      const tab = await open({ as: await web.member('viewer'), size: { width: 360, height: 300 }, hasTouch: true })
      const { page } = tab
      await page.goto(HOME)
      const star = page.getByRole('button', { name: `Favorite: ${one(small).name}` })
      await star.scrollIntoViewIfNeeded()
      await star.focus()
      const place = await page.evaluate('scrollY')
      for (const [press, isMarked] of [
        [() => page.keyboard.press('Space'), 'true'],
        [() => page.keyboard.press('Enter'), 'false'],
        [() => star.tap(), 'true'],
      ] as const) {
        const sent = page.waitForResponse('**/home')
        await press()
        await sent
        await expect.poll(() => star.getAttribute('aria-pressed')).toBe(isMarked)
        expect(await page.evaluate('scrollY')).toBe(place)
        expect(await star.evaluate((button) => button === document.activeElement)).toBe(true)
      }
      await page.reload()
      expect(await star.getAttribute('aria-pressed')).toBe('true')
      await tab.context.close()
    })

    it('shows what the focus reaches below the head of the table, which stays', async () => {
      const { page, context } = await open({ as: viewer, size: { width: 360, height: 260 } })
      await page.goto(HOME)
      await page.locator('footer a').first().focus()
      const stars = await page.locator('button.star').count()
      for (let star = stars - 1; star >= 0; star--) {
        const button = page.locator('button.star').nth(star)
        for (let press = 0; press < 20 && !(await button.evaluate((one) => one === document.activeElement)); press++)
          await page.keyboard.press('Shift+Tab')
        const isSeen = await button.evaluate((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        })
        expect([star, isSeen]).toEqual([star, true])
      }
      await context.close()
    })

    it('marks a favorite without scripts, and comes back to its star [WEB-35]', async () => {
      const { page, context } = await open({ as: await web.member('viewer'), scripts: false, size: PHONE })
      await page.goto(`${HOME}?sort=name`)
      await page.getByRole('button', { name: `Favorite: ${one(small).name}` }).click()
      await expect.poll(() => page.url()).toBe(`${web.url}${HOME}?sort=name#star-${one(small).id}`)
      expect(await page.locator('button.star[aria-pressed=true]').count()).toBe(1)
      await context.close()
    })

    it('is searched and sorted without scripts', async () => {
      const { page, context } = await open({ as: viewer, scripts: false, size: PHONE })
      await page.goto(HOME)
      await page.getByLabel('Search games').fill(one(small).name)
      await page.getByRole('button', { name: 'Search' }).click()
      await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
      await page.getByRole('link', { name: 'Clear' }).click()
      await page.getByRole('link', { name: 'Sort by Players' }).click()
      await expect.poll(() => page.locator('tbody tr th a').first().textContent()).toBe(one(big).name)
      await context.close()
    })
  },
)
