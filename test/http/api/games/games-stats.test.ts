import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isoOfMinute, minuteOf } from '../../../../src/domain/clock.js'
import type { EventDraft } from '../../../../src/domain/events/event.js'
import type { CounterNow, PlayerChange, PlayersNow } from '../../../../src/domain/insights/players-now.js'
import { byMeasure, CLOSING_MEASURES } from '../../../../src/domain/measures.js'
import { NOON } from '../../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../../support/start-http.js'
import { fillMarket } from '../../../support/store/fill-market.js'
import { expectRejection } from '../../expect-answer.js'

const NOW = minuteOf(NOON)
const DAY = 1440

interface EventFields {
  readonly id: number
  readonly type: string
  readonly game_id: number | null
  readonly start: string
  readonly end: string | null
}

let http: TestHttp
beforeEach(async () => {
  http = await startHttpApp()
})
afterEach(() => http.stop())

const games = async (key = http.key) =>
  ((await http.ask('/games/stats', { key })).json() as { games: Record<string, unknown>[] }).games

const digits = (value: number, count: number): number => Number(value.toFixed(count))
const share = (value: number | null | undefined) => (value === null || value === undefined ? value : digits(value, 6))

/** What the API must say, from the numbers that Discord and the page show. */
function comparisonOf({ usual, share: above, position, accuracy, day, week, counters, market }: PlayersNow) {
  if (usual.kind !== 'known' || accuracy === null || market.kind !== 'known') throw new Error('It is not known.')
  const change = (then: PlayerChange | null, since: 'day' | 'week') => ({
    playing: then?.difference,
    playing_share: share(then?.share),
    ...byMeasure(CLOSING_MEASURES, (name) => counters[name][since]),
  })
  const gain = ({ lastHours }: CounterNow) =>
    lastHours && { ...lastHours, gained: digits(lastHours.gained, 4), usual: digits(lastHours.usual, 4) }
  return {
    usual: {
      ...{ expected: digits(usual.expected, 4), low: digits(usual.low, 4), high: digits(usual.high, 4) },
      ...{ change: share(above), position },
    },
    usual_known_from: null,
    accuracy: { share: digits(accuracy.inside / accuracy.hours, 6), hours: accuracy.hours },
    change_24h: change(day, 'day'),
    change_7d: change(week, 'week'),
    gains_24h: byMeasure(CLOSING_MEASURES, (name) => gain(counters[name])),
    market_change: digits(market.change, 6),
  }
}

