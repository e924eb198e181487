// The pages of the operator: what they show, and that they do not exist for anybody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/clock.js'
import { needsFile } from '../../support/test-run.js'
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

const CHANNEL = '100200300'
const PAGES = ['/operator', '/operator/accounts', '/operator/notifications'] as const

let web: TestWeb
let boss: Visitor
let gameId = 0
beforeAll(async () => {
  web = await startWeb({ environment: { OPERATORS: '90000777' } })
  gameId = (await web.track(0)).id
  web.discord.oauth.person = { id: '90000777', username: 'boss' }
  boss = web.visitor()
  await boss.signIn()
})
afterAll(() => web.stop())

it('says in the language of the reader what the last tick did [WEB-46]', async () => {
  const before = { ...web.parts }
  const detail = 'Last tick: 1 sampled, 2 gaps.'
  web.parts.poller = () => ({ state: 'running', detail, lastTick: { sampled: 1, gaps: 2 } })
  const { text } = await boss.get('/operator', { 'accept-language': 'es' })
  Object.assign(web.parts, before)
  expect(text).toContain('Última ronda: 1 juego medido, 2 huecos.')
  expect(text).not.toContain('Last tick')
})

/** A row of the table of health: the name of the part, its state, and a part of its details. */
const rowOf = (name: string, state: string, detail: string): RegExp =>
  new RegExp(`>${name}</th>(?:(?!</tr>).)*>${state}<(?:(?!</tr>).)*${detail}`, 's')

let subjects = 0

/** A notification that Discord rejected; returns its id. */
async function failedNotification(outcome: 'dead_letter' | 'uncertain' = 'dead_letter'): Promise<number> {
  const facts = { kind: 'record', ccu: 10, previous: 9 } as const
  const occurredAt = web.clock.now() / 60_000
  const draft = { gameId, accountId: web.account.id, kind: 'record', occurredAt, facts } as const
  await web.store.outbox.add({ ...draft, subject: `ccu:${++subjects}` }, web.clock.now())
  const [newest = expect.unreachable()] = await web.store.outbox.list({ limit: 1 })
  const claimed = (await web.store.outbox.claim(newest.id, CHANNEL, web.clock.now())) ?? expect.unreachable()
  await web.store.outbox.recordOutcome(claimed, { state: outcome, reason: 'Missing <Access>.' })
  return newest.id
}

const retry = (person: Visitor, id: number | string) => person.post(`/operator/notifications/${id}/retry`)

/** What the page says, without the footer, which leads back to its address. */
const mainOf = (text: string) => /<title>.*<\/main>/s.exec(text)?.[0] ?? expect.unreachable('No page.')

describe('for anybody but the operator', () => {
  it.each(['owner', 'manager', 'viewer'] as const)('does not exist for the role %s [WEB-39]', async (role) => {
    const id = await failedNotification()
    const person = await web.member(role)
    const nothing = await person.get('/no-such-page')
    for (const path of PAGES) {
      const { status, text } = await person.get(path)
      expect(status).toBe(404)
      expect(mainOf(text)).toBe(mainOf(nothing.text))
    }
    expect((await retry(person, id)).status).toBe(404)
    expect((await web.store.outbox.byId(id))?.state).toBe('dead_letter')
    expect((await person.get('/sessions')).text).not.toContain('/operator')
    await retry(boss, id)
  })

  it('leads strangers to signing in, and changes nothing for them or another site [WEB-39]', async () => {
    const id = await failedNotification()
    for (const path of PAGES)
      expect((await web.visitor().get(path)).location).toBe(`/sign-in?return=${encodeURIComponent(path)}`)
    expect((await retry(web.visitor(), id)).status).toBe(303)
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await boss.post(`/operator/notifications/${id}/retry`, {}, foreign)).status).toBe(403)
    expect((await web.store.outbox.byId(id))?.state).toBe('dead_letter')
    await retry(boss, id)
  })
})

it('an operator who is in no account signs in and comes to these pages [WEB-1]', async () => {
  web.discord.oauth.person = { id: '90000777', username: 'boss' }
  const person = web.visitor()
  expect((await person.signIn()).location).toBe('/operator')
  expect((await person.get('/')).status).toBe(200)
  web.discord.oauth.person = { id: '90000778', username: 'stranger' }
  expect((await web.visitor().signIn()).status).toBe(403)
})

