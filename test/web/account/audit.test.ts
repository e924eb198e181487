// The audit log: every change by a form, a command of Discord or the command line is one entry that stays.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATOR_ACTOR } from '../../../src/domain/audit/audit-entry.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { needsFile } from '../../support/test-run.js'
import { describeInBrowser, expectAccessible, expectClean, expectNoSideways, NARROW, screenshots } from '../browser.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

let web: TestWeb
let [owner, manager, viewer, stranger, operator]: Visitor[] = []
let path = ''
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'North Star Games', plan: 'premium' } })
  owner = await web.member('owner')
  manager = await web.member('manager')
  viewer = await web.member('viewer')
  stranger = await web.member('owner', (await web.tenant({ name: 'Other' })).account.id)
  path = `/accounts/${web.account.id}`
  const { secret } = await web.services.loginLinks.create(web.account, 'owner', true)
  operator = web.visitor()
  await operator.post('/sign-in/link', { code: secret })
})
afterAll(() => web.stop())

const as = (who: Visitor | undefined): Visitor => who ?? expect.unreachable()
const entries = () => web.services.audit.list({ accountId: web.account.id, limit: 100 })
const actions = async () => (await entries()).map(({ action, subject }) => [action, subject])

it('each form that changes something writes one entry, with who and from where [WEB-54]', async () => {
  const before = (await entries()).length
  const universe = web.simulator.world.games[0]?.universeId
  await as(manager).post(`${path}/games`, { game: `${universe}` })
  await as(owner).post(path, { name: 'South Star' })
  await as(manager).post(`${path}/keys`, { name: 'Sheets' })
  const [key, renamed, added, ...rest] = await entries()
  expect(rest).toHaveLength(before)
  expect(added).toMatchObject({ action: 'game added', origin: 'web', at: web.clock.now() })
  expect(added?.userId).toMatch(/^9\d+$/)
  expect(added?.name).toMatch(/^person/)
  expect(added?.address).toMatch(/127\.0\.0\.1/)
  expect(renamed).toMatchObject({ action: 'account changed', subject: 'South Star: name=South Star' })
  expect(renamed?.userId).not.toBe(added?.userId)
  expect(key?.action).toBe('key created')
  // Of a key only the part that is shown in lists.
  expect(key?.subject).toMatch(/^Sheets \(hc_live_.{4}\)$/)
})

it('a rejected form and a visited page write none, and neither does the service by itself [WEB-54]', async () => {
  const before = await actions()
  await as(owner).post(path, { name: '' })
  await as(viewer).post(path, { name: 'Mine' })
  await as(owner).get(path)
  await web.services.accounts.change(`${web.account.id}`, { name: 'By itself' })
  expect(await actions()).toEqual(before)
})

it('commands of the operator are entries of the command line [WEB-54]', async () => {
  const { audit, accounts } = web.services
  await audit.as(OPERATOR_ACTOR, () => accounts.change(`${web.account.id}`, { plan: 'enterprise' }))
  const [last] = await entries()
  expect(last).toMatchObject({ action: 'account changed', origin: 'command line', userId: null, address: null })
  expect(last?.subject).toContain('plan=enterprise')
})

it('entries are never changed or removed, not even in the database [WEB-54]', needsFile, async () => {
  const file = new Database(web.databaseFile)
  try {
    expect(() => file.prepare('DELETE FROM audit_entry').run()).toThrow('only added')
    expect(() => file.prepare("UPDATE audit_entry SET name = 'x'").run()).toThrow('only added')
  } finally {
    file.close()
  }
})

it('owners read the log of their account, the operator reads all, and nobody else any [WEB-54]', async () => {
  const { text, status } = await as(owner).get(`${path}/audit`)
  expect(status).toBe(200)
  expect(text).toContain('Game added')
  expect(text).toContain('Command line')
  for (const one of [`${path}/audit`, `${path}/audit.csv`]) {
    expect((await as(manager).get(one)).status).toBe(403)
    expect((await as(viewer).get(one)).status).toBe(403)
    expect((await as(stranger).get(one)).status).toBe(404)
    expect((await web.visitor().get(one)).location).toContain('/sign-in')
  }
  expect((await as(operator).get('/operator/audit')).text).toContain('By itself')
  for (const one of ['/operator/audit', '/operator/audit.csv']) expect((await as(owner).get(one)).status).toBe(404)
})

it('the log is a file for spreadsheets, newest first [WEB-54]', async () => {
  const { text, headers } = await as(owner).get(`${path}/audit.csv`)
  expect(headers['content-type']).toContain('text/csv')
  const [head, first] = text.replace('\u{feff}', '').split('\r\n')
  expect(head).toBe('time,account,action,details,origin,user_id,name,address')
  expect(first).toContain(',account changed,')
  expect(first).toMatch(/^2026-06-17T12:00:00\.000Z,\d+,/)
  expect((await as(operator).get('/operator/audit.csv')).text).toContain('key created')
})

it('roles are named in the language of the reader [WEB-54]', async () => {
  const { audit, loginLinks } = web.services
  await audit.as(OPERATOR_ACTOR, () => loginLinks.create(web.account, 'manager'))
  const { text } = await as(owner).get(`${path}/audit`, { 'accept-language': 'es' })
  const details = [...text.matchAll(/data-label="Detalles">([^<]*)</g)].map(([, detail]) => detail)
  expect(details).toContain('Gestor')
  expect(details.filter((detail) => /\b(?:owner|manager|viewer)$/.test(detail ?? ''))).toEqual([])
  expect((await as(owner).get(`${path}/audit.csv`)).text).toContain(',manager,')
})

it('long logs have pages [WEB-54]', async () => {
  const { audit, members } = web.services
  for (let index = 0; index < 101; index++)
    await audit.as(OPERATOR_ACTOR, () => members.add(web.account, `${70_000_000 + index}`, 'viewer'))
  const { text } = await as(owner).get(`${path}/audit`)
  expect(text.split('Member added or changed').length - 1).toBe(100)
  const older = /href="([^"]*before=\d+)"/.exec(text)?.[1] ?? ''
  expect((await as(owner).get(older)).text).toContain('Game added')
})

describeInBrowser(
  'the audit log',
  () => web.url,
  (open) => {
    it('is accessible, and whole on a phone [WEB-54]', async () => {
      const tab = await open({ as: as(owner) })
      await tab.page.goto(`${path}/audit`)
      await expectAccessible(tab)
      await screenshots(tab, 'audit')
      await tab.page.setViewportSize(NARROW)
      await expectNoSideways(tab)
      expectClean(tab, web.url)
    })
  },
)
