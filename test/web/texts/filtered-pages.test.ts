// Pages of which an address shows a part: their titles differ, and what they show is of that part.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let owner: Visitor
let own: string
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' } })
  own = `/accounts/${web.account.id}`
  await web.track(0)
  await web.tick()
  owner = await web.member('owner')
})
afterAll(() => web.stop())

it.each([
  ['home', ['', '?favorites=1', '?tag=obby', '?find=a']],
  ['rankings', ['', '?favorites=1', '?tag=obby', '?find=a', '?at=2026-06-16T10:00Z', '?at=2026-06-16T10:01Z']],
  ['alerts', ['', '?all=1']],
  ['wall', ['?view=one', '?view=all']],
])('%s has a title of its own for each filter [WEB-15]', async (page, queries) => {
  const titles = new Set<string | undefined>()
  for (const query of queries)
    titles.add(/<title>(.*?)<\/title>/.exec((await owner.get(`${own}/${page}${query}`)).text)?.[1])
  expect([...titles]).toHaveLength(queries.length)
})

it('the home without a game that matches shows no events of other games [WEB-18]', async () => {
  const hasEvents = async (query: string) => (await owner.get(`${own}/home${query}`)).text.includes('id="recent-now"')
  expect([await hasEvents(''), await hasEvents('?find=nobodysgame')]).toEqual([true, false])
})

const totalOf = (html: string): string | undefined =>
  /id="total-now"[^>]*>(.*?)<\/p>/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '')

it('the total of the home is of the games that match and are not paused, as in the ranking [WEB-18]', async () => {
  const paused = await web.services.games.change(await web.track(1), { isActive: false })
  const total = async (query: string) => totalOf((await owner.get(`${own}/home${query}`)).text)
  expect(await total('')).toMatch(/^[\d,]+ players in 1 game · 1 paused$/)
  expect(await total('?find=nobodysgame')).toBe('0 games')
  expect(await total(`?find=${encodeURIComponent(paused.name)}`)).toBe('0 games · 1 paused')
})

it.each(['home', 'rankings'])('%s without a favorite says how a game becomes one [WEB-35]', async (page) => {
  const { text } = await owner.get(`${own}/${page}?favorites=1`)
  expect(text).toContain('A game becomes a favorite at the star beside its name.')
  expect(text).toMatch(new RegExp(`<a class="button" href="${own}/${page}[^"]*">All games</a>`))
  expect((await owner.get(`${own}/${page}?tag=obby`)).text).toContain('No game has the tag “obby”.')
})
