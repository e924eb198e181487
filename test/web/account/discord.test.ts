// Discord from the browser: linked servers with the rights that the bot lacks, linking by name, and members by name.
import { createCanvas } from '@napi-rs/canvas'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeInBrowser, expectAccessible, expectClean, expectNoSideways, NARROW, screenshots } from '../browser.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const [LINKED, OWNED, MANAGED, FOREIGN] = [1, 2, 3, 4].map((index) => `20000000000000000${index}`) as [
  string,
  string,
  string,
  string,
]
const CHANNEL = '200000000000000010'
const BOSS = { id: '300000000000000001', username: 'boss', globalName: 'The <Boss>' }
const server = (id: string, name: string, more: object = {}) => ({ id, name, ownerId: '1', channels: [], ...more })

let web: TestWeb
let [owner, manager, stranger]: Visitor[] = []
let path = ''
beforeAll(async () => {
  web = await startWeb({
    terms: { name: 'North Star Games', plan: 'premium' },
    guilds: [
      server(LINKED, 'North Star', { channels: [{ id: CHANNEL, name: 'alerts' }] }),
      server(OWNED, 'Own Server', { ownerId: BOSS.id }),
      server(MANAGED, 'Helped Server', {
        members: [{ user: BOSS, roles: ['200000000000000091'] }],
        roles: [{ id: '200000000000000091', name: 'Mods', permissions: ['ManageGuild'] }],
      }),
      server(FOREIGN, 'Foreign Server', { members: [{ user: BOSS }] }),
    ],
  })
  await web.services.guilds.link(web.account, LINKED)
  await web.services.members.add(web.account, BOSS.id, 'owner')
  web.discord.oauth.person = BOSS
  owner = web.visitor()
  await owner.signIn()
  manager = await web.member('manager')
  stranger = await web.member('owner', (await web.tenant({ name: 'Other' })).account.id)
  path = `/accounts/${web.account.id}/discord`
})
afterAll(() => web.stop())

const as = (who: Visitor | undefined): Visitor => who ?? expect.unreachable()
const linked = async () => (await web.services.guilds.list(web.account)).map(({ guildId }) => guildId)

