import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Game } from '../../../../src/domain/game.js'
import type { Measurements } from '../../../../src/domain/sample.js'
import { addedValues } from '../../../store/contract/support.js'
import { NOON } from '../../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp } from '../../../support/start-http.js'
import { expectRateHeaders, expectRejection } from '../../expect-answer.js'

const NOW = NOON / 60_000
const DAY = 1440

interface RankingEntry {
  readonly rank: number
  readonly previous_rank: number | null
  readonly id: number
  readonly name: string
  readonly stale: boolean
  readonly ccu: number | null
}

let http: TestHttp
beforeEach(async () => {
  http = await startHttpApp()
})
afterEach(() => http.stop())

const rankings = async (query = '', tenant: Pick<Tenant, 'key'> = http): Promise<readonly RankingEntry[]> =>
  ((await http.ask(`/rankings${query}`, { key: tenant.key })).json() as { rankings: RankingEntry[] }).rankings

/** Tracks one game for each entry, with a sample of these values now. */
const trackAll = async (
  values: readonly (Partial<Measurements> & { ccu: number })[],
  tenant: Tenant = http,
): Promise<Game[]> => {
  const games: Game[] = []
  for (const [index, value] of values.entries()) {
    const game = await http.track(index, tenant.account)
    await http.write(game.universeId, [NOW], value)
    games.push(game)
  }
  return games
}
const ids = (places: readonly { readonly id: number }[]) => places.map((place) => place.id)

