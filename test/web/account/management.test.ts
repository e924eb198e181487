// What owners and managers do with an account in the browser: its name, several games at once, and the usage of keys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf, minuteOf } from '../../../src/domain/clock.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  NARROW,
  screenshots,
} from '../browser.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let [owner, manager, viewer, stranger]: Visitor[] = []
let path = ''
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'North Star Games', plan: 'premium' } })
  owner = await web.member('owner')
  manager = await web.member('manager')
  viewer = await web.member('viewer')
  stranger = await web.member('owner', (await web.tenant({ name: 'Other' })).account.id)
  path = `/accounts/${web.account.id}`
})
afterAll(() => web.stop())

const as = (who: Visitor | undefined): Visitor => who ?? expect.unreachable()
const nameOf = async () => (await web.services.accounts.require(`${web.account.id}`)).name
const own = async () => (await web.services.findGame.ofAccount(web.account)).map(({ universeId }) => universeId)
const simulated = (index: number) => web.simulator.world.games[index] ?? expect.unreachable()

describe('the name of an account', () => {
  it('is changed by an owner, and the plan stays as it is [WEB-49]', async () => {
    const answer = await as(owner).post(path, { name: ' South <Star> ' })
    expect([answer.status, answer.location]).toEqual([303, path])
    expect((await as(owner).get(path)).text).toContain('The account is now called South &lt;Star>.')
    expect(await web.services.accounts.require(`${web.account.id}`)).toMatchObject({
      name: 'South <Star>',
      plan: 'premium',
      status: 'active',
    })
  })

  it('is kept if the new one is taken or not allowed, and the form shows why [WEB-49]', async () => {
    const before = await nameOf()
    for (const [name, why] of [
      ['Other', 'There is an account named Other already.'],
      ['123', 'must not be a number'],
      ['  ', 'has 1 to 100 characters'],
      ['x'.repeat(101), 'has 1 to 100 characters'],
    ] as const) {
      const { status, text } = await as(owner).post(path, { name })
      expect(status).toBe(400)
      expect(/id="name-error" role="alert">([^<]*)/.exec(text)?.[1]).toContain(why)
      expect(text).toContain(`value="${name}"`)
    }
    expect((await as(owner).post(path, {})).status).toBe(400)
    expect(await nameOf()).toBe(before)
  })

  it('is not changed by managers, viewers or strangers [WEB-49]', async () => {
    const before = await nameOf()
    for (const [person, status] of [
      [manager, 403],
      [viewer, 403],
      [stranger, 404],
    ] as const)
      expect((await as(person).post(path, { name: 'Mine' })).status).toBe(status)
    expect((await web.visitor().post(path, { name: 'Mine' })).location).toContain('/sign-in')
    expect((await as(manager).get(path)).text).not.toContain('name="name"')
    expect(await nameOf()).toBe(before)
  })
})

describe('several games', () => {
  it('are added at once, each with its result, and the others stay in the form [WEB-51]', async () => {
    const [first, second] = [simulated(0), simulated(1)]
    await web.track(2)
    const known = simulated(2)
    const wrong = 'https://www.roblox.com/catalog/1?<x>'
    const lines = [
      `https://www.roblox.com/games/${first.placeId}/x`,
      '',
      ` ${second.universeId} `,
      `${second.universeId}`,
      `${known.universeId}`,
      wrong,
      'No such name',
    ]
    const { status, text } = await as(manager).post(`${path}/add-games`, { games: lines.join('\r\n') })
    expect(status).toBe(200)
    expect(await own()).toEqual([known.universeId, first.universeId, second.universeId])
    expect(text).toContain('3 of 5 are tracked')
    expect(text).toContain(`${known.name} is already tracked.`)
    expect(text).toContain('No game here has this name. Use its address.')
    expect(/<textarea[^>]*>(.*)<\/textarea>/s.exec(text)?.[1]).toBe(`${wrong.replace('<', '&lt;')}\nNo such name`)
  })

  it('are at most 50, and stop at the limit of the plan [WEB-51]', async () => {
    const lines = Array.from({ length: 52 }, (_, index) => `Name ${index}`)
    const { text } = await as(manager).post(`${path}/add-games`, { games: lines.join('\n') })
    expect(text.split('at most 50 games are added at a time').length - 1).toBe(2)
    const free = await web.tenant({ plan: 'free' })
    const person = await web.member('manager', free.account.id)
    const ids = [0, 1, 2, 3].map((index) => simulated(index).universeId)
    const full = await person.post(`/accounts/${free.account.id}/add-games`, { games: ids.join('\n') })
    expect(full.text).toContain('3 of 4 are tracked')
    expect(await web.services.findGame.ofAccount(free.account)).toHaveLength(3)
  })

  it('are added by managers only, and an empty form adds none [WEB-51]', async () => {
    const before = await own()
    const games = `${simulated(5).universeId}`
    for (const [person, status] of [
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      expect((await as(person).get(`${path}/add-games`)).status).toBe(status)
      expect((await as(person).post(`${path}/add-games`, { games })).status).toBe(status)
    }
    expect((await as(manager).post(`${path}/add-games`, { games: ' \n ' })).status).toBe(200)
    expect((await as(manager).get(`${path}/games`)).text).toContain(`href="${path}/add-games"`)
    expect((await as(viewer).get(`${path}/games`)).text).not.toContain('add-games')
    expect(await own()).toEqual(before)
  })
})

describe('the usage of a key', () => {
  it('stands in the list and is drawn by day on its page [WEB-50]', async () => {
    const today = dayOf(minuteOf(web.clock.now()))
    const [first = expect.unreachable()] = await web.services.keys.list(web.account)
    await web.services.keys.create(web.account, 'Never used')
    const keyRequests = [
      { keyId: first.id, day: today - 2, count: 1_200 },
      { keyId: first.id, day: today - 40, count: 7 },
    ]
    await web.store.usage.add({ requests: [], keyRequests, keys: [] })
    const { text } = await as(viewer).get(`${path}/keys`)
    expect([...text.matchAll(/Requests, 30 days">([^<]*)/g)].map(([, count]) => count)).toEqual(['1,200', '0'])
    const page = (await as(manager).get(`${path}/keys/${first.id}`)).text
    expect(page).toContain('over the last 30 days: 1,200 in total')
    expect(page).toContain('<th scope="row">Jun 15, 2026</th><td class="number">1,200</td>')
    expect((await as(viewer).get(`${path}/keys/${first.id}`)).status).toBe(403)
  })
})

describeInBrowser(
  'the pages of management',
  () => web.url,
  (open) => {
    it('are accessible, and whole on a phone [WEB-49, WEB-50, WEB-51]', async () => {
      const tab = await open({ as: as(owner) })
      const [key = expect.unreachable()] = await web.services.keys.list(web.account)
      for (const [name, address] of [
        ['account-rename', path],
        ['games-several', `${path}/add-games`],
        ['keys-usage', `${path}/keys`],
        ['key-usage', `${path}/keys/${key.id}`],
      ] as const) {
        await tab.page.setViewportSize({ width: 1_440, height: 900 })
        await tab.page.goto(address)
        if (name === 'games-several') {
          await tab.page.getByLabel('Games', { exact: true }).fill(`${simulated(3).universeId}\nNo such name`)
          await tab.page.getByRole('button', { name: 'Add games' }).click()
          await tab.page.getByText('1 of 2 are tracked').waitFor()
        }
        await expectAccessible(tab)
        await expectKeyboard(tab)
        await screenshots(tab, name)
        await tab.page.setViewportSize(NARROW)
        await expectNoSideways(tab)
      }
      expectClean(tab, web.url)
    })
  },
)
