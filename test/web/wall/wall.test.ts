// The wall display of an account: what it shows at a minute, to whom, and when its numbers stop coming.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { NOON } from '../../support/start-app.js'
import { NOW, writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const WALL = '/accounts/1/wall'

let web: TestWeb
let games: Game[]
let paused: Game
let viewer: Visitor
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio' }, simulator: { games: 25 } })
  games = [await web.track(0), await web.track(1), await web.track(2)]
  paused = await web.services.games.change(await web.track(3), { isActive: false })
  for (const [index, { universeId }] of games.entries()) await writeWave(web, universeId, 1_000 * (index + 1))
  viewer = await web.member('viewer')
})
afterAll(() => web.stop())

/** The order is put back, so that the tests do not depend on each other. */
async function at<Result>(minute: number, read: () => Promise<Result>): Promise<Result> {
  web.clock.set(NOON + minute * MINUTE_MS)
  try {
    return await read()
  } finally {
    web.clock.set(NOON)
  }
}

const text = async (query = '') => (await viewer.get(WALL + query)).text
const namesOf = (html: string): string[] => [...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, name = '']) => name)
const article = (html: string, name: string): string =>
  html.split('<article').find((part) => part.includes(`<h2>${name}</h2>`)) ?? expect.unreachable()

describe('the wall display', () => {
  it('shows one active game a minute, each in its turn, and names the next [WEB-56]', async () => {
    const shown: string[] = []
    for (let minute = 0; minute < 6; minute++) {
      const html = await at(minute, text)
      const [name = ''] = namesOf(html)
      expect(namesOf(html)).toEqual([name])
      if (minute > 0) expect([minute, shown.at(-1)]).toEqual([minute, name])
      shown.push(/Next: ([^<]+)</.exec(html)?.[1] ?? '')
      expect(html).toMatch(/[123] of 3 · Next: /)
    }
    expect(new Set(shown)).toEqual(new Set(games.map(({ name }) => name)))
  })

  it('shows all active games at once, those with the most players first [WEB-56]', async () => {
    const html = await text('?view=all')
    expect(namesOf(html)).toEqual([...games].reverse().map(({ name }) => name))
    expect(html).not.toContain(paused.name)
    expect(html).toMatch(/[\d,]+ players in 3 games/)
  })

  it('shows players against the usual, the day with its band, its change and the next milestone [WEB-56]', async () => {
    const html = article(await text('?view=all'), games[0]?.name ?? '')
    const players = (await web.services.latestSamples([games[0]?.universeId ?? 0])).get(games[0]?.universeId ?? 0)?.ccu
    expect(html).toContain(`<strong class="wall-number">${players?.toLocaleString('en-US')}</strong>`)
    expect(html).toMatch(/[+−-]?[\d.]+% vs\. usual/)
    expect(html).toMatch(/[+−-]?[\d.]+% in 24 h/)
    expect(html).toMatch(/class="day-band" d="M[\d. L]+Z"/)
    expect(html).toMatch(/<strong>2,000,000 visits<\/strong>|<strong>[\d,]+ (visits|likes|favorites)<\/strong>/)
    expect(html).toMatch(/between <time|about <time|not before|not enough data yet|in 20\d\d/)
  })

  it('has an axis that begins at 0, so that a small fall looks small [WEB-56]', async () => {
    const values = /<svg class="day-values".*?<\/svg>/s.exec(await text())?.[0] ?? ''
    expect([...values.matchAll(/>([\d,]+)<\/text>/g)].map(([, label]) => label)).toContain('0')
  })

  it.each([
    ['UTC', ['12:00 PM', '6:00 PM', '12:00 AM', '6:00 AM', '12:00 PM']],
    ['Europe/Berlin', ['6:00 PM', '12:00 AM', '6:00 AM', '12:00 PM']],
    ['Asia/Kathmandu', ['6:00 PM', '12:00 AM', '6:00 AM', '12:00 PM']],
  ])('has full hours of the reader below its line: %s [WEB-56]', async (zone, labels) => {
    const html = await at(7, () => text(`?zone=${zone}`))
    const times = /<svg class="day-times".*?<\/svg>/s.exec(html)?.[0] ?? ''
    const found = [...times.matchAll(/x="([\d.]+)%"[^>]*>([^<]*)<\/text>/g)].map(([, x, label = '']) => ({
      x: Number(x),
      label,
    }))
    expect(found.map(({ label }) => label.replace('\u202f', ' '))).toEqual(labels)
    const [first, second] = found
    expect((second?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo(25)
  })

  it('names the band where there is one, which a game of some minutes does not have [WEB-56]', async () => {
    expect(await text()).toContain('class="wall-key"')
    const young = await startWeb({ terms: { name: 'New studio' } })
    const { universeId } = await young.track(0)
    await young.write(universeId, [NOW - 1, NOW], { ccu: 60 })
    const page = await (await young.member('viewer')).get(WALL)
    expect(page.text).toContain('class="day-path"')
    expect(page.text).not.toContain('class="wall-key"')
    await young.stop()
  })

  it('has the time and its zone, which the address can choose [WEB-56]', async () => {
    expect(await text()).toMatch(/data-zone-name[^>]*>UTC</)
    const html = await text('?zone=Asia/Tokyo&theme=dark')
    expect(html).toMatch(/<time[^>]*>9:00\sPM<\/time>/)
    expect(html).toContain('Asia/Tokyo')
    expect(html).toMatch(/<html[^>]*data-theme="dark"/)
    for (const query of ['zone=Nowhere', 'view=some', 'theme=pink', 'view=one&view=all'])
      expect([query, (await viewer.get(`${WALL}?${query}`)).status]).toEqual([query, 400])
  })

  it('says since when no number came, and counts no such game in the total [WEB-56]', async () => {
    await at(3, async () => expect(article(await text('?view=all'), games[0]?.name ?? '')).not.toMatch(/data-stale/))
    await at(4, async () => {
      const html = await text('?view=all')
      for (const { name } of games) expect(article(html, name)).toMatch(/^[^>]* data-stale/)
      expect(article(html, games[0]?.name ?? '')).toMatch(/No new number since <time[^>]*>12:00\sPM</)
      expect(html).not.toMatch(/players in \d games/)
    })
    await at(3 * 1_440, async () =>
      expect(await text()).toMatch(/No new number since <time[^>]*>Jun 17, 2026, 12:00\sPM</),
    )
  })

  it('comes again each minute where scripts are off [WEB-56]', async () => {
    expect(await text()).toContain('<noscript><meta http-equiv="refresh" content="60"/></noscript>')
  })

  it('says what is missing where there is no active game [WEB-56]', async () => {
    const { account } = await web.tenant()
    const member = await web.member('viewer', account.id)
    const { status, text: html } = await member.get(`/accounts/${account.id}/wall`)
    expect(status).toBe(200)
    expect(html).toContain('No games yet')
    expect((await member.get(`/accounts/${account.id}/home`)).text).not.toContain('/wall"')
    expect((await viewer.get('/accounts/1/home')).text).toContain(`href="${WALL}"`)
  })

  it('is there for the members of the account only [WEB-3, WEB-56]', async () => {
    const stranger = await web.member('owner', (await web.tenant()).account.id)
    expect((await stranger.get(WALL)).status).toBe(404)
    expect((await web.visitor().get(WALL)).status).toBe(303)
  })

  it('shows a page of games a minute where there are more than fit on a screen [WEB-56]', async () => {
    const { account } = await web.tenant({ plan: 'enterprise' })
    const member = await web.member('viewer', account.id)
    for (let index = 0; index < 25; index++) await web.track(index, account)
    const seen: number[] = []
    for (const minute of [0, 1])
      seen.push(
        await at(minute, async () => namesOf((await member.get(`/accounts/${account.id}/wall?view=all`)).text).length),
      )
    expect(seen.sort()).toEqual([1, 24])
  })
})