describe('the page about Discord', () => {
  it('names the linked servers and the rights that the bot lacks in channels in use [WEB-55]', async () => {
    const game = await web.track(0)
    await web.services.games.change(game, { channelId: CHANNEL })
    const { text } = await as(manager).get(path)
    expect(text).toContain('North Star')
    expect(text).toContain('may post in all channels')
    web.discord.world.denyInChannel(CHANNEL, ['AttachFiles'])
    await expect
      .poll(async () => (await as(manager).get(path)).text)
      .toContain('In #alerts the bot lacks: Attach Files.')
    expect((await as(manager).get(path)).text).not.toContain('/link"')
  })

  it('lets managers choose the channel and the quiet hours of a whole server [DISCORD-35]', async () => {
    const to = `${path}/${LINKED}/settings`
    const settings = () => web.services.guildKeeping.settings(LINKED)
    const sent = { news: CHANNEL, quiet_from: '22:00', quiet_until: '7 am', zone: 'europe/berlin', urgent: 'on' }
    const viewer = await web.member('viewer')
    expect((await viewer.get(path)).text).not.toContain('Quiet from')
    expect((await viewer.post(to, sent)).status).toBe(403)
    expect((await as(stranger).post(to, sent)).status).toBe(404)
    expect((await as(manager).post(`${path}/${OWNED}/settings`, sent)).status).toBe(400)
    expect((await as(manager).post(to, sent)).text).toContain('Attach Files')
    web.discord.world.denyInChannel(CHANNEL, [])
    await expect.poll(async () => (await as(manager).post(to, sent)).status).toBe(303)
    expect(await settings()).toMatchObject({
      ...{ newsChannelId: CHANNEL, quietHours: { from: 1_320, until: 420 }, timeZone: 'Europe/Berlin' },
      letsUrgent: true,
    })
    const { text } = await as(manager).get(path)
    expect(text).toContain('value="22:00"')
    expect(text).toContain(`<option value="${CHANNEL}" selected`)
    for (const [field, wrong] of [
      ['quiet_until', { quiet_until: '', quiet_from: '21:30' }],
      ['zone', { zone: 'Mars/<b>', quiet_from: '21:30' }],
      ['news', { news: '200000000000009999', quiet_from: '21:30' }],
      ['news', { news: 'x', quiet_from: '21:30' }],
    ] as const) {
      const { status, text: page } = await as(manager).post(to, { ...sent, ...wrong })
      expect([status, page.includes('<b>')]).toEqual([400, false])
      const marked = [...page.matchAll(/ name="(\w+)"[^<]* aria-invalid="true"/g)].map(([, name]) => name)
      expect(marked).toEqual([field])
      expect(page).toContain('value="21:30"')
    }
    expect((await as(manager).post(to, {})).status).toBe(303)
    expect(await settings()).toMatchObject({ newsChannelId: null, timeZone: null })
    expect((await settings()).quietHours ?? null).toBeNull()
  })

  it('offers servers that the person may manage, and an invitation with the right permissions [WEB-55]', async () => {
    const { text } = await as(owner).get(path)
    expect(text).toContain('Own Server')
    expect(text).toContain('Helped Server')
    expect(text).not.toContain('Foreign Server')
    expect(text).toContain(`action="${path}/install"`)
  })

  it('links a server by its name and unlinks it, and asks before [WEB-55]', async () => {
    expect((await as(owner).post(`${path}/${MANAGED}/link`)).status).toBe(303)
    expect(await linked()).toContain(MANAGED)
    expect((await as(owner).get(path)).text).toContain('Unlink Helped Server')
    expect((await as(owner).get(`${path}/${MANAGED}/unlink`)).text).toContain('Unlink Helped Server?')
    expect((await as(owner).post(`${path}/${MANAGED}/unlink`)).status).toBe(303)
    expect(await linked()).toEqual([LINKED])
    expect((await as(owner).post(`${path}/${MANAGED}/unlink`)).status).toBe(404)
  })

  /** Presses the button to add the bot, and chooses a server at Discord. */
  const install = async (person: Visitor, guildId: string): Promise<URL> => {
    web.discord.oauth.person = BOSS
    web.discord.oauth.installsIn = guildId
    const { location } = await person.post(`${path}/install`)
    expect(new URL(location).searchParams.get('permissions')).toMatch(/^\d+$/)
    const consent = await request(location)
    await consent.body.dump()
    return new URL(`${consent.headers.location}`)
  }

  it('goes on with the server in which the bot was just installed [WEB-55]', async () => {
    const back = await install(as(owner), MANAGED)
    const { status, location } = await as(owner).get(back.pathname + back.search)
    expect([status, location]).toEqual([303, `${path}?server=${MANAGED}`])
    const { text } = await as(owner).get(location)
    expect(text).toContain('The bot is now in Helped Server.')
    expect(text).toContain(`action="${path}/${MANAGED}/link"`)
    expect(await linked()).not.toContain(MANAGED)
  })

  it('goes on with no server that the person does not manage, whatever the address says [WEB-55]', async () => {
    const back = await install(as(owner), FOREIGN)
    const { location } = await as(owner).get(back.pathname + back.search)
    const { text } = await as(owner).get(location)
    expect(text).toContain('you may not manage it')
    expect(text).not.toContain('Foreign Server')
    for (const one of [LINKED, 'x', '1', '"><script>']) {
      const page = await as(owner).get(`${path}?server=${encodeURIComponent(one)}`)
      expect([page.status, page.text.includes('The bot is now in')]).toEqual([200, false])
    }
  })

  it('takes no server from an address that this browser did not ask for, or that was used [WEB-55]', async () => {
    const back = await install(as(owner), MANAGED)
    const forged = new URL(back)
    forged.searchParams.set('state', 'another')
    expect((await as(owner).get(forged.pathname + forged.search)).status).toBe(400)
    const again = await install(as(owner), MANAGED)
    expect((await web.visitor().get(again.pathname + again.search)).status).toBe(400)
    expect((await as(owner).get(again.pathname + again.search)).status).toBe(303)
    expect((await as(owner).get(again.pathname + again.search)).status).toBe(400)
    // A sign-in that asked for no server gets none.
    web.discord.oauth.person = BOSS
    const plain = await as(owner).wayBack(path)
    expect((await as(owner).get(`${plain}&guild_id=${MANAGED}`)).location).toBe(path)
  })

  it('leads back to the page after Cancel, and is for owners only [WEB-55]', async () => {
    web.discord.oauth.person = undefined
    const { location } = await as(owner).post(`${path}/install`)
    const consent = await request(location)
    await consent.body.dump()
    const back = new URL(`${consent.headers.location}`)
    const { status, location: to } = await as(owner).get(back.pathname + back.search)
    expect([status, to]).toEqual([303, path])
    expect((await as(manager).post(`${path}/install`)).status).toBe(403)
    expect((await as(stranger).post(`${path}/install`)).status).toBe(404)
  })

  it('links no server that the person does not manage, and none for others than owners [WEB-55]', async () => {
    const before = await linked()
    for (const guild of [FOREIGN, LINKED, '999999999', 'x']) {
      const { status, text } = await as(owner).post(`${path}/${guild}/link`)
      expect([status, text.includes('You do not manage this server')]).toEqual([403, true])
    }
    for (const [person, status] of [
      [manager, 403],
      [stranger, 404],
    ] as const) {
      expect((await as(person).post(`${path}/${OWNED}/link`)).status).toBe(status)
      expect((await as(person).post(`${path}/${LINKED}/unlink`)).status).toBe(status)
    }
    expect((await as(stranger).get(path)).status).toBe(404)
    expect(await linked()).toEqual(before)
  })
})

