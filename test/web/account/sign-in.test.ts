// Signing in with Discord, against a double that enforces PKCE, exact redirects and codes that work once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWeb, type TestWeb } from '../support/start-web.js'

const MEMBER = { id: '112233445566', username: 'mara', globalName: 'Mara <i>' }
const STRANGER = { id: '998877665544', username: 'stranger' }

let web: TestWeb
beforeAll(async () => {
  web = await startWeb({ settings: { operatorContact: 'ops@studio.example' } })
  await web.services.members.add(web.account, MEMBER.id, 'owner')
})
afterAll(() => web.stop())
beforeEach(() => {
  web.discord.oauth.person = MEMBER
})

describe('a member', () => {
  it('goes to Discord with state and a challenge, asking for the name alone', async () => {
    const { status, location } = await web.visitor().post('/sign-in/discord')
    const { origin, pathname, searchParams } = new URL(location)
    expect([status, origin + pathname]).toEqual([303, `${new URL(web.discord.apiUrl).origin}/oauth2/authorize`])
    expect(Object.fromEntries(searchParams)).toMatchObject({
      scope: 'identify',
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^.{40,}$/),
      code_challenge: expect.stringMatching(/^.{40,}$/),
      redirect_uri: `${web.url}/sign-in/discord/return`,
    })
  })

  it('comes back signed in, to the page they were at, and is called by the name Discord has', async () => {
    const person = web.visitor()
    const back = await person.signIn('/accounts/1?tab=a')
    expect([back.status, back.location]).toEqual([303, '/accounts/1?tab=a'])
    const front = await person.get('/')
    expect(front.text).toContain('Signed in as Mara &lt;i>')
    expect(front.text).toContain('You are signed in.')
    expect((await person.get('/')).text).not.toContain('You are signed in.')
    expect((await person.get(`/accounts/${web.account.id}`)).status).toBe(200)
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/..//evil.example', 'javascript:alert(1)'])(
    'is not led elsewhere: %s',
    async (elsewhere) => {
      expect((await web.visitor().signIn(elsewhere)).location).toMatch(/^\/accounts\/1\/home$|^\/evil\.example$/)
    },
  )
})

describe('a sign-in that is not its own', () => {
  it('is rejected with a state that is not the browser’s', async () => {
    const person = web.visitor()
    const path = (await person.wayBack()).replace(/state=[^&]+/, 'state=forged')
    expect((await person.get(path)).status).toBe(400)
    expect(person.jar.has('headcount')).toBe(false)
  })

  it('is rejected in another browser than the one that began it (login CSRF) [WEB-9]', async () => {
    const path = await web.visitor().wayBack()
    const other = web.visitor()
    await other.wayBack()
    expect((await other.get(path)).status).toBe(400)
    expect((await web.visitor().get(path)).status).toBe(400)
  })

  it('is rejected a second time, even with the cookies of the first [WEB-9]', async () => {
    const person = web.visitor()
    const path = await person.wayBack()
    const kept = new Map(person.jar)
    expect((await person.get(path)).status).toBe(303)
    expect((await person.get(path)).status).toBe(400)
    const thief = web.visitor()
    for (const [name, value] of kept) thief.jar.set(name, value)
    const calls = web.discord.calls.length
    expect((await thief.get(path)).status).toBe(400)
    expect(web.discord.calls.length).toBe(calls)
  })

  it('is rejected with a code that Discord gave to somebody else’s challenge', async () => {
    const victim = web.visitor()
    const stolen = /code=([^&]+)/.exec(await victim.wayBack())?.[1] ?? ''
    const thief = web.visitor()
    const path = (await thief.wayBack()).replace(/code=[^&]+/, `code=${stolen}`)
    const answer = await thief.get(path)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Please start again')
  })

  it.each([
    ['no code', ''],
    ['two codes', '&code=a&code=b'],
    ['an empty code', '&code='],
    ['two states', '&code=a&state=b'],
    ['a token in its place', '&id_token=a'],
    ['a whole answer in its place', '&response=a.b.c'],
    ['an issuer', '&code=a&iss=https%3A%2F%2Fevil.example'],
  ])('is rejected with an address that Discord never made, and nothing is logged: %s', async (_, more) => {
    const person = web.visitor()
    await person.post('/sign-in/discord')
    const attempt = JSON.parse(decodeURIComponent(person.jar.get('headcount-attempt') ?? '')) as { state: string }
    const before = web.logged.length
    const { status, text } = await person.get(`/sign-in/discord/return?state=${attempt.state}${more}`)
    expect([status, web.logged.slice(before)]).toEqual([400, []])
    expect(text).toContain('<h1>')
    expect(person.jar.has('headcount')).toBe(false)
  })

  it('does nothing on HEAD', async () => {
    const person = web.visitor()
    const path = await person.wayBack()
    const head = await person.get(path, {}, 'HEAD')
    expect([head.status, head.cookies]).toEqual([400, []])
    expect((await person.get(path)).status).toBe(303)
  })
})

describe('when Discord', () => {
  it('is rejected, the page says so', async () => {
    web.discord.oauth.person = undefined
    const answer = await web.visitor().signIn()
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Discord did not sign you in')
  })

  it('fails, the page says so, and nothing inner', async () => {
    web.discord.faults.next('GET /users/@me', { status: 500 })
    const answer = await web.visitor().signIn()
    expect(answer.status).toBe(502)
    expect(answer.text).not.toMatch(/oauth|stack|\/src\//i)
  })
})

describe('a stranger', () => {
  beforeEach(() => {
    web.discord.oauth.person = STRANGER
  })

  it('creates nothing while sign-up is closed, and shows how to reach the operator [WEB-1]', async () => {
    const person = web.visitor()
    const answer = await person.signIn()
    expect(answer.status).toBe(403)
    expect(answer.text).toContain(STRANGER.id)
    expect(answer.text).toContain('mailto:ops@studio.example')
    expect(person.jar.has('headcount')).toBe(false)
    expect(await web.services.accounts.list()).toHaveLength(1)
  })

  it('gets an account on the free plan of their own where it is open, once', async () => {
    const open = await startWeb({ signUp: 'open' })
    await open.services.accounts.create({ name: STRANGER.username, plan: 'free' })
    open.discord.oauth.person = STRANGER
    const [first, again] = [open.visitor(), open.visitor()]
    expect((await first.signIn()).status).toBe(303)
    expect((await again.signIn()).status).toBe(303)
    const accounts = await open.services.accounts.list()
    expect(accounts.slice(2)).toMatchObject([{ name: `${STRANGER.username} 2`, plan: 'free', status: 'active' }])
    const { text } = await first.get(`/accounts/${accounts[2]?.id}`)
    expect(text).toContain('Owner')
    await open.stop()
  })
})

describe('without a Discord application', () => {
  it('the page says where to get a link, and names no variables or commands of the operator', async () => {
    const without = await startWeb({ withDiscord: false })
    const { text, headers } = await without.visitor().get('/sign-in')
    expect(text).toContain('can send you a link that signs you in')
    expect(text).not.toMatch(/npm run|DISCORD_|discord\/return/)
    expect(text).not.toContain('action="/sign-in/discord"')
    expect(headers['content-security-policy']).toContain("form-action 'self';")
    expect((await without.visitor().post('/sign-in/discord')).status).toBe(503)
    await without.stop()
  })
})
