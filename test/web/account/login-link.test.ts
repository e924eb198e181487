// One-time links: opening one shows a button, and only the POST of that button signs in (WEB-2).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWeb, type TestWeb } from '../support/start-web.js'

let web: TestWeb
beforeAll(async () => {
  web = await startWeb({ withDiscord: false })
})
afterAll(() => web.stop())

const link = async (role: 'owner' | 'viewer' = 'viewer') =>
  (await web.services.loginLinks.create(web.account, role)).secret
const open = (code: string, method = 'GET') => web.visitor().get(`/sign-in/link?code=${code}`, {}, method)

it('is not burnt by previews, which read it as often as they like [WEB-2]', async () => {
  const code = await link()
  for (const method of ['HEAD', 'GET', 'GET']) {
    const { status, cookies } = await open(code, method)
    expect([status, cookies]).toEqual([200, []])
  }
  expect((await web.visitor().post('/sign-in/link', { code })).status).toBe(303)
})

it('signs in with its role, once', async () => {
  const code = await link('owner')
  const person = web.visitor()
  expect((await person.post('/sign-in/link', { code })).location).toBe(`/accounts/${web.account.id}/home`)
  expect((await person.get(`/accounts/${web.account.id}`)).text).toContain('Owner')
  const late = await web.visitor().post('/sign-in/link', { code })
  expect([late.status, late.cookies]).toEqual([404, []])
  expect((await open(code)).text).toContain('no longer valid')
})

it('is good for 15 minutes', async () => {
  const [early, late] = [await link(), await link()]
  web.clock.advance(14)
  expect((await web.visitor().post('/sign-in/link', { code: early })).status).toBe(303)
  web.clock.advance(1)
  expect((await open(late)).status).toBe(404)
  expect((await web.visitor().post('/sign-in/link', { code: late })).status).toBe(404)
})

it('leaves a session that an owner sees and ends, and no manager', async () => {
  const holder = web.visitor()
  await holder.post('/sign-in/link', { code: await link('viewer') })
  const owner = web.visitor()
  await owner.post('/sign-in/link', { code: await link('owner') })
  const list = `/accounts/${web.account.id}/link-sessions`
  expect((await holder.get(list)).status).toBe(403)
  const { text } = await owner.get(list)
  const ends = [...text.matchAll(new RegExp(`${list}/\\d+/end`, 'g'))].map(([path]) => path)
  for (const path of ends) expect((await owner.post(path)).location).toBe(list)
  expect((await holder.get(list)).status).toBe(303)
  expect((await owner.get(list)).text).toContain('This browser')
  const other = await web.tenant()
  expect((await owner.post(`/accounts/${other.account.id}/link-sessions/1/end`)).status).toBe(404)
})

it('looks the same when it never was', async () => {
  const [gone, never] = [await open('x'.repeat(43)), await open('')]
  expect(gone.status).toBe(404)
  expect(gone.text.replaceAll('x'.repeat(43), '')).toBe(never.text)
})

it('is rejected from another site (login CSRF by a link)', async () => {
  const code = await link()
  const answer = await web
    .visitor()
    .post('/sign-in/link', { code }, { 'sec-fetch-site': 'cross-site', origin: web.url })
  expect([answer.status, answer.cookies]).toEqual([403, []])
  expect((await open(code)).status).toBe(200)
})

it('can be tried so often from one address (brute force on sign-in links)', async () => {
  const answers = []
  for (let n = 0; n < 40; n++) answers.push((await web.visitor().post('/sign-in/link', { code: `${n}` })).status)
  expect(answers.at(-1)).toBe(429)
})
