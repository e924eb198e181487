// The page of an account: plan, usage, members and roles, login links and servers, and who may change them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf, minuteOf } from '../../../src/domain/clock.js'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  PHONE,
  screenshots,
} from '../browser.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const SERVER = '112233445566778899'
const FRIEND = '223344556677889900'

let web: TestWeb
let [owner, manager, viewer]: Visitor[] = []
let ownerId = ''
let path = ''
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'North Star Games', plan: 'premium', status: 'trial' } })
  owner = await web.member('owner')
  ownerId = web.discord.oauth.person?.id ?? ''
  manager = await web.member('manager')
  viewer = await web.member('viewer')
  path = `/accounts/${web.account.id}`
})
afterAll(() => web.stop())

const as = (who: Visitor | undefined): Visitor => who ?? expect.unreachable()
const content = (text: string) => text.slice(text.indexOf('<main'), text.indexOf('</main>'))
const roleOf = async (user: string) =>
  (await web.services.members.list(web.account)).find(({ discordUserId }) => discordUserId === user)?.role

describe('the page of an account', () => {
  it('shows plan, status, role and limits, to viewers too, who get nothing to change', async () => {
    await web.track(0)
    const text = content((await as(viewer).get(path)).text).replace(/<\/?time[^>]*>/g, '')
    for (const phrase of [
      'Premium',
      'Trial until Jul 1, 2026',
      'Viewer',
      '1 of 25',
      '5 minutes',
      '90 days',
      '730 days',
    ])
      expect(text).toContain(phrase)
    expect(text).not.toContain('<form')
    expect(content((await as(manager).get(path)).text)).not.toContain('<form')
  })

  it('says plainly what an expired subscription means', async () => {
    const expired = await web.tenant({ status: 'expired' })
    const person = await web.member('viewer', expired.account.id)
    const text = content((await person.get(`/accounts/${expired.account.id}`)).text)
    for (const phrase of ['Expired', 'as on the Free plan', '0 of 3', 'No API on this plan'])
      expect(text).toContain(phrase)
  })

  it('counts what was asked today, and draws it with its table; the reader sees since when today is counted [WEB-50]', async () => {
    const today = dayOf(minuteOf(web.clock.now()))
    await web.store.usage.add({ requests: [{ accountId: web.account.id, day: today - 3, count: 1_234 }], keys: [] })
    await web.ask('/user')
    await web.ask('/user')
    const text = content((await as(viewer).get(path)).text)
    expect(text).toContain('API requests per day over the last 30 days: 1,236 in total, at most 1,234 on one day.')
    expect(text).toContain('<th scope="row">Jun 14, 2026</th><td class="number">1,234</td>')
    expect(text).toContain('<th scope="row">Jun 17, 2026</th><td class="number">2</td>')
    expect(text.match(/<rect /g)).toHaveLength(30)
    const inBerlin = await web.member('viewer')
    inBerlin.jar.set('time-zone', 'Europe%2FBerlin')
    expect(content((await inBerlin.get(path)).text)).toContain(
      '2 since <time datetime="2026-06-17T00:00:00.000Z" data-time="time">2:00 AM</time>',
    )
    expect(text).not.toContain('style=')
  })

  it('makes a code for /setup, shown once, which links a server', async () => {
    expect((await as(manager).post(`${path}/setup-code`)).status).toBe(403)
    const { headers, text } = await as(owner).post(`${path}/setup-code`)
    const code = /\/setup code:([0-9a-f]{32})/.exec(text)?.[1] ?? ''
    expect(headers['cache-control']).toBe('private, no-store')
    await web.services.guilds.useCode(code, SERVER)
    expect((await as(viewer).get(path)).text).toContain(SERVER)
  })

  it('names commands as Discord does in the language of the reader', async () => {
    const spanish = { 'accept-language': 'es', 'sec-fetch-site': 'same-origin', origin: web.url }
    expect((await as(owner).get(path, spanish)).text).toContain('usa /configurar en él con un código')
    const { text } = await as(owner).post(`${path}/setup-code`, {}, spanish)
    expect(text).toContain('<h1>Código para /configurar</h1>')
    expect(text).toMatch(/\/configurar código:[0-9a-f]{32}/)
  })
})