it('members are shown by name and picture, which Headcount serves [WEB-55]', async () => {
  const user = { id: '300000000000000002', username: 'artist', globalName: 'Ada', avatar: 'abc123' }
  web.discord.world.users.set(user.id, user)
  const canvas = createCanvas(32, 32)
  canvas.getContext('2d').fillRect(0, 0, 32, 32)
  const bytes = canvas.toBuffer('image/png')
  web.discord.world.files.set(`/cdn/avatars/${user.id}/abc123.png`, { bytes, contentType: 'image/png' })
  await web.services.members.add(web.account, user.id, 'viewer')
  const members = `/accounts/${web.account.id}/members`
  const { text } = await as(owner).get(members)
  expect(text).toContain('The &lt;Boss>')
  expect(text).toContain('Ada')
  const picture = await as(owner).get(`${members}/${user.id}/picture.webp`)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(text).toContain(`src="${members}/${user.id}/picture.webp"`)
  expect((await as(owner).get(`${members}/${BOSS.id}/picture.webp`)).status).toBe(404)
  expect((await as(stranger).get(`${members}/${user.id}/picture.webp`)).status).toBe(404)
})

describeInBrowser(
  'the pages about Discord',
  () => web.url,
  (open) => {
    it('are accessible, and whole on a phone [WEB-55]', async () => {
      const tab = await open({ as: as(owner) })
      for (const [name, address] of [
        ['discord', path],
        ['discord-installed', `${path}?server=${MANAGED}`],
        ['discord-not-managed', `${path}?server=${FOREIGN}`],
        ['members', `/accounts/${web.account.id}/members`],
      ] as const) {
        await tab.page.setViewportSize({ width: 1_440, height: 900 })
        await tab.page.goto(address)
        await expectAccessible(tab)
        await screenshots(tab, name)
        await tab.page.setViewportSize(NARROW)
        await expectNoSideways(tab)
      }
      expectClean(tab, web.url)
    })
  },
)
