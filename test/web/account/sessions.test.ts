// Sessions are stored as a hash, created at each sign-in, can be ended from any browser, and are void without
// membership.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../../src/store/sqlite/driver.js'
import { needsFile } from '../../support/test-run.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const DAY = 24 * 60

let web: TestWeb
beforeAll(async () => {
  web = await startWeb()
})
afterAll(() => web.stop())

const isSignedIn = async (person: Visitor): Promise<boolean> => (await person.get('/')).text.includes('Sign out')
const account = (person: Visitor) => person.get(`/accounts/${web.account.id}`)

/** Signs in the same person in another browser. */
async function alsoAt(person: Visitor, userId: string): Promise<Visitor> {
  web.discord.oauth.person = { id: userId, username: 'same' }
  const other = web.visitor()
  await other.signIn()
  expect(await isSignedIn(person)).toBe(true)
  return other
}

const lastPerson = (): string => web.discord.oauth.person?.id ?? ''

describe('the cookie', () => {
  it('is HttpOnly and Lax, and of this host alone and Secure behind TLS (theft of a session)', async () => {
    const { secret } = await web.services.loginLinks.create(web.account, 'viewer')
    const [line = ''] = (await web.visitor().post('/sign-in/link', { code: secret })).cookies
    expect(line).toMatch(/^headcount=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    const tls = await startWeb({ settings: { givenOrigin: 'https://stats.example' } })
    const { secret: code } = await tls.services.loginLinks.create(tls.account, 'viewer')
    const headers = { 'sec-fetch-site': 'same-origin' }
    const [secure = ''] = (await tls.visitor().post('/sign-in/link', { code }, headers)).cookies
    expect(secure).toMatch(/^__Host-headcount=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
    await tls.stop()
  })

  it('holds a secret that the database does not know, only its hash', needsFile, async () => {
    const person = await web.member('viewer')
    const database = new Database(web.databaseFile, { readonly: true })
    const rows = JSON.stringify(database.prepare('SELECT * FROM session').all())
    database.close()
    expect(person.jar.get('headcount')).toMatch(/^[\w-]{43}$/)
    expect(rows).not.toContain(person.jar.get('headcount'))
  })
})

describe('a session', () => {
  it('is a new one at each sign-in, and the one before ends', async () => {
    const person = await web.member('viewer')
    const before = person.jar.get('headcount') ?? ''
    await person.signIn()
    expect(person.jar.get('headcount')).not.toBe(before)
    const thief = web.visitor()
    thief.jar.set('headcount', before)
    expect(await isSignedIn(thief)).toBe(false)
  })

  it('that somebody planted is not taken over (session fixation)', async () => {
    const person = web.visitor()
    person.jar.set('headcount', 'A'.repeat(43))
    web.discord.oauth.person = { id: lastPerson(), username: 'x' }
    await person.signIn()
    expect(person.jar.get('headcount')).not.toBe('A'.repeat(43))
  })

  it('ends by signing out, here or everywhere', async () => {
    const one = await web.member('viewer')
    const two = await alsoAt(one, lastPerson())
    const three = await alsoAt(one, lastPerson())
    const kept = two.jar.get('headcount') ?? ''
    expect((await two.post('/sign-out')).status).toBe(303)
    two.jar.set('headcount', kept)
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(three)]).toEqual([true, false, true])
    await one.post('/sign-out/everywhere')
    expect([await isSignedIn(one), await isSignedIn(three)]).toEqual([false, false])
  })

  it('is listed with its browser, and can be ended from another', async () => {
    const one = await web.member('viewer')
    const two = await alsoAt(one, lastPerson())
    const { text } = await one.get('/sessions')
    const [, path = ''] = /action="(\/sessions\/\d+\/end)"/.exec(text) ?? []
    expect(text).toContain('This browser')
    expect((await one.post(path)).location).toBe('/sessions')
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([true, false])
  })

  it('of somebody else cannot be ended, and looks like one that is not there', async () => {
    const [mine, others] = [await web.member('viewer'), await web.member('owner')]
    const [, id = ''] =
      /sessions\/(\d+)\/end/.exec((await (await alsoAt(others, lastPerson())).get('/sessions')).text) ?? []
    const [theirs, none] = [await mine.post(`/sessions/${id}/end`), await mine.post('/sessions/999999/end')]
    expect([theirs.status, none.status]).toEqual([404, 404])
    expect(theirs.text.replaceAll(`/${id}/`, '/N/')).toBe(none.text.replaceAll('/999999/', '/N/'))
    expect(await isSignedIn(others)).toBe(true)
  })

  it('is worth nothing in an account as soon as the membership ends', async () => {
    const person = await web.member('viewer')
    expect((await account(person)).status).toBe(200)
    await web.services.members.remove(web.account, lastPerson())
    expect((await account(person)).status).toBe(404)
  })

  it('ends after 30 days, or 7 without a visit [WEB-8]', async () => {
    const [busy, idle] = [await web.member('viewer'), await web.member('viewer')]
    for (let day = 0; day < 28; day += 4) {
      web.clock.advance(4 * DAY)
      expect(await isSignedIn(busy)).toBe(true)
    }
    expect(await isSignedIn(idle)).toBe(false)
    web.clock.advance(2 * DAY)
    expect(await isSignedIn(busy)).toBe(false)
  })
})
