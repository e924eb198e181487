// What the pages reject: requests from other sites, addresses of other accounts, and roles that may not do it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/http/web/routes.js'
import { startWeb, type TestWeb, type Visitor } from './support/start-web.js'

let web: TestWeb
let owner: Visitor
let viewer: Visitor
beforeAll(async () => {
  web = await startWeb()
  owner = await web.member('owner')
  viewer = await web.member('viewer')
})
afterAll(() => web.stop())

const isOfAccount = ({ access }: { access: string }) => access !== 'public' && access !== 'person'
const actions = ROUTES.filter((route) => route.kind === 'action')
const ofAccounts = ROUTES.filter(isOfAccount)
const at = (path: string, account: number | string) => path.replace(':account', `${account}`).replaceAll(/:\w+/g, '1')

describe('a change', () => {
  it.each(actions.map((route) => route.path))('from another site is rejected: %s (CSRF) [WEB-4]', async (path) => {
    const own = { host: new URL(web.url).host }
    const from = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: web.url },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { ...own },
    ]
    for (const headers of from) {
      const answer = await owner.post(at(path, web.account.id), { theme: 'dark' }, headers)
      expect([answer.status, answer.cookies]).toEqual([403, []])
    }
  })

  it('from our own page is taken, whether or not the browser says where it comes from', async () => {
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, { origin: web.url }]) {
      expect((await web.visitor().post('/theme', { theme: 'dark' }, headers)).status).toBe(303)
    }
  })

  it('with a value that a form does not have is rejected in words', async () => {
    const wrong = { theme: 'purple' }
    const answer = await web.visitor().post('/theme', wrong, { origin: web.url })
    expect(answer.status).toBe(400)
    const words = 'Theme: choose one of the values that are offered.'
    expect(answer.text).toContain(words)
    expect((await web.visitor().post('/theme', {}, { origin: web.url })).text).toContain(words)
  })

  it.each([['members/links'], ['members/1/role'], ['members']])(
    'of a role that is none is rejected in words: %s',
    async (form) => {
      const { text } = await owner.post(`/accounts/${web.account.id}/${form}`, { role: 'king' }, { origin: web.url })
      expect(text).not.toMatch(/Invalid (option|input)|[Ee]xpected (string|one of)/)
    },
  )

  it('behind a proxy is known by the public address', async () => {
    const proxied = await startWeb({ settings: { givenOrigin: 'https://stats.example' } })
    const answer = await proxied.visitor().post('/theme', { theme: 'dark' }, { origin: 'https://stats.example' })
    const clear = { origin: 'http://stats.example', host: 'stats.example' }
    expect((await proxied.visitor().post('/theme', { theme: 'dark' }, clear)).status).toBe(403)
    expect(answer.status).toBe(303)
    await proxied.stop()
  })

  it.each(actions.map((route) => route.path))('is a POST, never a GET or HEAD: %s', async (path) => {
    if (ROUTES.some((route) => route.kind === 'page' && route.path === path)) return
    for (const method of ['GET', 'HEAD', 'PUT']) {
      const answer = await owner.get(at(path, web.account.id), { 'sec-fetch-site': 'same-origin' }, method)
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
    }
  })
})

describe('an address of an account', () => {
  it('is there at all', () => {
    expect(ofAccounts.length).toBeGreaterThan(0)
  })

  it.each(ofAccounts.map(({ kind, path }) => [kind, path]))(
    '%s %s: not yours is not there (access to what others have)',
    async (kind, path) => {
      const other = await web.tenant()
      const ask = (account: number | string) =>
        kind === 'page' ? owner.get(at(path, account)) : owner.post(at(path, account))
      const answers = [await ask(other.account.id), await ask(987654), await ask('x'), await ask('0')]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      const bodies = [`${other.account.id}`, '987654', 'x', '0'].map((id, n) =>
        // The footer's link to the time zones leads back, with the address encoded.
        answers[n]?.text
          .replaceAll(`/accounts/${id}`, '/accounts/N')
          .replaceAll(`%2Faccounts%2F${id}`, '%2Faccounts%2FN'),
      )
      expect(new Set(bodies).size).toBe(1)
    },
  )

  it.each(ofAccounts.map(({ kind, path }) => [kind, path]))(
    '%s %s: unsigned visitors are asked to sign in',
    async (kind, path) => {
      for (const id of [web.account.id, 987654]) {
        const answer = kind === 'page' ? await web.visitor().get(at(path, id)) : await web.visitor().post(at(path, id))
        expect(answer.status).toBe(303)
        const isPage = ROUTES.some((route) => route.kind === 'page' && route.path === path)
        expect(answer.location).toBe(`/sign-in?return=${encodeURIComponent(isPage ? at(path, id) : '/')}`)
      }
    },
  )

  it.each(
    ofAccounts
      .filter(({ access }) => access !== 'viewer' && access !== 'operator')
      .map(({ kind, path }) => [kind, path]),
  )('%s %s: is not for viewers', async (kind, path) => {
    const address = at(path, web.account.id)
    const answer = kind === 'page' ? await viewer.get(address) : await viewer.post(address)
    expect(answer.status).toBe(403)
  })
})

describe('a page of the operator', () => {
  it.each(ROUTES.filter(({ access }) => access === 'operator').map(({ kind, path }) => [kind, path]))(
    '%s %s: does not exist for others, owners included [WEB-39]',
    async (kind, path) => {
      for (const person of [owner, viewer])
        expect((kind === 'page' ? await person.get(path) : await person.post(path)).status).toBe(404)
    },
  )
})

describe('a page', () => {
  it('that is not there is a page for people, and JSON for programs', async () => {
    const page = await web.visitor().get('/nothing/here')
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    const json = await web.ask('~/nothing/here', { key: null })
    expect(json.json()).toMatchObject({ success: false, code: 'NOT_FOUND' })
  })

  it('may load what is ours and nothing inline; data may load nothing', async () => {
    for (const path of ['/', '/docs', '/sign-in', '/nothing', `/accounts/${web.account.id}`]) {
      const policy = `${(await owner.get(path)).headers['content-security-policy']}`
      expect(policy).toContain("script-src 'self'; style-src 'self';")
      expect(policy).not.toMatch(/unsafe|\*|https:(?!\/\/)/)
    }
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec((await owner.get('/')).text) ?? []
    for (const path of ['/readyz', '/api/v1/games', script]) {
      const { headers } = await owner.get(path)
      expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
    }
  })

  it('of an account is kept by no cache', async () => {
    const { headers } = await owner.get(`/accounts/${web.account.id}`)
    expect(headers['cache-control']).toContain('no-store')
  })
})
