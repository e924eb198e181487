// Users/GetVisits: the sum of the visits of a user's public games.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TestHttp } from '../../support/start-http.js'
import {
  ERROR_500,
  expectBody,
  expectError,
  FORMS,
  fail,
  get,
  simulatorCalls,
  startLegacy,
  startWithRealLimits,
  UNKNOWN,
} from './support.js'

const visits = z.strictObject({ Visits: z.int().nonnegative() })
const GAMES = /^\/v2\/users\/\d+\/games$/
const gameCalls = (http: TestHttp) => simulatorCalls(http).filter((call) => /\/v2\/users\//.test(call)).length

let http: TestHttp
beforeEach(async () => {
  http = await startLegacy()
})
afterEach(() => http.stop())

/** Computes the sum in another way: from the simulator's data, in pages of ten, newest first. */
async function totalOf(userId: number): Promise<number> {
  let total = 0
  let cursor = ''
  do {
    const base = http.simulator.url.replace('{service}', 'games')
    const answer = await fetch(`${base}/v2/users/${userId}/games?limit=10&sortOrder=Desc&cursor=${cursor}`)
    const page = (await answer.json()) as { data: { placeVisits: number }[]; nextPageCursor: string | null }
    total += page.data.reduce((sum, game) => sum + game.placeVisits, 0)
    cursor = page.nextPageCursor ?? ''
  } while (cursor !== '')
  http.simulator.requests.length = 0
  return total
}

describe('the visits', () => {
  it.each(FORMS)('are answered as a number under %s, for the id that "username" carries', async (form) => {
    const expected = await totalOf(125)
    expect(expected).toBeGreaterThan(0)
    const answer = await get(http, `${form}/Users/GetVisits?username=125`)
    expect(await expectBody(answer, visits)).toEqual({ Visits: expected })
  })

  it('include the large games of a maker, live', async () => {
    const game = http.simulator.world.games.find(({ creator }) => creator.type === 'User')
    const before = await totalOf(game?.creator.id ?? 0)
    http.simulator.set(game?.universeId ?? 0, { visits: 5_000_000_000 })
    const after = await totalOf(game?.creator.id ?? 0)
    expect(after).not.toBe(before)
    const answer = await get(http, `/platform/Users/GetVisits?username=${game?.creator.id}`)
    expect(await expectBody(answer, visits)).toEqual({ Visits: after })
  })

  it('are added up over all pages, of public games only [LEGACY-11]', async () => {
    const expected = await totalOf(500)
    expect(await expectBody(await get(http, '/platform/Users/GetVisits?username=500'), visits)).toEqual({
      Visits: expected,
    })
    expect(gameCalls(http)).toBe(3)
    for (const { query } of http.simulator.requests) expect(query).toMatch(/^accessFilter=2&limit=50&sortOrder=Asc/)
  })

  it('of a user without games are 0', async () => {
    expect(await expectBody(await get(http, '/platform/Users/GetVisits?username=7'), visits)).toEqual({ Visits: 0 })
  })

  it('of an unknown user are not found, whether the platform lists nothing or rejects [PLATFORM-17]', async () => {
    expectError(await get(http, `/platform/Users/GetVisits?username=${UNKNOWN}`), 404, 'NOT_FOUND', /no user 12349/)
    fail(http, GAMES, { status: 404, body: '{"errors":[{"code":0,"message":"NotFound"}]}' })
    expectError(await get(http, '/platform/Users/GetVisits?username=99999'), 404, 'NOT_FOUND', /no user 99999/)
  })

  it('of a user with more games than 40 pages hold are not answered, and not walked for again at once [LEGACY-7]', async () => {
    expectError(await get(http, '/platform/Users/GetVisits?username=5000'), 503, 'UNAVAILABLE', /more games than/)
    expect(gameCalls(http)).toBe(40)
    expect((await get(http, '/platform/Users/GetVisits?username=5000')).status).toBe(503)
    expect(gameCalls(http)).toBe(40)
  })

  it.each(['', '?username=', '?username=somebody', '?username=1&username=2', '?userId=1'])(
    'are rejected where the user is missing or malformed: %s',
    async (query) => {
      expectError(await get(http, `/platform/Users/GetVisits${query}`), 400, 'INVALID_PARAMETERS', /^username must be/)
      expect(simulatorCalls(http)).toEqual([])
    },
  )
})

describe('the platform', () => {
  it('is asked once a minute, and by equal lookups at the same time once', async () => {
    http.simulator.settings.latencyMs = 50
    await Promise.all(Array.from({ length: 10 }, () => get(http, '/platform/Users/GetVisits?username=125')))
    expect(gameCalls(http)).toBe(1)
    http.clock.advance(1)
    await get(http, '/platform/Users/GetVisits?username=125')
    expect(gameCalls(http)).toBe(2)
  })

  it('that fails on a later page leaves an error, not a part of the total', async () => {
    http.simulator.settings.intercept = ({ query }) => (query.has('cursor') ? ERROR_500 : undefined)
    expectError(await get(http, '/platform/Users/GetVisits?username=500'), 502, 'UPSTREAM_ERROR', /Roblox/)
  })

  it('with a row that cannot be read leaves an error, not a part of the total', async () => {
    const rows = [
      { id: 1, name: 'A', placeVisits: 5 },
      { id: 2, name: 'B', placeVisits: '5' },
    ]
    fail(http, GAMES, { status: 200, body: JSON.stringify({ nextPageCursor: null, data: rows }) })
    expectError(await get(http, '/platform/Users/GetVisits?username=500'), 502, 'UPSTREAM_ERROR', /Roblox/)
  })

  it('is walked through within its limit, to the last page that may be walked', async () => {
    await http.stop()
    http = await startWithRealLimits()
    const [many, few] = await Promise.all([
      get(http, '/platform/Users/GetVisits?username=5000'),
      get(http, '/platform/Users/GetVisits?username=500'),
    ])
    expect(many?.status).toBe(503)
    expect(few?.status).toBe(200)
    expect(gameCalls(http)).toBe(43)
  })
})