describe('recent notifications', () => {
  it('show what was sent, what waits, and why something did not arrive', async () => {
    const [game] = await web.services.findGame.ofAccount(web.account)
    const gameId = game?.id ?? 0
    const now = web.clock.now()
    const of = { gameId, accountId: web.account.id, occurredAt: minuteOf(now) }
    const crossing = { metric: 'visits', rung: 1_000_000, count: 1_000_123, between: null } as const
    const milestone = { kind: 'milestone', crossings: [crossing] } as const
    await web.store.outbox.add({ ...of, kind: 'milestone', subject: 'visits:1000000', facts: milestone }, now)
    const record = { kind: 'record', ccu: 4_321, previous: 9 } as const
    await web.store.outbox.add({ ...of, kind: 'record', subject: 'ccu:4321', facts: record }, now)
    const claimed = await web.store.outbox.claim(1, '998877665544332211', now)
    const reason = 'Missing access to <that> channel.'
    if (claimed) await web.store.outbox.recordOutcome(claimed, { state: 'dead_letter', reason })
    const text = content((await as(viewer).get(path)).text)
    expect(text).toContain(`Milestone, 1,000,000 visits: ${game?.name}`)
    expect(text).toContain('Not sent')
    expect(text).toContain('Missing access to &lt;that> channel.')
    expect(text).toContain(`Record of 4,321 players: ${game?.name}`)
    expect(text).toContain('Waiting')
    const other = await web.tenant()
    const stranger = await web.member('owner', other.account.id)
    expect((await stranger.get(`/accounts/${other.account.id}`)).text).toContain('No notifications yet.')
  })

  it('say of what changed an earlier post that the post changed, and of those without a message that they are examples', async () => {
    const own = await startWeb({ terms: { name: 'Records', plan: 'enterprise' } })
    const { id: gameId } = await own.track(0)
    const now = own.clock.now()
    const subject = 'ccu:36283'
    const facts = { kind: 'record', ccu: 36_283, previous: 9 } as const
    const draft = { gameId, accountId: own.account.id, occurredAt: minuteOf(now), kind: 'record', facts } as const
    const deliver = async (id: number, messageId: string | null) => {
      const claimed = await own.store.outbox.claim(id, '998877665544332211', now)
      if (claimed) await own.store.outbox.recordOutcome(claimed, { state: 'sent', messageId })
    }
    const person = await own.member('viewer')
    const statesAt = async () => {
      const { text } = await person.get(`/accounts/${own.account.id}/alerts`)
      return [...text.matchAll(/<span class="badge">([^<]*)<\/span><\/td>/g)].map(([, state]) => state)
    }
    const lead = async () => (await person.get(`/accounts/${own.account.id}/alerts`)).text
    await own.store.outbox.add({ ...draft, subject }, now)
    await deliver(1, null)
    expect(await statesAt()).toEqual(['Example'])
    expect(await lead()).toContain('This demo posts nothing.')
    await own.store.outbox.add({ ...draft, subject: 'ccu:36290' }, now)
    await deliver(2, '77')
    const follows = { as: 'edit', subject: 'ccu:36290' } as const
    await own.store.outbox.add({ ...draft, subject: 'ccu:36290:at:5', follows }, now)
    await deliver(3, '77')
    expect(await statesAt()).toEqual(['Post changed', 'Sent', 'Example'])
    expect(await lead()).not.toContain('This demo posts nothing.')
    await own.stop()
  })

  it('are the newest six, and the page of alerts has the others [WEB-53]', async () => {
    const [game] = await web.services.findGame.ofAccount(web.account)
    const now = web.clock.now()
    const of = { gameId: game?.id ?? 0, accountId: web.account.id, occurredAt: minuteOf(now), kind: 'record' } as const
    for (let ccu = 1_001; ccu <= 1_008; ccu++)
      await web.store.outbox.add({ ...of, subject: `ccu:${ccu}`, facts: { kind: 'record', ccu, previous: 9 } }, now)
    const shownAt = async (path: string) =>
      content((await as(viewer).get(path)).text)
        .match(/Record of 1,00\d/g)
        ?.map((text) => Number(text.slice(-1)))
    const path = `/accounts/${web.account.id}`
    expect(await shownAt(path)).toEqual([8, 7, 6, 5, 4, 3])
    expect(await shownAt(`${path}/alerts`)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    expect((await as(viewer).get(path)).text).toContain(`<a class="button" href="${path}/alerts">Alerts</a>`)
  })
})

describe('members', () => {
  it('are listed for everybody of the account, and changed by owners alone', async () => {
    const { text } = await as(viewer).get(`${path}/members`)
    expect(text).toContain(ownerId)
    expect(content(text)).not.toContain('<form')
    const tries = [
      ['members', { user: FRIEND, role: 'owner' }],
      ['members/links', { role: 'owner' }],
      [`members/${ownerId}/role`, { role: 'viewer' }],
      [`members/${ownerId}/remove`, {}],
    ] as const
    for (const [at, form] of tries) expect((await as(manager).post(`${path}/${at}`, form)).status).toBe(403)
    expect([await roleOf(ownerId), await roleOf(FRIEND)]).toEqual(['owner', undefined])
  })

  it('are added, given another role and removed', async () => {
    await as(owner).post(`${path}/members`, { user: ` ${FRIEND} `, role: 'viewer' })
    expect(await roleOf(FRIEND)).toBe('viewer')
    await as(owner).post(`${path}/members/${FRIEND}/role`, { role: 'manager' })
    expect(await roleOf(FRIEND)).toBe('manager')
    const { text } = await as(owner).get(`${path}/members/${FRIEND}/remove`)
    expect(text).toContain(`Remove ${FRIEND}?`)
    expect((await as(owner).post(`${path}/members/${FRIEND}/remove`)).location).toBe(`${path}/members`)
    expect(await roleOf(FRIEND)).toBeUndefined()
    expect((await as(owner).post(`${path}/members/${FRIEND}/remove`)).status).toBe(404)
    const wrong = await as(owner).post(`${path}/members`, { user: 'somebody', role: 'manager' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('id="user-error" role="alert">A user is named by their Discord ID, digits only.')
    expect(wrong.text).toMatch(/value="somebody".*value="manager" selected/)
  })

  it('always have an owner, whichever way the last one would go [WEB-5]', async () => {
    const last = 'This is the last owner.'
    for (const [at, form] of [
      ['members', { user: ownerId, role: 'viewer' }],
      [`members/${ownerId}/role`, { role: 'manager' }],
      [`members/${ownerId}/remove`, {}],
    ] as const) {
      const { status, text } = await as(owner).post(`${path}/${at}`, form)
      expect([status, text]).toEqual([400, expect.stringContaining(last)])
    }
    expect(await roleOf(ownerId)).toBe('owner')
    await as(owner).post(`${path}/members`, { user: FRIEND, role: 'owner' })
    const both = [ownerId, FRIEND].map((user) => as(owner).post(`${path}/members/${user}/remove`))
    await Promise.all(both)
    const owners = (await web.services.members.list(web.account)).filter(({ role }) => role === 'owner')
    expect(owners).toHaveLength(1)
    await web.services.members.add(web.account, ownerId, 'owner')
  })

  it('are let in by a link that works once, and seen by owners', async () => {
    const { text } = await as(owner).post(`${path}/members/links`, { role: 'viewer' })
    const code = /\/sign-in\/link\?code=([\w-]+)/.exec(text)?.[1] ?? ''
    const guest = web.visitor()
    expect((await guest.post('/sign-in/link', { code })).status).toBe(303)
    expect((await guest.get(path)).status).toBe(200)
    expect((await as(owner).get(`${path}/members`)).text).toContain(`href="${path}/link-sessions"`)
  })
})

describeInBrowser(
  'the pages of an account',
  () => web.url,
  (open) => {
    it('are accessible in both themes, by keyboard, at any width', async () => {
      const today = dayOf(minuteOf(web.clock.now()))
      const requests = Array.from({ length: 30 }, (_, n) => ({
        accountId: web.account.id,
        day: today - n,
        count: Math.round(400 + 350 * Math.sin(n)),
      }))
      await web.store.usage.add({ requests, keys: [] })
      const tab = await open({ as: as(owner) })
      for (const at of ['', '/members', `/members/${ownerId}/remove`]) {
        await tab.page.goto(path + at)
        for (const details of await tab.page.locator('main details').all()) await details.locator('summary').click()
        await expectAccessible(tab)
        await expectKeyboard(tab)
        await screenshots(tab, `account${at.replaceAll(/\W\d*/g, '-')}`)
        await tab.page.setViewportSize(PHONE)
        await expectNoSideways(tab)
      }
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('change a role and make a link without scripts, on a phone', async () => {
      const tab = await open({ as: as(owner), scripts: false, size: PHONE })
      const { page } = tab
      await page.goto(path)
      await page.getByRole('link', { name: 'Manage members' }).click()
      await page.getByLabel('Discord user ID').fill('334455667788990011')
      await page.locator('#role').selectOption('manager')
      await page.getByRole('button', { name: 'Add member' }).click()
      await expect.poll(() => page.textContent('[role=status]')).toBe('Added 334455667788990011 as Manager.')
      await page.getByLabel('Role of 334455667788990011', { exact: true }).selectOption('viewer')
      await page.getByRole('button', { name: 'Change the role of 334455667788990011' }).click()
      expect(await roleOf('334455667788990011')).toBe('viewer')
      await page.getByRole('button', { name: 'Create a link' }).click()
      await expect.poll(() => page.textContent('#link')).toContain('/sign-in/link?code=')
      await expectNoSideways(tab)
      await screenshots(tab, 'account-link')
      await tab.context.close()
    })
  },
)
