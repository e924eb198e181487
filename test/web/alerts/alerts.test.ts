// Alerts in the browser: rules with their replay over the past, other notifications, samples, and what was delivered.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS, minuteOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
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

const GUILD = '200000000000000001'
const [CHANNEL, CLOSED, FOREIGN] = ['200000000000000010', '200000000000000011', '200000000000000020']
const ROLE = '200000000000000090'
const GUILDS = [
  {
    id: GUILD,
    name: 'North Star',
    ownerId: '1',
    channels: [
      { id: CHANNEL, name: 'alerts' },
      { id: CLOSED, name: 'rules', denied: ['SendMessages' as const] },
    ],
    roles: [{ id: ROLE, name: 'On call' }],
  },
  { id: '200000000000000002', name: 'Strangers', ownerId: '2', channels: [{ id: FOREIGN, name: 'general' }] },
]
const WRONG_AMOUNT = 'Value: enter a number without separators, such as 1500 or 2.5.'
const RULE = { metric: 'ccu', condition: 'below', value: '500', minutes: '10', cooldown: '60' }

let web: TestWeb
let [manager, viewer, stranger]: Visitor[] = []
let [game, other]: Game[] = []
let path = ''
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'North Star Games', plan: 'enterprise' }, guilds: GUILDS })
  await web.services.guilds.link(web.account, GUILD)
  game = await web.track(0)
  other = await web.track(1)
  manager = await web.member('manager')
  viewer = await web.member('viewer')
  stranger = await web.member('owner', (await web.tenant({ name: 'Other' })).account.id)
  path = `/accounts/${web.account.id}/alerts`
  const now = minuteOf(web.clock.now())
  const minutes = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
  await web.write(game.universeId, minutes(now - 600, 300), { ccu: 1_000 })
  await web.write(game.universeId, minutes(now - 300, 60), { ccu: 100 })
  await web.write(game.universeId, minutes(now - 240, 240), { ccu: 1_000 })
})
afterAll(() => web.stop())

const as = <Value>(value: Value | undefined): Value => value ?? expect.unreachable()
const rulesOf = async (of: Game | undefined) => web.store.rules.ofGame(as(of).id)
const routeOf = async (of: Game | undefined, kind: string) =>
  (await web.store.routes.ofGame(as(of).id)).find((route) => route.kind === kind)
const errorAt = (text: string, field: string) => new RegExp(`id="${field}-error" role="alert">([^<]*)`).exec(text)?.[1]

