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
