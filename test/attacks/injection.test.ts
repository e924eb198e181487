// Texts that are to be taken for something else: for properties of all objects, for headers, for lines of the log, for pages.
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/http/web/routes.js'
import { startWeb, type TestWeb, type Visitor } from '../web/support/start-web.js'
import { sendBytes } from './raw-connection.js'

const SCRIPT = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`
/** The parameter names that the pages know, and one that they do not. */
const PARAMETERS = [
  'return',
  'code',
  'state',
  'error',
  'q',
  'search',
  'sort',
  'from',
  'to',
  'range',
  'metric',
  'compare',
]

let web: TestWeb
let owner: Visitor
let gameId: number
beforeAll(async () => {
  web = await startWeb({ settings: { hasAccessLog: true } })
  owner = await web.member('owner')
  const game = await web.track(0)
  gameId = game.id
  await web.services.games.change(game, { isPublic: true })
})
afterAll(() => web.stop())

describe('prototype pollution', () => {
  const HOSTILE = ['__proto__[polluted]=1', 'constructor[prototype][polluted]=1', '__proto__.polluted=1', '__proto__=1']

  it.each(HOSTILE)('by a parameter, a form or a cookie changes no other object: %s', async (text) => {
    for (const path of ['~/', '~/rankings', '/games', '/rankings', '~/platform/Groups/GroupName'])
      expect((await web.ask(`${path}?${text}`)).status).toBeLessThan(500)
    const [name = '', value = ''] = text.split('=')
    for (const path of ['/theme', '/time-zone', '/sign-in/discord', `/accounts/${web.account.id}/keys`])
      expect((await owner.post(path, { [name]: value })).status).toBeLessThan(500)
    const visitor = web.visitor()
    visitor.jar.set('headcount-visits', encodeURIComponent('{"__proto__":{"polluted":1},"seen":1,"previous":null}'))
    visitor.jar.set('__proto__', '1')
    expect((await visitor.get('/')).status).toBe(200)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('names that all objects have are not what is known by name', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect((await web.ask(`~/platform/${name}/${name}`)).status).toBe(404)
      expect((await web.ask(`~/assets/${name}`, { key: null })).status).toBe(404)
      expect((await web.ask(`/rankings?sort=${name}`)).status).toBe(400)
      expect((await web.ask(`/games/${gameId}/series?metrics=${name}`)).status).toBe(400)
      expect((await owner.get(`/accounts/${web.account.id}/games/${gameId}?metric=${name}`)).status).toBe(400)
    }
  })
})

describe('header injection', () => {
  const LINES = 'x\r\nSet-Cookie: stolen=1\r\nX-Injected: 1'

  it('no parameter writes a header', async () => {
    const value = encodeURIComponent(LINES)
    for (const { kind, path } of ROUTES) {
      if (kind !== 'page') continue
      const address = path
        .replace(':account', `${web.account.id}`)
        .replace(':game', `${gameId}`)
        .replaceAll(/:\w+/g, '1')
      const { headers } = await owner.get(`${address}?${PARAMETERS.map((name) => `${name}=${value}`).join('&')}`)
      expect([path, headers['x-injected'], `${headers['set-cookie']}`.includes('stolen')]).toEqual([
        path,
        undefined,
        false,
      ])
    }
    const led = await owner.post('/theme', { theme: 'dark', return: `/${LINES}` })
    expect([led.headers['x-injected'], led.location]).toEqual([undefined, expect.not.stringMatching(/[\r\n]/)])
  })

  it('no name of a game writes a header of a download', async () => {
    web.simulator.set(web.simulator.world.games[1]?.universeId ?? 0, { name: `a";${LINES}/../../x` })
    const game = await web.track(1)
    const { headers, status } = await owner.get(
      `/accounts/${web.account.id}/games/${game.id}/days.csv?from=2026-06-01&to=2026-06-02`,
    )
    expect([status, headers['x-injected']]).toEqual([200, undefined])
    expect(`${headers['content-disposition']}`).toMatch(/^attachment; filename="[\w .-]+"$/)
  })
})

describe('log injection', () => {
  it('a request writes one line of JSON, whatever is in its address and headers', async () => {
    const hostile = '\\n{"level":30,"msg":"forged"}\\u001b[31m'
    const before = web.logged.length
    await sendBytes(
      web.port,
      Buffer.from(
        `GET /nothing%0a%0d{"level":30,"msg":"forged"}%1b[31m HTTP/1.1\r\nHost: x\r\nUser-Agent: ${hostile}\r\n` +
          `Referer: ${hostile}\r\nX-Request-Id: ${hostile}\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    )
    await expect.poll(() => web.logged.length).toBe(before + 1)
    const line = web.logged.at(-1) ?? ''
    expect(['\r', '\n', '\u001b'].filter((character) => line.trimEnd().includes(character))).toEqual([])
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
  })
})

describe('reflected script', () => {
  it.each(ROUTES.filter(({ kind }) => kind === 'page').map(({ path }) => path))(
    'what is in the address is never part of the page: %s',
    async (path) => {
      const address = path
        .replace(':account', `${web.account.id}`)
        .replace(':game', `${gameId}`)
        .replaceAll(/:\w+/g, '1')
      const value = encodeURIComponent(SCRIPT)
      const { text } = await owner.get(`${address}?${PARAMETERS.map((name) => `${name}=${value}`).join('&')}`)
      expect(text).not.toMatch(/<script>alert|<img src=x/)
      const below = await owner.get(`${address === '/' ? '' : address}/${value}`)
      expect(below.text).not.toMatch(/<script>alert|<img src=x/)
    },
  )

  it('an error says nothing back as a page that a browser would run', async () => {
    for (const path of [`/api/v1/${SCRIPT}`, `/platform/${SCRIPT}`, `/games/${SCRIPT}`]) {
      const answer = await request(web.url + encodeURI(path), { headers: { 'x-api-key': web.key } })
      const text = await answer.body.text()
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      if (`${answer.headers['content-type']}`.includes('html')) expect(text).not.toContain('<script>alert')
    }
  })
})

describe('stored script', () => {
  it('names of games, accounts, keys and people are text on every page', async () => {
    const index = 2
    const universeId = web.simulator.world.games[index]?.universeId ?? 0
    web.simulator.set(universeId, { name: SCRIPT })
    const { account } = await web.tenant({ name: `Studio ${SCRIPT}`.slice(0, 60) })
    const game = await web.track(index, account)
    await web.services.games.change(game, { isPublic: true })
    await web.services.keys.create(account, '<img src=x>')
    const person = await web.member('owner', account.id)
    let pages = 0
    for (const { kind, path } of ROUTES) {
      if (kind !== 'page') continue
      const address = path.replace(':account', `${account.id}`)
      const of = path.startsWith('/games') || path.startsWith('/embed') ? universeId : game.id
      const { headers, text } = await person.get(address.replace(':game', `${of}`).replaceAll(/:\w+/g, '1'))
      if (!`${headers['content-type']}`.includes('html')) continue
      expect([path, /<script>alert|<img src=x/.test(text)]).toEqual([path, false])
      if (text.includes('&lt;script>') || text.includes('&lt;img')) pages++
    }
    expect(pages).toBeGreaterThan(5)
  })
})