describe('an alert rule', () => {
  it('is replayed over the past with what is typed, also without scripts [WEB-52]', async () => {
    const query = new URLSearchParams({ ...RULE, game: `${as(game).id}` })
    const { text, status } = await as(manager).get(`${path}/new?${query}`)
    expect(status).toBe(200)
    expect(text).toContain('It would have fired once in')
    expect(text).toContain('value="500"')
    const picture = /<img class="replay" src="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const png = await as(manager).get(picture)
    expect([png.status, png.headers['content-type']]).toEqual([200, 'image/png'])
    const never = await as(manager).get(`${path}/new?${query}&value=50`.replace('value=500&', ''))
    expect(never.text).toContain('It would not have fired')
    const wrong = await as(manager).get(`${path}/new?${query}`.replace('value=500', 'value=x'))
    expect([wrong.status, errorAt(wrong.text, 'value')]).toEqual([400, WRONG_AMOUNT])
    expect(wrong.text).toMatch(/<input[^>]* name="value"[^>]*>/)
    expect(/<input id="value"[^>]*>/.exec(wrong.text)?.[0]).toContain(' aria-invalid="true" autofocus')
    expect(wrong.text).toContain('Correct the marked field')
    expect(wrong.text).toContain('value="x"')
  })

  it('is added with a channel and a role chosen by name, and listed in words [WEB-52]', async () => {
    const page = (await as(manager).get(`${path}/new`)).text
    expect(page).toContain('<optgroup label="North Star">')
    expect(page).toContain('#alerts')
    expect(page).toContain('#rules — lacks Send Messages')
    expect(page).not.toContain('general')
    const form = {
      ...RULE,
      game: `${as(game).id}`,
      channel: CHANNEL,
      role: ROLE,
      quiet_from: '22:00',
      quiet_until: '7:00',
    }
    expect(await as(manager).post(`${path}/new`, form)).toMatchObject({ status: 303, location: path })
    expect(await rulesOf(game)).toMatchObject([
      {
        metric: 'ccu',
        condition: { is: 'below', value: 500 },
        minutes: 10,
        cooldownMinutes: 60,
        roleId: ROLE,
        quietHours: { from: 1_320, until: 420, timeZone: 'UTC' },
      },
    ])
    expect(await routeOf(game, 'alert')).toMatchObject({ channelId: CHANNEL, enabled: true })
    const { text } = await as(viewer).get(path)
    expect(text).toContain('Players below 500, for 10 minutes, at most once in 1 hour')
    expect(text).toContain('mentions @On call')
    expect(text).toContain('#alerts (North Star)')
    expect(text).not.toContain('/edit')
  })

  it('that cannot be is rejected at its field, and nothing that was typed is lost [WEB-52]', async () => {
    const before = await rulesOf(game)
    const id = `${as(game).id}`
    const wrong: readonly (readonly [Readonly<Record<string, string>>, string, string])[] = [
      [{ metric: 'likes', condition: 'fewer' }, 'condition', 'Only players have a usual'],
      [{ channel: CLOSED }, 'channel', 'It lacks: Send Messages'],
      [{ channel: FOREIGN }, 'channel', 'not in a server'],
      [{ game: '999999' }, 'game', 'no such game'],
    ]
    for (const [typed, field, why] of wrong) {
      const form = { ...RULE, game: id, cooldown: '77', ...typed }
      const { status, text } = await as(manager).post(`${path}/new`, form)
      expect(status, why).toBeGreaterThanOrEqual(400)
      expect(errorAt(text, field), why).toContain(why)
      if (!('cooldown' in typed)) expect(text).toContain('value="77"')
    }
    expect(await rulesOf(game)).toEqual(before)
  })

  it('is changed in place, paused, resumed and deleted [WEB-52]', async () => {
    const [rule] = await rulesOf(game)
    const own = `${path}/${as(rule).id}`
    expect((await as(manager).get(`${own}/edit`)).text).toContain('value="500"')
    web.clock.advance(1)
    await as(manager).post(`${own}/edit`, {
      ...RULE,
      condition: 'fallen',
      value: '25',
      unit: 'percent',
      channel: CHANNEL,
    })
    expect(await rulesOf(game)).toMatchObject([
      { id: as(rule).id, condition: { is: 'changed', by: -25, unit: 'percent' }, createdAt: web.clock.now() },
    ])
    await as(manager).post(`${own}/pause`)
    expect((await as(viewer).get(path)).text).toContain('<span class="badge">Paused</span>')
    expect(await rulesOf(game)).toMatchObject([{ isPaused: true }])
    await as(manager).post(`${own}/resume`)
    expect((await rulesOf(game))[0]?.isPaused).toBeUndefined()
    expect((await as(manager).get(`${own}/remove`)).text).toContain('Delete this alert?')
    await as(manager).post(`${own}/remove`)
    expect(await rulesOf(game)).toEqual([])
    expect((await as(manager).post(`${own}/remove`)).status).toBe(404)
  })

  it('for all games is added to each of them [WEB-52]', async () => {
    await as(manager).post(`${path}/new`, { ...RULE, game: '', channel: CHANNEL })
    expect([(await rulesOf(game)).length, (await rulesOf(other)).length]).toEqual([1, 1])
    const { text } = await as(viewer).get(`${path}?game=${as(other).id}`)
    expect(text.split('Players below 500').length - 1).toBe(1)
  })

  it('begins at the time of its change or its end of a pause [WEB-52]', async () => {
    const now = web.clock.now()
    const [rule] = await rulesOf(other)
    await web.services.notifications.changeRule(web.account, as(rule).id, { ...as(rule) })
    expect((await rulesOf(other))[0]?.createdAt).toBe(now)
    await web.services.notifications.pauseRule(web.account, as(rule).id, true)
    web.clock.advance(5)
    await web.services.notifications.pauseRule(web.account, as(rule).id, false)
    expect((await rulesOf(other))[0]?.createdAt).toBe(now + 5 * MINUTE_MS)
  })
})

it('the list begins with eight notifications of each kind of list, and leads to all', async () => {
  const many = await startWeb({ terms: { name: 'Many', plan: 'enterprise' } })
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8])
    await many.services.games.change(await many.track(index), { channelId: CHANNEL })
  const person = await many.member('viewer')
  const rowsOf = (text: string) =>
    (/<section aria-labelledby="kinds">.*?<\/section>/s.exec(text)?.[0] ?? '').match(/<th scope="row">/g)?.length
  const list = `/accounts/${many.account.id}/alerts`
  const { text } = await person.get(list)
  expect(rowsOf(text)).toBe(8)
  expect(text).toContain(`<a class="button" href="${list}?all=1#kinds">Show all 9</a>`)
  const whole = await person.get(`${list}?all=1`)
  expect(rowsOf(whole.text)).toBe(9)
  expect(whole.text).not.toContain('Show all')
  await many.stop()
})