describe('GET /rankings', () => {
  it('answers exactly the fields of the interface', async () => {
    const [game] = await trackAll([{ ccu: 5, visits: 70 }])
    const answer = await http.ask('/rankings')
    expect(answer.status).toBe(200)
    expectRateHeaders(answer, 500)
    expect(answer.json()).toEqual({
      success: true,
      rankings: [
        {
          rank: 1,
          previous_rank: null,
          id: game?.id,
          name: game?.name,
          universe_id: game?.universeId,
          ccu: 5,
          visits: 70,
          stale: false,
        },
      ],
    })
  })

  it('is empty where nothing is tracked', async () => {
    expect((await http.ask('/rankings')).text).toBe('{"success":true,"rankings":[]}')
  })

  it('orders by players, or by visits where that is asked', async () => {
    const [a, b, c] = ids(
      await trackAll([
        { ccu: 5, visits: 1 },
        { ccu: 50, visits: 3 },
        { ccu: 20, visits: 2 },
      ]),
    )
    expect(ids(await rankings())).toEqual([b, c, a])
    expect(ids(await rankings('?by=ccu'))).toEqual([b, c, a])
    await http.write((await http.track(0)).universeId, [NOW], { ccu: 0, visits: 99 })
    expect(ids(await rankings('?by=visits'))).toEqual([a, b, c])
  })

  it('orders ties by name [API-36]', async () => {
    const games = await trackAll([{ ccu: 7 }, { ccu: 7 }, { ccu: 7 }, { ccu: 7 }])
    const byName = games.map((game) => game.name).sort((a, b) => (a < b ? -1 : 1))
    expect((await rankings()).map((place) => place.name)).toEqual(byName)
    expect((await rankings()).map((place) => place.rank)).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['enterprise', 1],
    ['premium', 5],
  ] as const)('puts a game last and marks it stale after three intervals of the %s plan', async (plan, interval) => {
    const tenant = await http.tenant({ plan })
    const [big, small] = await trackAll(
      [
        { ccu: 900, visits: 900 },
        { ccu: 1, visits: 1 },
      ],
      tenant,
    )
    http.clock.advance(3 * interval)
    expect((await rankings('', tenant)).map((place) => [place.id, place.stale])).toEqual([
      [big?.id, false],
      [small?.id, false],
    ])
    http.clock.advance(1)
    await http.write(small?.universeId ?? 0, [NOW + 3 * interval + 1], { ccu: 0, visits: 1 })
    const places = await rankings('', tenant)
    expect(places.map((place) => [place.rank, place.id, place.stale])).toEqual([
      [1, small?.id, false],
      [2, big?.id, true],
    ])
    expect(places[1]?.ccu).toBe(900)
    expect(ids(await rankings('?by=visits', tenant))).toEqual([big?.id, small?.id])
  })

  it('puts a game without any sample last, with nulls', async () => {
    const none = await http.track(0)
    const some = await http.track(1)
    await http.write(some.universeId, [NOW], { ccu: 0 })
    for (const by of ['ccu', 'visits']) {
      const places = await rankings(`?by=${by}`)
      expect(ids(places)).toEqual([some.id, none.id])
      expect(places[1]).toMatchObject({ previous_rank: null, ccu: null, visits: null, stale: true })
    }
  })

  it('states the rank of 24 hours ago, by the sample nearest to then, at most 12 hours away [API-37]', async () => {
    const [a, b, c, d] = await trackAll([{ ccu: 30 }, { ccu: 20 }, { ccu: 10 }, { ccu: 5 }])
    const then = async (game: Game | undefined, minute: number, ccu: number) =>
      http.write(game?.universeId ?? 0, [minute], { ccu })
    await then(a, NOW - DAY, 1)
    await then(b, NOW - DAY - 90, 500)
    await then(b, NOW - DAY + 30, 2)
    await then(c, NOW - DAY - 12 * 60 - 1, 900)
    await then(d, NOW - DAY - 12 * 60, 3)
    expect((await rankings()).map(({ id }) => id)).toEqual([a?.id, b?.id, c?.id, d?.id])
    expect((await rankings()).map((place) => place.previous_rank)).toEqual([3, 2, null, 1])
  })

  it('compares with the minute a day ago for as many games as a plan has [API-37]', async () => {
    const universeIds = Array.from({ length: 260 }, (_, index) => 900_001 + index)
    const draft = { accountId: http.account.id, channelId: null, createdAt: 0, maxGames: 500 }
    for (const id of universeIds) {
      const universe = { id, name: `U${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
      await http.store.games.add({ ...draft, universe })
    }
    const then = NOW - DAY
    const votes = { visits: 1, favorites: 1, likes: null, dislikes: null, ...addedValues(null) }
    const tick = async (minute: number, ccu: (index: number) => number) => {
      const samples = universeIds.map((universeId, index) => ({ ...votes, universeId, minute, ccu: ccu(index) }))
      const cursor = { minute, clockWasWrong: false }
      await http.store.series.recordTick({ minute, samples, gaps: [], facts: [], schedules: [], cursor })
    }
    // At the full hour, the order was the other way around.
    await tick(then, (index) => 1_000 - index)
    await tick(then + 29, (index) => index)
    await tick(NOW + 29, (index) => 1_000 - index)
    http.clock.advance(29)
    const places = await rankings('?limit=3')
    expect(places.map(({ rank, previous_rank: before }) => [rank, before])).toEqual([
      [1, 260],
      [2, 259],
      [3, 258],
    ])
  })

  it('leaves paused games out, of the present ranks and of the past ones', async () => {
    const [a, b, c] = await trackAll([{ ccu: 30 }, { ccu: 20 }, { ccu: 10 }])
    for (const game of [a, b, c]) await http.write(game?.universeId ?? 0, [NOW - DAY], { ccu: game === c ? 99 : 5 })
    if (c) await http.services.games.change(c, { isActive: false })
    const places = await rankings()
    expect(ids(places)).toEqual([a?.id, b?.id])
    expect(places.map((place) => place.previous_rank).sort()).toEqual([1, 2])
  })

  it('answers at most as many as the limit', async () => {
    const games = await trackAll(Array.from({ length: 12 }, (_, index) => ({ ccu: 100 - index })))
    expect(ids(await rankings('?limit=3'))).toEqual(ids(games.slice(0, 3)))
    expect(ids(await rankings('?limit=100'))).toEqual(ids(games))
    expect(await rankings('?limit=1')).toHaveLength(1)
  })

  it('orders by favorites, like ratio and change of players, and shows them [API-36]', async () => {
    const [a, b, c] = await trackAll([
      { ccu: 20, favorites: 1, likes: 9, dislikes: 1 },
      { ccu: 30, favorites: 3, likes: null, dislikes: null },
      { ccu: 10, favorites: 2, likes: 1, dislikes: 1 },
    ])
    for (const [game, ccu] of [
      [a, 10],
      [b, 40],
    ] as const)
      await http.write(game?.universeId ?? 0, [NOW - DAY], { ccu, favorites: 0, likes: null, dislikes: null })
    expect(await rankings('?by=favorites')).toMatchObject([
      { id: b?.id, favorites: 3 },
      { id: c?.id, favorites: 2 },
      { id: a?.id, favorites: 1 },
    ])
    expect(await rankings('?by=like_ratio')).toMatchObject([
      { id: a?.id, like_ratio: 0.9 },
      { id: c?.id, like_ratio: 0.5 },
      { id: b?.id, like_ratio: null },
    ])
    expect(await rankings('?by=change')).toMatchObject([
      { id: a?.id, change: 1, previous_rank: null },
      { id: b?.id, change: -0.25 },
      { id: c?.id, change: null },
    ])
    for (const game of [a, b]) await http.write(game?.universeId ?? 0, [NOW - 2 * DAY], { ccu: 20 })
    expect((await rankings('?by=change')).map((place) => place.previous_rank)).toEqual([2, 1, null])
  })

  it('gives pages, and says how many there are [API-45]', async () => {
    const games = await trackAll(Array.from({ length: 5 }, (_, index) => ({ ccu: 100 - index })))
    const page = async (query: string) =>
      (await http.ask(`/rankings?${query}`)).json() as { rankings: RankingEntry[]; pagination?: object }
    const second = await page('page=2&per_page=2')
    expect(second.rankings.map(({ rank, id }) => [rank, id])).toEqual([
      [3, games[2]?.id],
      [4, games[3]?.id],
    ])
    expect(second.pagination).toEqual({ page: 2, per_page: 2, pages: 3, total: 5 })
    expect((await page('page=4&per_page=2')).rankings).toEqual([])
    expect(ids((await page('page=3&limit=2')).rankings)).toEqual(ids(games.slice(4)))
    expect((await page('limit=2')).pagination).toBeUndefined()
  })

  it('shows any past minute, as the plan sees it [API-45]', async () => {
    const premium = await http.tenant({ plan: 'premium' })
    const [a, b] = await trackAll([{ ccu: 1 }, { ccu: 2 }], premium)
    const then = NOW - 3 * DAY
    await http.write(a?.universeId ?? 0, [then], { ccu: 50, likes: 3, dislikes: 1 })
    await http.write(a?.universeId ?? 0, [then + 2], { ccu: 5, likes: null, dislikes: null })
    await http.write(b?.universeId ?? 0, [then - DAY, then + 1], { ccu: 20 })
    const past = async (minute: number, more = '') =>
      (await rankings(`?at=${new Date(minute * 60_000).toISOString()}${more}`, premium)).map((place) => [
        place.id,
        place.ccu,
        place.previous_rank,
      ])
    expect(await past(then + 3)).toEqual([
      [a?.id, 50, null],
      [b?.id, 20, 1],
    ])
    expect(await past(then - 1)).toEqual([
      [b?.id, 20, 1],
      [a?.id, null, null],
    ])
    expect(ids(await rankings(`?at=${new Date((then + 3) * 60_000).toISOString()}&by=like_ratio`, premium))).toEqual([
      a?.id,
      b?.id,
    ])
    expect((await rankings('?at=2026-06-17T14:00%2B02:00', premium)).map((place) => place.ccu)).toEqual([2, 1])
  })

  it.each([
    'at=2026-06-17T12:01Z',
    'at=2026-06-17',
    'at=2026-06-17T12:00',
    'page=0',
    'page=1.5',
    'per_page=101',
    'pages=2',
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.0',
    'limit=',
    'limit=1&limit=2',
    'by=players',
    'by=',
    'by=ccu&by=ccu',
    'by=CCU',
  ])('rejects ?%s and names the parameter', async (query) => {
    const answer = await http.ask(`/rankings?${query}`)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain(query.slice(0, query.indexOf('=')))
  })

  it.each([
    ['2026-06-18T00:00Z', 'at must not lie in the future'],
    ['2026-06-17', 'at is a date alone'],
    ['2026-02-30', 'at names a day that does not exist'],
    ['2026-02-30T10:00Z', 'at names a day that does not exist'],
    ['2026-06-17T25:00Z', 'at must be a past time with its offset'],
    ['2026-06-17T10:00', 'at must be a past time with its offset'],
    ['yesterday', 'at must be a past time with its offset'],
  ])('says of at=%s what it takes instead [API-14]', async (at, said) => {
    const answer = await http.ask(`/rankings?at=${at}`)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain(said)
    expect(answer.text).toMatch(/2026-01-31T\d\d:\d\dZ/)
  })
})
