import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOON } from '../../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../../support/start-http.js'
import { expectRateHeaders } from '../../expect-answer.js'

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
})
afterAll(() => http.stop())

describe('GET /games', () => {
  it('answers an empty array where nothing is tracked', async () => {
    const { key } = await http.tenant()
    expect((await http.ask('/games', { key })).text).toBe('{"success":true,"games":[]}')
  })

  it('lists the games of the account, each with exactly the fields of the interface, in order [API-15]', async () => {
    const { account, key } = await http.tenant()
    const universe = http.simulator.world.games[3]
    const game = await http.track(3, account)
    await http.services.games.change(game, { channelId: '1234567890123456789', isActive: false })
    const other = await http.track(4, account)
    const answer = await http.ask('/games', { key })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expectRateHeaders(answer, 500)
    const id = `${universe?.universeId}`
    expect(answer.json()).toEqual({
      success: true,
      games: [
        {
          id: game.id,
          platform_id: id,
          roblox_id: id,
          name: game.name,
          channel_id: '1234567890123456789',
          is_active: false,
          created_at: new Date(NOON).toISOString(),
        },
        expect.objectContaining({ id: other.id, channel_id: null, is_active: true }),
      ],
    })
    const [first] = (answer.json() as { games: object[] }).games
    expect(Object.keys(first ?? {}).slice(0, 4)).toEqual(['id', 'platform_id', 'roblox_id', 'name'])
  })

  it('shows no game of another account', async () => {
    const [one, two] = [await http.tenant(), await http.tenant()]
    await http.track(5, one.account)
    expect((await http.ask('/games', { key: two.key })).json()).toEqual({ success: true, games: [] })
  })

  it('ignores parameters that it does not know [API-14]', async () => {
    expect((await http.ask('/games?page=2&page=3&format=csv&start_date=never')).status).toBe(200)
  })

  it('answers with a name of any characters as JSON', async () => {
    const { account, key } = await http.tenant()
    const game = await http.track(6, account)
    const name = '"][{<script>\u2028\n\\ 🎮 ẞ'
    http.simulator.set(game.universeId, { name })
    await http.tick()
    expect((await http.ask('/games', { key })).json()).toMatchObject({ games: [{ name }] })
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const get = await http.ask('/games')
    const head = await http.ask('/games', { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary'])
      expect(head.headers[name]).toBe(get.headers[name])
  })

  it('answers 304 to the ETag that it gave, until something changes [API-8]', async () => {
    const { account, key } = await http.tenant()
    const etag = (await http.ask('/games', { key })).headers.etag ?? ''
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    for (const sent of [etag, `"x", ${etag}`, '*']) {
      const again = await http.ask('/games', { key, headers: { 'if-none-match': sent } })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers.etag).toBe(etag)
      expectRateHeaders(again, 500)
    }
    await http.track(7, account)
    const changed = await http.ask('/games', { key, headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  it('is kept by no shared cache and states what it varies by', async () => {
    const { headers } = await http.ask('/games')
    expect(headers['cache-control']).toContain('private')
    expect(headers.vary).toMatch(/Authorization/)
    expect(headers.vary).toMatch(/X-API-Key/)
  })

  it('carries the headers that keep browsers from guessing, also where it rejects', async () => {
    for (const key of [http.key, null]) {
      const { headers } = await http.ask('/games', { key })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-powered-by']).toBeUndefined()
    }
  })
})