describe('other notifications', () => {
  it('are switched on for one game or all, tested and switched off [WEB-53]', async () => {
    const form = { kind: 'digest', game: '', channel: CHANNEL, at: '8:30', every: '1' }
    expect((await as(manager).post(`${path}/on`, form)).status).toBe(303)
    for (const one of [game, other])
      expect(await routeOf(one, 'digest')).toMatchObject({
        channelId: CHANNEL,
        enabled: true,
        digest: { every: 'week', weekday: 1, at: 510, timeZone: 'UTC' },
      })
    expect((await as(viewer).get(path)).text).toContain('Digests, every Monday at 8:30')
    const inBerlin = await web.member('viewer')
    inBerlin.jar.set('time-zone', 'Europe%2FBerlin')
    expect((await inBerlin.get(path)).text).toContain('Digests, every Monday at 10:30 AM (Europe/Berlin)')
    await as(manager).post(`${path}/on`, { kind: 'status', game: `${as(game).id}`, channel: CHANNEL })
    const before = web.discord.world.messagesIn(CHANNEL).length
    const tested = await as(manager).post(`${path}/test`, { kind: 'status', game: `${as(game).id}` })
    expect(tested.status).toBe(303)
    const posted = web.discord.world.messagesIn(CHANNEL)
    expect(posted).toHaveLength(before + 1)
    expect(posted.at(-1)?.embeds[0]?.title).toContain('Sample: Status changes')
    await as(manager).post(`${path}/test`, { kind: 'alert', game: `${as(game).id}` })
    const sample = web.discord.world.messagesIn(CHANNEL).at(-1)
    expect(sample?.embeds[0]?.title).toMatch(/^Sample: /)
    expect(sample?.embeds[0]?.image).toBeDefined()
    await as(manager).post(`${path}/off`, { kind: 'digest', game: `${as(game).id}` })
    expect(await routeOf(game, 'digest')).toMatchObject({ enabled: false })
    const wrong = await as(manager).post(`${path}/on`, { ...form, at: '25:00' })
    expect([wrong.status, errorAt(wrong.text, 'at')]).toEqual([
      400,
      'Time of the digest: enter a time of day, such as 09:00 or 21:30.',
    ])
    expect(wrong.text).toContain('value="25:00"')
  })

  it('that cannot be posted say what is missing [WEB-53]', async () => {
    web.discord.world.denyInChannel(CHANNEL, ['SendMessages'])
    await expect
      .poll(async () => (await as(manager).post(`${path}/test`, { kind: 'status', game: `${as(game).id}` })).text)
      .toContain('Send Messages')
    web.discord.world.denyInChannel(CHANNEL, [])
    await expect
      .poll(async () => (await as(manager).post(`${path}/test`, { kind: 'status', game: `${as(game).id}` })).status)
      .toBe(303)
  })
})

it('managers change alerts, viewers read them, and for strangers there are none [WEB-52, WEB-53]', async () => {
  const [rule] = await rulesOf(game)
  const own = `${path}/${as(rule).id}`
  const pages = [`${path}/new`, `${own}/edit`, `${own}/remove`, `${path}/preview.png?game=${as(game).id}`]
  const actions = [`${path}/new`, `${path}/on`, `${path}/off`, `${path}/test`]
  const ofRule = ['edit', 'pause', 'resume', 'remove'].map((verb) => `${own}/${verb}`)
  const form = { ...RULE, kind: 'status', game: `${as(game).id}` }
  for (const [person, status] of [
    [viewer, 403],
    [stranger, 404],
  ] as const) {
    for (const one of pages) expect((await as(person).get(one)).status, one).toBe(status)
    for (const one of [...actions, ...ofRule]) expect((await as(person).post(one, form)).status, one).toBe(status)
  }
  expect((await as(stranger).get(path)).status).toBe(404)
  expect((await web.visitor().get(path)).location).toContain('/sign-in')
  // The rule of another account is as unknown as one that does not exist.
  const foreign = `/accounts/${(await as(stranger).get('/sessions')) && web.account.id + 1}/alerts/${as(rule).id}/edit`
  expect((await as(stranger).get(foreign)).status).toBe(404)
  expect(await rulesOf(game)).toMatchObject([{ id: as(rule).id }])
})

describeInBrowser(
  'the pages of alerts',
  () => web.url,
  (open) => {
    it('replay a rule while its value changes, and are accessible and whole on a phone [WEB-52]', async () => {
      const tab = await open({ as: as(manager) })
      await tab.page.goto(`${path}/new?game=${as(game).id}`)
      await tab.page.getByLabel('Alert when it is').selectOption('below')
      await tab.page.getByLabel('Value', { exact: true }).fill('500')
      await tab.page.getByText('It would have fired once').waitFor()
      await tab.page.getByLabel('Value', { exact: true }).fill('50')
      await tab.page.getByText('It would not have fired').waitFor()
      await tab.page.getByLabel('Value', { exact: true }).fill('500')
      await tab.page.getByText('It would have fired once').waitFor()
      await tab.page.waitForLoadState('networkidle')
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'alert-new')
      await tab.page.setViewportSize(NARROW)
      await expectNoSideways(tab)
      await tab.page.setViewportSize({ width: 1_440, height: 900 })
      await tab.page.goto(path)
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'alerts')
      await tab.page
        .getByRole('link', { name: /^Delete: Players below 500/ })
        .first()
        .click()
      await tab.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await tab.page.setViewportSize(NARROW)
      await expectNoSideways(tab)
      expectClean(tab, web.url)
    })
  },
)
