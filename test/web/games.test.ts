// The games of an account in the browser: adding, pausing, linking to a channel, making public, and removing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  PHONE,
  screenshots,
} from './browser.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

const SERVER = '112233445566778899'
const CHANNEL = '998877665544332211'

let web: TestWeb
let [manager, viewer]: Visitor[] = []
let path = ''
beforeAll(async () => {
  web = await startWeb()
  manager = await web.member('manager')
  viewer = await web.member('viewer')
  path = `/accounts/${web.account.id}/games`
})
afterAll(() => web.stop())

const simulated = (index: number) => web.simulator.world.games[index] ?? expect.unreachable()
const own = () => web.services.findGame.ofAccount(web.account)
const as = (who: Visitor | undefined): Visitor => who ?? expect.unreachable()

describe('the games of an account', () => {
  it('are added by address, by id and by a name that is known here, and once', async () => {
    const [first, second, third] = [simulated(0), simulated(1), simulated(2)]
    const other = await web.tenant()
    await web.track(2, other.account)
    const typed = [`https://www.roblox.com/games/${first.placeId}/x`, `${second.universeId}`, third.name.toUpperCase()]
    for (const game of typed) {
      const answer = await as(manager).post(path, { game })
      expect([answer.status, answer.location]).toEqual([303, path])
    }
    expect((await own()).map(({ universeId }) => universeId)).toEqual(
      [first, second, third].map((game) => game.universeId),
    )
    await as(manager).post(path, { game: first.name })
    expect((await as(manager).get(path)).text).toContain(`${first.name} is already tracked.`)
    expect(await own()).toHaveLength(3)
  })

  it('are searched on Roblox by a name that is not known here, and added from the results [WEB-38]', async () => {
    const { name, universeId } = simulated(7)
    const { status, location } = await as(manager).post(path, { game: name })
    expect([status, location]).toEqual([303, `${path}?${new URLSearchParams({ find: name })}`])
    const { text } = await as(manager).get(location)
    expect(text).toMatch(
      new RegExp(`<form class="inline" method="post" action="${path}"><input[^>]* value="${universeId}"`),
    )
    const none = await as(manager).get(`${path}?find=no+such+name`)
    expect(none.text).toContain('Roblox finds no game called “no such name”.')
    const before = web.simulator.requests.length
    await as(viewer).get(location)
    expect(web.simulator.requests.length).toBe(before)
  })

  it('have settings that mark a wrong channel and wrong tags at once, and change nothing then', async () => {
    const game = await web.track(5)
    const settings = `${path}/${game.id}/settings`
    await as(manager).post(settings, { channel: '', tags: 'short' })
    const answer = await as(manager).post(settings, { channel: 'general', tags: 't'.repeat(40) })
    const wrong = [...answer.text.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)]
    expect(wrong.map(([tag]) => / name="([^"]+)"/.exec(tag)?.[1])).toEqual(['channel', 'tags'])
    await as(manager).post(settings, { channel: 'general', tags: 'other' })
    expect((await as(manager).get(settings)).text).toContain('value="short"')
    await web.services.games.remove(game)
  })

  it('are paused and resumed where the button is: in the list, or in the settings', async () => {
    const game = await web.track(5)
    const settings = `${path}/${game.id}/settings`
    const { text } = await as(manager).get(settings)
    const [, action = ''] = /<form class="inline" method="post" action="([^"]+pause)"/.exec(text) ?? []
    const [, name = '', value = ''] = /<input type="hidden" name="([^"]+)" value="(settings)"/.exec(text) ?? []
    for (const button of ['pause', 'resume']) {
      const answer = await as(manager).post(action.replace(/pause$/, button), { [name]: value })
      expect([answer.status, answer.location]).toEqual([303, settings])
      const next = button === 'pause' ? 'resume' : 'pause'
      expect((await as(manager).get(settings)).text).toContain(`action="${path}/${game.id}/${next}"`)
      expect((await as(manager).post(`${path}/${game.id}/${button}`)).location).toBe(path)
    }
    await web.services.games.remove(game)
  })

  it('that cannot be added are rejected beside the field, and what was typed is kept', async () => {
    const rejections = [
      ['https://example.com/games/1', 400, 'That is not the address of a game.'],
      ['999999999999', 404, 'Roblox does not show place 999999999999.'],
      ['', 400, 'Say which game'],
    ] as const
    for (const [game, status, words] of rejections) {
      const answer = await as(manager).post(path, { game })
      expect(answer.status).toBe(status)
      expect(answer.text).toMatch(new RegExp(`<p class="error" id="game-error" role="alert">${words}`))
      if (game !== '') expect(answer.text).toContain(`value="${game}"`)
    }
  })

  it('are limited by the plan, which says so, on resuming too', async () => {
    const free = await web.tenant({ plan: 'free' })
    const person = await web.member('manager', free.account.id)
    const list = `/accounts/${free.account.id}/games`
    for (const index of [0, 1, 2]) await person.post(list, { game: `${simulated(index).universeId}` })
    expect((await person.get(list)).text).toContain('3 of 3 games in use. Measured every 10 minutes.')
    const over = await person.post(list, { game: `${simulated(3).universeId}` })
    expect([over.status, over.text]).toEqual([
      403,
      expect.stringContaining('On the Free plan, at most 3 games are tracked.'),
    ])
    expect(await web.services.findGame.ofAccount(free.account)).toHaveLength(3)
  })

  it('of another account are not there, to no page and no change', async () => {
    const other = await web.tenant()
    const game = await web.track(5, other.account)
    const before = await web.services.games.require(game.id)
    for (const id of [`${game.id}`, `${game.universeId}`, '0', 'x', '1e3']) {
      for (const verb of ['settings', 'remove', 'pause', 'resume']) {
        const answer = await as(manager).post(`${path}/${id}/${verb}`, { public: 'on' })
        expect(answer.status).toBe(404)
        expect(answer.text).not.toContain(game.name)
      }
      for (const verb of ['settings', 'remove'])
        expect((await as(manager).get(`${path}/${id}/${verb}`)).status).toBe(404)
    }
    expect(await web.services.games.require(game.id)).toEqual(before)
  })

  it('are linked to a channel by its link or its id, in servers of the account only', async () => {
    const [game, second] = await own()
    const settings = `${path}/${game?.id}/settings`
    const link = `https://discord.com/channels/${SERVER}/${CHANNEL}`
    const rejected = await as(manager).post(settings, { channel: link, public: 'on' })
    expect(rejected.status).toBe(400)
    expect(rejected.text).toContain('not linked to this account')
    expect(rejected.text).toMatch(/name="public" checked/)
    await web.services.guilds.link(web.account, SERVER)
    expect((await as(manager).post(settings, { channel: link, public: 'on' })).status).toBe(303)
    expect((await own())[0]).toMatchObject({ channelId: CHANNEL, isPublic: true })
    expect((await as(manager).get(settings)).text).toContain('Whether the bot may write there')
    await as(manager).post(`${path}/${second?.id}/settings`, { channel: CHANNEL })
    expect((await own()).map(({ channelId }) => channelId)).toEqual([null, CHANNEL, null])
    expect((await as(manager).post(settings, { channel: 'general' })).text).toContain('neither a link')
    await as(manager).post(`${path}/${second?.id}/settings`, { channel: '' })
    expect((await own())[1]).toMatchObject({ channelId: null, isPublic: false })
  })

  it('are shown to viewers without anything to change', async () => {
    const { text } = await as(viewer).get(path)
    expect(text).toContain(simulated(0).name)
    const content = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect(content).not.toMatch(/<form|settings/)
  })
})