describe('GET /games/stats', () => {
  it('compares with the samples that the plan still shows, as /games/{id}/stats does [API-49, PLANS-12]', async () => {
    await http.stop()
    http = await startHttpApp({ plans: { enterprise: { fullDays: 3, hourlyDays: 20 } } })
    const { id, universeId } = await http.track(0)
    for (const [minute, ccu] of [
      [NOW - 7 * DAY - 60, 5],
      [NOW - 7 * DAY - 1, 7],
      [NOW - DAY - 1, 40],
      [NOW, 100],
    ] as const)
      await http.write(universeId, [minute], { ccu })
    const one = (await http.ask(`/games/${id}/stats`)).json() as { game: Record<string, unknown> }
    const [all] = await games()
    for (const found of [one.game, all])
      expect(found).toMatchObject({ change_24h: { playing: 60 }, change_7d: { playing: 95 } })
  })

  it('answers how all games are doing now [API-49]', async () => {
    const [first, second, paused] = [await http.track(0), await http.track(1), await http.track(2)]
    await http.services.games.change(paused, { isActive: false })
    await http.write(first.universeId, [NOW - 7 * DAY + 20], { ccu: 8, visits: 100 })
    await http.write(first.universeId, [NOW - DAY - 30], { ccu: 0, visits: 150 })
    await http.write(first.universeId, [NOW - 4], { ccu: 10, visits: 190, likes: null, dislikes: null })
    await http.write(second.universeId, [NOW], { ccu: 30 })
    const [a, b, c] = await games()
    expect(a).toEqual({
      id: first.id,
      name: first.name,
      universe_id: first.universeId,
      is_active: true,
      stats: { visits: 190, likes: 4, dislikes: 5, favorites: 3, playing: 10 },
      rank: 2,
      previous_rank: 1,
      usual: null,
      usual_known_from: '2026-06-18T23:00:00.000Z',
      accuracy: null,
      change_24h: { playing: 10, playing_share: null, visits: 40, favorites: 0, likes: 0, dislikes: 0 },
      change_7d: { playing: 2, playing_share: 0.25, visits: 90, favorites: 0, likes: 0, dislikes: 0 },
      gains_24h: { visits: null, favorites: null, likes: null, dislikes: null },
      market_change: null,
      last_event: null,
      freshness: { lastUpdated: '2026-06-17T11:56:00.000Z', age_minutes: 4, interval_minutes: 1, stale: true },
    })
    expect(b).toMatchObject({ rank: 1, change_24h: null, change_7d: null, freshness: { age_minutes: 0, stale: false } })
    expect(c).toMatchObject({ is_active: false, stats: null, rank: null, usual: null, freshness: { stale: true } })
  })

  it('has the values of the stats of each game, the usual, and the last event [API-49]', async () => {
    const game = await http.track(0)
    const minutes = Array.from({ length: 24 * 14 * 6 }, (_, index) => NOW - 10 * index)
    await http.write(game.universeId, minutes.reverse(), { ccu: 50 })
    const facts = { id: game.universeId, name: game.name, rootPlaceId: 1, condition: 'shown' as const }
    const cursor = { minute: NOW - 60, clockWasWrong: false }
    for (const updatedAt of [NOON - 9_000_000, NOON - 7_200_000]) {
      const tick = { minute: NOW - 60, samples: [], gaps: [], schedules: [], cursor, facts: [{ ...facts, updatedAt }] }
      await http.store.series.recordTick(tick)
    }
    const [now] = await games()
    expect(now?.usual).toMatchObject({ expected: expect.closeTo(50, 0), position: 'within' })
    const time = new Date(NOON - 7_200_000).toISOString()
    expect(now?.last_event).toEqual({ id: expect.any(Number), type: 'update', cause: null, time, end: time })
    const one = (await http.ask(`/games/${game.id}/stats`)).json() as { game: { stats: object } }
    expect(now?.stats).toEqual(one.game.stats)
  })

  it('compares with samples of a week ago that were corrected since it was asked before [API-49]', async () => {
    const game = await http.track(0)
    await http.write(game.universeId, [NOW - 7 * DAY], { ccu: 8 })
    await http.write(game.universeId, [NOW], { ccu: 10 })
    const changes = async () => (await games())[0]?.change_7d
    expect(await changes()).toMatchObject({ playing: 2 })
    await http.write(game.universeId, [NOW - 7 * DAY], { ccu: 4 })
    expect(await changes()).toMatchObject({ playing: 6 })
  })

  it('states the last event of each game of any type, as /events does [API-49, DATA-33]', async () => {
    const [first, second, third] = [await http.track(0), await http.track(1), await http.track(2)]
    const other = await http.tenant()
    const event = { universeId: first.universeId, accountId: null, cause: null, uncertainty: null } as const
    const at = (minutes: number) => ({ start: NOW - minutes, end: NOW - minutes })
    const put = (draft: Partial<EventDraft> & Pick<EventDraft, 'kind' | 'facts' | 'subject'>, minutes: number) =>
      http.store.eventLog.put({ ...event, ...at(minutes), ...draft })
    const milestone = { kind: 'milestone', metric: 'visits', value: 5, count: 6 } as const
    await put({ kind: 'milestone', facts: milestone, subject: 'old' }, 100 * DAY)
    expect((await games())[0]?.last_event).toBeNull()
    await put({ kind: 'milestone', facts: milestone, subject: 'm' }, 900)
    expect((await games())[0]?.last_event).toMatchObject({ type: 'milestone' })
    const record = { kind: 'record', players: 9, previous: 5 } as const
    const { id } = await put({ kind: 'record', accountId: http.account.id, facts: record, subject: 'r' }, 600)
    await put({ kind: 'record', accountId: other.account.id, facts: record, subject: 'theirs' }, 10)
    const gap = { kind: 'gap', reasons: ['platform error'] } as const
    await put(
      { universeId: second.universeId, kind: 'gap', cause: 'platform error', facts: gap, subject: 'g', end: null },
      90,
    )
    const member = { universeId: third.universeId, type: 'silent', since: NOW - 50, until: null } as const
    const incident = { kind: 'incident', type: 'silent', affected: 1, universes: 9, members: [member] } as const
    await put({ universeId: null, kind: 'incident', cause: 'platform', facts: incident, subject: 'i', end: null }, 50)
    const [a, b, c] = await games()
    expect(a?.last_event).toMatchObject({ id, type: 'record', time: isoOfMinute(NOW - 600) })
    expect(b?.last_event).toMatchObject({ type: 'gap', cause: 'platform_error', end: null })
    expect(c?.last_event).toMatchObject({ type: 'incident', cause: 'platform', time: isoOfMinute(NOW - 50) })
    for (const [game, shown] of [
      [first, a],
      [second, b],
      [third, c],
    ] as const) {
      const { events } = (await http.ask(`/games/${game.id}/events`)).json() as { events: EventFields[] }
      const [last] = events
      expect(shown?.last_event).toMatchObject({ id: last?.id, type: last?.type, time: last?.start, end: last?.end })
    }
    const fall = { kind: 'market_fall', affected: 8, universes: 9, drop: 0.4 } as const
    await put({ universeId: null, kind: 'market_fall', cause: 'platform', facts: fall, subject: 'f' }, 5)
    for (const { id, last_event } of await games()) {
      expect(last_event).toMatchObject({ type: 'market_fall' })
      const { events } = (await http.ask(`/games/${id}/events`)).json() as { events: EventFields[] }
      expect(events[0]).toMatchObject({ type: 'market_fall', id: (last_event as EventFields).id })
    }
  })

  it('has the numbers of /stats and of the page, to the digit, on every plan [API-49, INSIGHTS-6, INSIGHTS-22]', async () => {
    const game = await http.track(0)
    await fillMarket(http, { ids: http.simulator.world.games.map(({ universeId }) => universeId), until: NOW })
    const first = NOW - 24 * 28 * 60 + 10
    const minutes = Array.from({ length: 24 * 28 * 6 }, (_, index) => first + 10 * index)
    await http.write(game.universeId, minutes, (minute) => {
      const hour = Math.ceil(minute / 60) - 1
      const counters = { visits: hour * 7, favorites: Math.floor(hour / 2), likes: Math.floor(hour / 3) }
      return { ccu: 400 + ((hour * 7) % 90), ...counters }
    })
    http.simulator.settings.playersFactor = 0.78
    await http.tick()
    await http.services.countMarket({ stop: new AbortController().signal })
    for (const plan of ['enterprise', 'premium'] as const) {
      const { account } = await http.services.accounts.change(String(http.account.id), { plan })
      const discord = (await http.services.gameOverview.read({ account, game })).now
      const span = { from: NOW - DAY, until: NOW }
      const page = (await http.services.shownGame.describe({ account, game, isOwn: true }, span)).now
      expect(page).toEqual(discord)
      const expected = comparisonOf(discord)
      expect(expected.usual).not.toBeNull()
      expect(expected.gains_24h.favorites).toMatchObject({ hours: 24 })
      // Of which the game is a member, so that it is left out.
      expect(expected.market_change).toBeLessThan(-0.15)
      const [listed] = await games()
      expect(listed).toMatchObject(expected)
      const one = (await http.ask(`/games/${game.id}/stats`)).json() as { game: object }
      expect(one.game).toMatchObject(expected)
    }
  })

  it('says from when the usual of a new game is known, as Discord and the page do [API-49, INSIGHTS-4]', async () => {
    const [game, paused] = [await http.track(0), await http.track(1)]
    await http.write(game.universeId, [NOW], { ccu: 30 })
    await http.write(paused.universeId, [NOW], { ccu: 20 })
    await http.services.games.change(paused, { isActive: false })
    const { usual } = (await http.services.gameOverview.read({ account: http.account, game })).now
    expect(usual).toEqual({ kind: 'not yet', from: NOW + 2 * DAY })
    const known = { usual: null, usual_known_from: '2026-06-19T12:00:00.000Z' }
    const [listed, other] = await games()
    expect(listed).toMatchObject(known)
    expect(((await http.ask(`/games/${game.id}/stats`)).json() as { game: object }).game).toMatchObject(known)
    expect(other).toMatchObject({ usual: null, usual_known_from: null })
  })

  it('states how Roblox as a whole is doing, or why that is not known [API-49]', async () => {
    const marketOf = async () =>
      ((await http.ask('/games/stats', { key: http.key })).json() as { market: Record<string, unknown> }).market
    expect(await marketOf()).toMatchObject({ change: null, games: null, reason: 'not_counted' })
    await fillMarket(http, { ids: http.simulator.world.games.map(({ universeId }) => universeId), until: NOW })
    http.simulator.settings.playersFactor = 0.78
    await http.tick()
    await http.services.countMarket({ stop: new AbortController().signal })
    // An answer that was prepared after the tick may have been made before the count, and is kept for the minute.
    http.clock.advance(1)
    const market = await marketOf()
    const now = await http.services.market.now()
    expect(market).toMatchObject({
      source: 'charts',
      reason: null,
      known_from: null,
      time: new Date(NOON).toISOString(),
    })
    expect(market.change).toBeCloseTo(-0.22, 1)
    expect(now.kind === 'known' && market.change === Number(now.change.toFixed(6))).toBe(true)
  })

  it('answers trials too, and only with the own games', async () => {
    await http.track(0)
    const trial = await http.tenant({ status: 'trial', trialDays: 2 })
    expect(await games(trial.key)).toEqual([])
    expectRejection(
      await http.ask('/games/stats', await http.tenant({ status: 'expired' })),
      403,
      'SUBSCRIPTION_REQUIRED',
    )
  })
})
