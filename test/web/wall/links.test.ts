// The links with which a screen shows the wall display without signing in.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const WALL = '/accounts/1/wall'

let web: TestWeb
let game: Game
let paused: Game
let manager: Visitor
let stranger: Visitor
beforeAll(async () => {
  web = await startWeb({ settings: { hasAccessLog: true }, terms: { name: 'Own studio' } })
  game = await web.track(0)
  paused = await web.services.games.change(await web.track(1), { isActive: false })
  await writeWave(web, game.universeId)
  await web.services.marks.setTags(game, 'our-tag')
  manager = await web.member('manager')
  stranger = await web.member('owner', (await web.tenant()).account.id)
})
afterAll(() => web.stop())
beforeEach(async () => {
  for (const { id } of await web.services.wallLinks.ofAccount(web.account))
    await web.services.wallLinks.revoke(web.account, id)
})

const ofAccount = () => web.services.wallLinks.ofAccount(web.account)

async function make(form: Record<string, string> = {}): Promise<string> {
  const { location } = await manager.post(`${WALL}/links`, form)
  expect(location).toBe(`${WALL}/links`)
  const [, path = ''] = /(\/shared\/wall\/[\w-]{43}[^<]*)<\/code>/.exec((await manager.get(`${WALL}/links`)).text) ?? []
  return path.replaceAll('&amp;', '&')
}

it('show the wall display to everybody who has one, until they are revoked [WEB-57]', async () => {
  const path = await make({ view: 'all', theme: 'dark', zone: 'Europe/Berlin' })
  expect(path).toMatch(/^\/shared\/wall\/[\w-]{43}\?view=all&theme=dark&zone=Europe\/Berlin$/)
  for (const who of [web.visitor(), stranger]) {
    const { status, text, headers } = await who.get(path)
    expect(status).toBe(200)
    expect(text).toContain(game.name)
    expect(text).toContain('Own studio')
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' })
  }
  const [link] = await ofAccount()
  await manager.post(`${WALL}/links/${link?.id}/revoke`)
  for (const who of [web.visitor(), manager]) expect((await who.get(path)).status).toBe(404)
})

it('show nothing else of the account [WEB-57]', async () => {
  const { text } = await web.visitor().get(await make())
  for (const secret of ['our-tag', paused.name, '/accounts/', `/games/${game.universeId}`, '<form'])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
})

it('are made, listed and revoked by managers only [WEB-3, WEB-57]', async () => {
  const path = await make()
  const [link] = await ofAccount()
  const viewer = await web.member('viewer')
  for (const [who, status] of [
    [viewer, 403],
    [stranger, 404],
    [web.visitor(), 303],
  ] as const) {
    expect((await who.get(`${WALL}/links`)).status).toBe(status)
    expect((await who.post(`${WALL}/links`)).status).toBe(status)
    expect((await who.post(`${WALL}/links/${link?.id}/revoke`)).status).toBe(status)
  }
  const { account } = await web.tenant()
  const other = await web.member('owner', account.id)
  expect((await other.post(`/accounts/${account.id}/wall/links/${link?.id}/revoke`)).status).toBe(404)
  expect((await viewer.get(WALL)).text).not.toContain('/wall/links')
  expect((await manager.get(WALL)).text).toContain(`href="${WALL}/links"`)
  expect((await web.visitor().get(path)).status).toBe(200)
})

it('reject what the page would reject, and keep what was typed [WEB-57]', async () => {
  for (const form of [{ zone: 'Nowhere' }, { view: 'some' }, { theme: 'pink' }] as const)
    expect((await manager.post(`${WALL}/links`, form)).status).toBe(400)
  const { text } = await manager.post(`${WALL}/links`, { zone: 'Nowhere' })
  expect(text).toContain('value="Nowhere"')
  expect(text).toContain('Time zone: enter the name of a time zone, such as Europe/Berlin.')
  expect(await ofAccount()).toEqual([])
})

it('are at most 20 for an account, and the form says why there is no more [WEB-57]', async () => {
  for (let made = 0; made < 20; made++) await web.services.wallLinks.create(web.account, { query: '', createdBy: null })
  const { status, text } = await manager.post(`${WALL}/links`)
  expect(status).toBe(400)
  expect(text).toContain('at most 20 links')
  expect(await ofAccount()).toHaveLength(20)
})

it('end with the account [WEB-57]', async () => {
  const { account } = await web.tenant({ name: 'Ended studio' })
  const { secret } = await web.services.wallLinks.create(account, { query: '', createdBy: null })
  expect((await web.visitor().get(`/shared/wall/${secret}`)).status).toBe(200)
  await web.services.accounts.remove(`${account.id}`)
  expect((await web.visitor().get(`/shared/wall/${secret}`)).status).toBe(404)
})

it('are in no line of the log, and in the audit log without their secrets [WEB-54, WEB-57]', async () => {
  const path = await make()
  await web.visitor().get(path)
  const secret = path.slice('/shared/wall/'.length)
  expect(web.logged.some((line) => line.includes('/shared/wall/[removed]'))).toBe(true)
  expect(web.logged.filter((line) => line.includes(secret))).toEqual([])
  const entries = await web.services.audit.list({ accountId: web.account.id, limit: 10 })
  expect(entries.map(({ action }) => action)).toContain('wall link created')
  expect(JSON.stringify(entries)).not.toContain(secret)
})

it('a link that never was looks like one that was revoked [WEB-3, WEB-57]', async () => {
  const path = await make()
  const [link] = await ofAccount()
  await manager.post(`${WALL}/links/${link?.id}/revoke`)
  const unlike = (text: string) => text.replaceAll(/(\/wall\/|%2Fwall%2F)[\w-]*/g, '')
  const answers = [await web.visitor().get(path), await web.visitor().get('/shared/wall/x')]
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(unlike(answers[0]?.text ?? '')).toBe(unlike(answers[1]?.text ?? 'none'))
})
