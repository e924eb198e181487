// Leading the service, or a person, to another place: SSRF through pasted addresses, pictures and redirects; open redirects.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWeb, type TestWeb, type Visitor } from '../web/support/start-web.js'

/** What a service inside the operator's network would see. */
let inner: Server
let seen: string[]
let port: number
let web: TestWeb
let owner: Visitor
beforeAll(async () => {
  inner = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.end('{"data":[]}')
  })
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
  port = (inner.address() as AddressInfo).port
  web = await startWeb()
  owner = await web.member('owner')
})
afterAll(async () => {
  await web.stop()
  inner.close()
})
beforeEach(() => {
  seen = []
})

describe('SSRF', () => {
  it('a pasted address is never opened, only read (SSRF by a pasted address)', async () => {
    const at = `127.0.0.1:${port}`
    const pasted = [
      `http://${at}/games/1818`,
      `http://www.roblox.com@${at}/games/1818`,
      `http://${at}#www.roblox.com/games/1818`,
      `http://${at}/?x=www.roblox.com/games/1818`,
      `http://${at}\\www.roblox.com/games/1818`,
      `http://2130706433:${port}/games/1818`,
      `http://[::ffff:127.0.0.1]:${port}/games/1818`,
      `http://www.roblox.com:${port}/games/1818x`,
      `http://www.roblox.com.evil.example/games/1818`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'gopher://127.0.0.1/1',
    ]
    for (const game of pasted) {
      const { status } = await owner.post(`/accounts/${web.account.id}/games`, { game })
      expect([game, status < 500]).toEqual([game, true])
    }
    expect(seen).toEqual([])
    expect(await web.store.games.ofAccount(web.account.id)).toEqual([])
  })

  it('a redirect of the platform is not followed, neither by samples nor by lookups (SSRF by a redirect)', async () => {
    const location = `http://127.0.0.1:${port}/moved`
    await web.track(0)
    for (const status of [301, 302, 303, 307, 308]) {
      web.simulator.settings.intercept = () => ({ status, headers: { location }, body: Buffer.alloc(0) })
      await web.tick()
      web.clock.advance(1)
      await owner.post(`/accounts/${web.account.id}/games`, { game: `${web.simulator.world.games[3]?.universeId}` })
      await web.ask('~/platform/Groups/GroupName?GroupId=12')
    }
    web.simulator.settings.intercept = undefined
    expect(seen).toEqual([])
  })
})

describe('open redirects', () => {
  const ELSEWHERE = [
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:evil.example',
    '@evil.example',
    '.evil.example',
  ]
  it.each(ELSEWHERE)('no form and no page leads to %j', async (elsewhere) => {
    const sent = [
      await owner.post('/theme', { theme: 'dark', return: elsewhere }),
      await owner.post('/time-zone', { zone: 'UTC', return: elsewhere }),
    ]
    for (const { location } of sent) {
      expect(location).toMatch(/^\/(?![/\\])/)
      expect(new URL(location, web.url).origin).toBe(web.url)
    }
    const value = encodeURIComponent(elsewhere)
    for (const path of ['/sign-in', '/time-zone', '/sign-in/link']) {
      const { text, location } = await web.visitor().get(`${path}?return=${value}`)
      expect(location).toBe('')
      for (const [, returned = ''] of text.matchAll(/name="return" value="([^"]*)"/g))
        expect(new URL(returned, web.url).origin).toBe(web.url)
    }
  })
})
