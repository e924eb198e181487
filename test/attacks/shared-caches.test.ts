// What a cache or a stranger could learn or leave behind: poisoned answers, and what exists, by status and by time.
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../src/domain/game.js'
import { startStopwatch } from '../support/stopwatch.js'
import { startWeb, type TestWeb, type Visitor } from '../web/support/start-web.js'

let web: TestWeb
let game: Game
let foreign: Game
let person: Visitor
beforeAll(async () => {
  web = await startWeb({ settings: { givenOrigin: 'https://stats.example', publicUrl: 'https://stats.example' } })
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  const other = await web.tenant()
  foreign = await web.track(1, other.account)
  const { secret: code } = await web.services.loginLinks.create(web.account, 'viewer')
  person = web.visitor()
  await person.post('/sign-in/link', { code }, { 'sec-fetch-site': 'same-origin' })
})
afterAll(() => web.stop())

async function ask(path: string, headers: Readonly<Record<string, string>>) {
  const answer = await request(web.url + path, { headers })
  const { 'x-request-id': _, date: __, etag: ___, ...rest } = answer.headers
  const own = Object.entries(rest).filter(([name]) => !/^x-ratelimit|^ratelimit/i.test(name))
  return { status: answer.statusCode, headers: Object.fromEntries(own), text: await answer.body.text() }
}

describe('cache poisoning', () => {
  const POISON: readonly (readonly [string, string])[] = [
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'http'],
    ['x-forwarded-port', '6666'],
    ['x-forwarded-prefix', '/evil'],
    ['x-forwarded-server', 'evil.example'],
    ['x-host', 'evil.example'],
    ['forwarded', 'host=evil.example;proto=http'],
    ['host', 'evil.example'],
  ]
  it.each(POISON)('what everybody may keep does not depend on %s', async (name, value) => {
    for (const path of [
      '/',
      '/rankings',
      `/games/${game.universeId}`,
      '/sign-in',
      '/docs',
      '/api',
      '/api/v1/openapi.json',
    ]) {
      const plain = await ask(path, { accept: 'text/html' })
      const poisoned = await ask(path, { accept: 'text/html', [name]: value })
      expect([path, poisoned]).toEqual([path, plain])
      expect(poisoned.text + JSON.stringify(poisoned.headers)).not.toContain('evil')
    }
  })

  it('without PUBLIC_URL, nothing that a shared cache may keep names the host of the request', async () => {
    const local = await startWeb()
    const shown = await local.services.games.change(await local.track(0), { isPublic: true })
    for (const path of [
      '/',
      '/rankings',
      `/games/${shown.universeId}`,
      '/docs',
      `/badges/${shown.universeId}/ccu.json`,
      '/api',
    ]) {
      const answer = await request(local.url + path, {
        headers: { host: 'evil.example', 'x-forwarded-host': 'worse.example' },
      })
      const text = await answer.body.text()
      expect(text).not.toContain('worse.example')
      if (/public|max-age=[1-9]/.test(`${answer.headers['cache-control']}`))
        expect([path, text]).toEqual([path, expect.not.stringContaining('evil')])
    }
    await local.stop()
  })

  it('a page of an account is kept by no cache under an address that looks like a file (cache deception)', async () => {
    for (const path of [
      `/accounts/${web.account.id}/x.css`,
      `/accounts/${web.account.id}/home/..%2fx.js`,
      `/accounts/${web.account.id};x.png`,
    ]) {
      const { status, headers } = await person.get(path)
      expect([path, status]).toEqual([path, 404])
      expect(`${headers['cache-control']}`).toMatch(/^private, no-(store|cache)$/)
    }
  })
})

describe('enumeration', () => {
  const ROUNDS = 60
  const SERIES = 3

  /** The median time of each kind of request, in ms, asked in turns, so that a busy machine slows all alike. */
  async function mediansOf(kinds: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
    const times = kinds.map((): number[] => [])
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, kind] of kinds.entries()) {
        const stopwatch = startStopwatch()
        await kind()
        times[index]?.push(stopwatch.passed())
      }
    return times.map((all) => all.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN)
  }

  it('by status: what others have and what nobody has get the same answer (enumeration by status)', async () => {
    for (const path of ['/stats', '/summary', '/series?metrics=ccu', '/gaps']) {
      const [theirs, none] = [await web.ask(`/games/${foreign.id}${path}`), await web.ask(`/games/987654${path}`)]
      expect([path, theirs.status, theirs.text.replace(`ID ${foreign.id}.`, 'ID N.')]).toEqual([
        path,
        none.status,
        none.text.replace('ID 987654.', 'ID N.'),
      ])
    }
  })

  /** How much longer the first takes than the second, ms. A true difference stays in each series; that of a busy machine does not. */
  async function differenceOf(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
    const differences: number[] = []
    for (let series = 0; series < SERIES; series++) {
      const [first = 0, second = 0] = await mediansOf([one, other])
      differences.push(Math.abs(first - second))
    }
    return Math.min(...differences)
  }

  it('by time: what others have takes no longer than what nobody has (enumeration by time)', async () => {
    const difference = await differenceOf(
      () => person.get(`/accounts/${foreign.accountId}/games/${foreign.id}`),
      () => person.get('/accounts/987654/games/987654'),
    )
    expect(difference).toBeLessThan(1)
  })

  it('by time: a key that was revoked takes no longer than one that never was (timing of keys)', async () => {
    const apart = await startWeb({ settings: { trustProxy: 'loopback' } })
    let address = 0
    const from = () => ({ 'x-forwarded-for': `10.${(++address >> 8) & 255}.${address & 255}.1` })
    const own = await apart.services.keys.create(apart.account, 'old')
    await apart.services.keys.revoke(own)
    const never = own.secret.replace(/.{8}$/, 'aaaaaaaa')
    const difference = await differenceOf(
      () => apart.ask('/user', { key: own.secret, headers: from() }),
      () => apart.ask('/user', { key: never, headers: from() }),
    )
    expect(difference).toBeLessThan(1)
    await apart.stop()
  })
})