describeInBrowser(
  'the pages of games',
  () => web.url,
  (open) => {
    it('lead from an empty account to a tracked game and back, by keyboard and without scripts', async () => {
      const studio = await web.tenant({ name: 'Pocket Studio' })
      const person = await web.member('manager', studio.account.id)
      const tab = await open({ as: person, scripts: false, size: PHONE })
      const { page } = tab
      await page.goto('/')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: 'Games', exact: true }).click()
      await page.getByLabel('Name, address or ID').fill(`https://www.roblox.com/games/${simulated(4).placeId}`)
      await page.keyboard.press('Enter')
      const { name } = simulated(4)
      expect(await page.textContent('[role=status]')).toContain(`Now tracking ${name}.`)
      await page.getByRole('button', { name: `Pause ${name}` }).click()
      await expect.poll(() => page.textContent('[role=status]')).toContain('Paused')
      await page.getByRole('button', { name: `Resume ${name}` }).click()
      await page.getByRole('link', { name: `Settings of ${name}` }).click()
      await page.getByLabel('Public').check()
      await page.getByRole('button', { name: 'Save changes' }).click()
      expect((await web.services.games.published()).map((game) => game.name)).toContain(name)
      await page.getByRole('link', { name: 'Remove game' }).click()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByRole('link', { name: 'Remove game' }).click()
      await page.getByRole('button', { name: 'Remove game' }).click()
      await expect.poll(() => page.textContent('main')).toContain('No games yet')
      await tab.context.close()
    })

    it('are accessible in both themes, by keyboard, at any width', async () => {
      const [game] = await own()
      await web.services.games.change(game ?? expect.unreachable(), {
        isActive: false,
        channelId: CHANNEL,
        isPublic: true,
      })
      const tab = await open({ as: as(manager) })
      for (const at of ['', `/${game?.id}/settings`, `/${game?.id}/remove`]) {
        await tab.page.goto(path + at)
        await expectAccessible(tab)
        await expectKeyboard(tab)
        await screenshots(tab, `games${at.replaceAll(/\W\d*/g, '-')}`)
        await tab.page.setViewportSize(PHONE)
        await expectNoSideways(tab)
      }
      expectClean(tab, web.url)
      await tab.page.goto(path)
      await tab.page.getByLabel('Name, address or ID').fill('nothing of that name')
      await tab.page.getByRole('button', { name: 'Add' }).click()
      await tab.page.getByText('Roblox finds no game called').waitFor()
      await expectAccessible(tab)
      await screenshots(tab, 'games-refused')
      expect(await tab.page.getByLabel('Name, address or ID').inputValue()).toBe('nothing of that name')
      await tab.context.close()
    })

    it('find one of many', async () => {
      const many = await web.tenant({ name: 'Many games' })
      const person = await web.member('viewer', many.account.id)
      for (let n = 0; n < 60; n++) {
        const universe = {
          id: 7_000_000 + n,
          name: `Tycoon ${n}`,
          rootPlaceId: 1,
          updatedAt: null,
          condition: 'shown',
        } as const
        await web.store.games.add({
          accountId: many.account.id,
          universe,
          channelId: null,
          createdAt: n,
          maxGames: 500,
        })
      }
      const tab = await open({ as: person, size: PHONE })
      await tab.page.goto(`/accounts/${many.account.id}/games`)
      expect(await tab.page.locator('ul.games > li').count()).toBe(50)
      await tab.page.getByRole('link', { name: 'Next' }).click()
      await expect.poll(() => tab.page.locator('ul.games > li').count()).toBe(10)
      await tab.page.getByLabel('Search games').fill('tycoon 4')
      await tab.page.getByRole('button', { name: 'Search' }).click()
      await expect.poll(() => tab.page.locator('ul.games > li').count()).toBe(11)
      await expectAccessible(tab)
      await screenshots(tab, 'games-many')
      await tab.context.close()
    })
  },
)