describe('the overview', () => {
  const text = async () => (await boss.get('/operator')).text

  it('shows each part with its own words, the queue, and what is not known [WEB-46]', async () => {
    expect((await boss.get('/sessions')).text).toContain('href="/operator"')
    const before = { ...web.parts }
    web.parts.poller = () => ({ state: 'overdue', detail: 'No tick has been stored for 9 minutes.' })
    web.parts.bot = () => ({ state: 'failed', detail: 'Discord rejects the token.' })
    const shown = await text()
    Object.assign(web.parts, before)
    for (const words of ['Overdue', 'for 9 minutes', 'Discord rejects the token.', 'Known after a day'])
      expect(shown).toContain(words)
    expect(shown).toMatch(/Last backup<\/dt><dd>Unknown/)
    expect(shown).toMatch(/Notifications waiting<\/dt><dd>\d/)
  })

  it('says how many more games fit, and at least how many where no larger tick was measured [PROCESS-22]', async () => {
    const before = { ...web.parts }
    const shown: string[] = []
    for (const headroomIsMinimum of [false, true]) {
      web.parts.poller = () => ({ state: 'running', headroom: 2_997, headroomIsMinimum })
      shown.push(await text())
    }
    Object.assign(web.parts, before)
    expect(shown[0]).toMatch(/Room for more games<\/dt><dd>2,997</)
    expect(shown[1]).toMatch(/Room for more games<\/dt><dd>At least 2,997</)
  })

  it('says how the clock is, by how much it differs, and what to do [WEB-46]', async () => {
    web.clockCheck.compare(-3_000)
    expect(await text()).toMatch(rowOf('Clock', 'Correct', 'differs from Roblox.s by 3 seconds.'))
    web.clock.set(web.clock.now() + 2 * HOUR_MS)
    const shown = await text()
    web.clock.set(web.clock.now() - 2 * HOUR_MS)
    expect(shown).toMatch(
      rowOf('Clock', 'Differs from Roblox.s', 'by 7,203 seconds. Nothing is sampled until they agree. Check which one'),
    )
    expect(shown).toMatch(/badge danger">Differs from Roblox/)
  })

  it('says what the last verification found, and when it was [WEB-46]', async () => {
    expect(await text()).toMatch(rowOf('Stored data', 'Not verified yet', '—'))
    const found = { at: web.clock.now(), tookMs: 1, weeks: 1, fileDamage: null, lostWeeks: 0, lost: [] }
    await web.store.settings.set('verification.result', JSON.stringify(found))
    expect(await text()).toMatch(rowOf('Stored data', 'Sound', 'Verified '))
    await web.store.settings.set('verification.result', JSON.stringify({ ...found, lostWeeks: 1 }))
    const shown = await text()
    await web.store.settings.set('verification.result', '')
    expect(shown).toMatch(rowOf('Stored data', 'Damaged', 'Damage was found. Run the doctor on the command line.'))
  })

  it('shows the last tick and the calls to Roblox by endpoint [WEB-46]', async () => {
    await web.tick()
    const shown = await text()
    expect(shown).toContain('datetime="2026-06-17T12:00:00.000Z"')
    expect(shown).toMatch(/<code>[^<]*games[^<]*<\/code>/)
    expect(shown).toMatch(/data-label="Answer">200/)
  })

  it('computes from the sizes of the last days when the disk is full [WEB-46]', needsFile, async () => {
    const [now, size] = [web.clock.now(), await web.store.bytes()]
    const sizes = [
      { at: now - 20 * DAY_MS, bytes: 1 },
      { at: now - 4 * DAY_MS, bytes: size - 4 * 1_048_576 },
      { at: now + DAY_MS, bytes: 2 },
    ]
    await web.store.settings.set('database.sizes', JSON.stringify(sizes))
    const { bytesADay, freeBytes = 0, daysLeft } = await web.services.diskForecast.read()
    expect(bytesADay).toBe(1_048_576)
    expect(daysLeft).toBe(Math.floor(freeBytes / 1_048_576))
    expect(await text()).toMatch(/Growth a day<\/dt><dd>1\.0 MiB.*Disk full in<\/dt><dd>(?:[\d,]+ days|More than 10)/)
    await web.store.settings.set('database.sizes', JSON.stringify([{ at: now - DAY_MS, bytes: size + 9 }]))
    expect(await text()).toMatch(/Does not grow.*Disk full in<\/dt><dd>Not at this growth/)
    await web.store.settings.set('database.sizes', 'no JSON')
    expect(await text()).toContain('Known after a day')
  })

  it('notes the size once a day [WEB-46]', async () => {
    await web.store.settings.set('database.sizes', '[]')
    const noted = async () => JSON.parse((await web.store.settings.get('database.sizes')) ?? '') as unknown[]
    await web.services.diskForecast.note()
    await web.services.diskForecast.note()
    expect(await noted()).toHaveLength(1)
  })
})

describe('the accounts', () => {
  it('have plan, status, end of the trial, games, members and last use [WEB-47]', async () => {
    await web.services.accounts.create({ name: 'On <trial>', plan: 'premium', status: 'trial', trialDays: 5 })
    await web.services.accounts.create({ name: 'Ended', plan: 'premium', status: 'expired' })
    await web.ask('/games')
    await web.services.usage.flush()
    const { text } = await boss.get('/operator/accounts')
    expect(text).toContain('On &lt;trial>')
    expect(text).toContain('datetime="2026-06-22T12:00:00.000Z"')
    const own = new RegExp(`${web.account.name} .*?Enterprise.*?Active.*?Games">1.*?Members">\\d.*?<time`)
    expect(text).toMatch(own)
    expect(text).toMatch(/Ended .*?Expired.*?Games">0.*?Members">0.*?Never/)
  })

  it('are found by name and by status, and unusable parameters are as if they were absent [WEB-47]', async () => {
    const names = async (query: string) => {
      const { status, text } = await boss.get(`/operator/accounts?${query}`)
      expect(status).toBe(200)
      return [...text.matchAll(/<th scope="row">([^<]*?) <span/g)].map(([, name]) => name)
    }
    expect(await names('status=trial')).toEqual(['On &lt;trial>'])
    expect(await names('status=expired&find=eND')).toEqual(['Ended'])
    expect(await names('find=nobody')).toEqual([])
    expect((await names('status=none&page=-4')).length).toBe(3)
    expect((await names('page=99')).length).toBe(3)
  })

  it('are 50 on a page, the trials in the order of their ends [WEB-47]', async () => {
    for (let index = 0; index < 51; index++)
      await web.services.accounts.create({ name: `T${index}`, plan: 'premium', status: 'trial', trialDays: 60 - index })
    const first = (await boss.get('/operator/accounts?status=trial')).text
    expect(first).toContain('href="/operator/accounts?status=trial&amp;page=2"')
    expect(first.indexOf('T50 ')).toBeLessThan(first.indexOf('T49 '))
    expect((await boss.get('/operator/accounts?status=trial&page=2')).text).toContain('T0 ')
    for (let index = 1; index < 51; index++) await web.services.accounts.remove(`T${index}`)
  })
})

describe('failed notifications', () => {
  it('are listed with the reason and tried again with a button [WEB-48]', async () => {
    expect((await boss.get('/operator/notifications')).text).toContain('No notification has failed.')
    const id = await failedNotification()
    await web.store.routes.put({ gameId, kind: 'record', channelId: CHANNEL, enabled: true, digest: null })
    await web.store.routes.pause({ channelId: CHANNEL, reason: 'Gone.', since: 0, until: web.clock.now() + DAY_MS })
    const { text } = await boss.get('/operator/notifications')
    for (const words of ['Missing &lt;Access>.', `Channel ${CHANNEL}`, 'Not sent', web.account.name])
      expect(text).toContain(words)
    web.clock.advance(3 * 1_440)
    expect((await retry(boss, id)).location).toBe('/operator/notifications')
    expect((await boss.get('/operator/notifications')).text).toContain('It is tried again now.')
    expect(await web.store.outbox.due(web.clock.now())).toMatchObject([{ notification: { id, attempts: 0 } }])
    expect(await web.store.routes.paused([CHANNEL])).toEqual([])
    await web.store.outbox.expire(web.clock.now())
    expect((await web.store.outbox.byId(id))?.state).toBe('pending')
  })

  it('that were sent, are not there or have no number are not tried again [WEB-48]', async () => {
    const id = await failedNotification('uncertain')
    expect((await retry(boss, id)).status).toBe(303)
    for (const wrong of [id, 999_999, 0, 'x', '1.5']) expect((await retry(boss, wrong)).status).toBe(404)
  })
})

describeInBrowser(
  'the pages of the operator',
  () => web.url,
  (open) => {
    it.each([360, 500, 640, 768, 900, 1_060, 1_440])(
      'leave no fact alone in its row at %i pixels [WEB-46]',
      async (width) => {
        const tab = await open({ as: boss, size: { width, height: 900 }, locale: 'pt-BR', scripts: false })
        await tab.page.goto('/operator')
        const rows = await tab.page.locator('dl.facts').evaluateAll((lists) =>
          lists.map((list) => {
            const places = [...list.children].map((one) => one.getBoundingClientRect())
            const last = places.filter(({ top }) => top === places.at(-1)?.top)
            // On a phone of two columns, the last of seven has the whole row.
            const isWhole = (last[0]?.width ?? 0) > 0.9 * list.getBoundingClientRect().width
            return last.length > 1 || isWhole
          }),
        )
        expect(rows).toEqual([true, true])
        await tab.context.close()
      },
    )

    it.each(PAGES)(
      '%s is accessible, works without scripts, and is whole on a phone [WEB-46, WEB-47, WEB-48]',
      async (path) => {
        await failedNotification()
        const tab = await open({ as: boss })
        await tab.page.goto(path)
        await expectAccessible(tab)
        await expectKeyboard(tab)
        await screenshots(tab, path.slice(1).replace('/', '-'))
        await tab.page.setViewportSize(NARROW)
        await expectNoSideways(tab)
        expectClean(tab, web.url)
        const plain = await open({ as: boss, scripts: false })
        await plain.page.goto(path)
        await plain.page.getByRole('link', { name: 'Failed notifications', exact: true }).click()
        await plain.page
          .getByRole('button', { name: /^Try again/ })
          .first()
          .click()
        await plain.page.getByText('It is tried again now.').waitFor()
      },
    )
  },
)
