import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../../../src/domain/game.js'
import { byMeasure, CLOSING_MEASURES } from '../../../../src/domain/measures.js'
import { addedValues } from '../../../store/contract/support.js'
import { NOON } from '../../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp } from '../../../support/start-http.js'
import { expectRateHeaders, expectRejection } from '../../expect-answer.js'

const FIRST = NOON / 60_000
let http: TestHttp
let game: Game
beforeAll(async () => {
  http = await startHttpApp()
  game = await http.track(0)
  await http.write(game.universeId, [FIRST - 10], { ccu: 7, visits: 100, favorites: 9, likes: 8, dislikes: 6 })
})
afterAll(() => http.stop())

const stats = (id: string | number, tenant: Partial<Tenant> = {}) => http.ask(`/games/${id}/stats`, tenant)

describe('GET /games/{id}/stats', () => {
  it('answers the latest sample with the fields of the interface, and those that compare it [API-13, API-49]', async () => {
    const answer = await stats(game.id)
    expect(answer.status).toBe(200)
    expectRateHeaders(answer, 500)
    expect(answer.json()).toEqual({
      success: true,
      game: {
        id: game.id,
        name: game.name,
        stats: { visits: 100, likes: 8, dislikes: 6, favorites: 9, playing: 7, ...addedValues(null) },
        lastUpdated: '2026-06-17T11:50:00.000Z',
        ...{
          usual: null,
          usual_known_from: '2026-06-19T11:00:00.000Z',
          accuracy: null,
          change_24h: null,
          change_7d: null,
          market_change: null,
        },
        gains_24h: byMeasure(CLOSING_MEASURES, () => null),
      },
    })
  })

  it('is the latest sample whatever the interval of the plan [PLANS-11]', async () => {
    const { account, key } = await http.tenant({ plan: 'premium' })
    const own = await http.track(1, account)
    await http.write(own.universeId, [FIRST - 9, FIRST - 8])
    expect((await stats(own.id, { key })).json()).toMatchObject({ game: { lastUpdated: '2026-06-17T11:52:00.000Z' } })
  })

  it('keeps the last known votes where the last sample has none, and null where there never were any', async () => {
    const voted = await http.track(2)
    await http.write(voted.universeId, [FIRST - 3], { likes: 0, dislikes: 3 })
    await http.write(voted.universeId, [FIRST - 2], { ccu: 0, likes: null, dislikes: null })
    const never = await http.track(3)
    await http.write(never.universeId, [FIRST - 2], { likes: null, dislikes: null })
    expect((await stats(voted.id)).json()).toMatchObject({ game: { stats: { playing: 0, likes: 0, dislikes: 3 } } })
    expect((await stats(never.id)).json()).toMatchObject({ game: { stats: { likes: null, dislikes: null } } })
  })

  it('shows what a tick sampled', async () => {
    const own = await http.track(4)
    await http.tick()
    const { ccu, visits } = http.simulator.world.statsAt(own.universeId, FIRST)
    expect((await stats(own.id)).json()).toMatchObject({
      game: { stats: { playing: ccu, visits }, lastUpdated: new Date(NOON).toISOString() },
    })
  })

  it('is 404 that says so for a game with no sample yet [API-16]', async () => {
    const answer = await stats((await http.track(5)).id)
    expectRejection(answer, 404, 'NOT_FOUND')
    expect(answer.text).toContain('no sample yet')
  })

  it('answers for a game that is paused', async () => {
    const own = await http.track(6)
    await http.write(own.universeId, [FIRST])
    await http.services.games.change(own, { isActive: false })
    expect((await stats(own.id)).status).toBe(200)
  })

  it('answers 304 to its ETag until the next sample', async () => {
    const own = await http.track(7)
    await http.write(own.universeId, [FIRST - 5])
    const etag = (await stats(own.id)).headers.etag ?? ''
    const conditional = { headers: { 'if-none-match': etag } }
    expect((await http.ask(`/games/${own.id}/stats`, conditional)).status).toBe(304)
    expect((await http.ask(`/games/${own.id}/stats`, { ...conditional, method: 'HEAD' })).status).toBe(304)
    await http.write(own.universeId, [FIRST - 4])
    expect((await http.ask(`/games/${own.id}/stats`, conditional)).status).toBe(200)
  })
})

describe('an id', () => {
  it('is read as the universe id where no game of the account has it [API-10]', async () => {
    expect((await stats(game.universeId)).text).toBe((await stats(game.id)).text)
  })

  it('is the internal one first, also where it is the universe id of another game', async () => {
    const { account, key } = await http.tenant()
    const first = await http.track(8, account)
    const { universeId } = http.simulator.addUniverse({ universeId: first.id, name: 'Named like an id' })
    expect(universeId).toBe(first.id)
    await http.services.games.add(account, { universeId })
    for (const id of [first.universeId, universeId]) await http.write(id, [FIRST])
    expect((await stats(first.id, { key })).json()).toMatchObject({ game: { id: first.id, name: first.name } })
  })

  it('may be written with percent escapes', async () => {
    const escaped = [...`${game.id}`].map((digit) => `%3${digit}`).join('')
    expect((await stats(escaped)).status).toBe(200)
  })

  it.each(
    [
      ['0', '00', '-1', '+1', '01', '1.0', '1e3', '0x1', 'NaN', 'null', 'undefined', '1,2', "1'", '1;1', '١', '%D9%A1'],
      [
        '%201',
        '1%20',
        '1%0a',
        '1%00',
        '%2F',
        '%zz',
        '%',
        '%ff',
        '%E0%A4%A',
        '..%2f1',
        '9007199254740992',
        '9'.repeat(300),
      ],
    ].flat(),
  )('that is %s is 400 and names what it takes [API-9, API-14]', async (id) => {
    const answer = await stats(encodeURI(id).replaceAll('%25', '%'))
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain('id must be a whole number from 1 to 9007199254740991')
  })

  it('may be as large as 2^53-1 [API-9]', async () => {
    expectRejection(await stats('9007199254740991'), 404, 'NOT_FOUND')
  })

  it("of another account's game, or its universe, is the same 404 as none [API-11]", async () => {
    const stranger = await http.tenant()
    const byGame = await stats(game.id, stranger)
    const universe = await stats(game.universeId, stranger)
    expectRejection(byGame, 404, 'NOT_FOUND')
    const { account } = http
    await http.services.games.remove(game)
    try {
      for (const [id, answer] of [
        [game.id, byGame],
        [game.universeId, universe],
      ] as const) {
        const none = await stats(id, stranger)
        expect([none.status, none.text]).toEqual([answer.status, answer.text])
        expect(Object.keys(none.headers)).toEqual(Object.keys(answer.headers))
      }
    } finally {
      await http.track(0, account)
    }
  })
})
