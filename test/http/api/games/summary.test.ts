import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteOf } from '../../../../src/domain/clock.js'
import type { Game } from '../../../../src/domain/game.js'
import { ADDED_MEASURES, byMeasure, CLOSING_MEASURES } from '../../../../src/domain/measures.js'
import { NOON } from '../../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../../support/start-http.js'

const FIRST = minuteOf(NOON)
const DAY = '2026-06-17'
let http: TestHttp
let game: Game

beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(() => http.stop())

interface SummaryDocument {
  readonly [field: string]: unknown
  readonly history?: readonly Record<string, unknown>[]
}

const one = async (query = ''): Promise<SummaryDocument> => {
  const body = (await http.ask(`/games/${game.id}/summary${query}`)).json() as {
    summary: SummaryDocument
    history?: SummaryDocument['history']
  }
  return { ...body.summary, ...(body.history ? { history: body.history } : {}) }
}

describe('GET /games/{id}/summary', () => {
  it('adds up the last 30 days where no date is given, rounded, without history [API-19, API-44]', async () => {
    await http.write(game.universeId, [FIRST - 10], { ccu: 10, visits: 100, favorites: 5, likes: 3, dislikes: 1 })
    await http.write(game.universeId, [FIRST - 9], { ccu: 30, visits: 90, favorites: 6, likes: null, dislikes: null })
    expect(await one()).toEqual({
      id: game.id,
      name: game.name,
      universe_id: game.universeId,
      start_date: '2026-05-19',
      end_date: DAY,
      samples: 2,
      coverage: 0.000047,
      ccu: { min: 10, average: 20, max: 30, peak_at: '2026-06-17T11:51:00.000Z', latest: 30 },
      visits: { start: 100, end: 90, change: -10 },
      favorites: { start: 5, end: 6, change: 1 },
      likes: { start: 3, end: 3, change: 0 },
      dislikes: { start: 1, end: 1, change: 0 },
      ...byMeasure(ADDED_MEASURES, () => ({ start: null, end: null, change: null })),
      like_ratio: 0.75,
      player_hours: 0.6667,
      revenue: null,
    })
  })

  it('has null for every measure where the range has no sample [API-18]', async () => {
    const summary = await one(`?start_date=2024-02-29&end_date=2024-03-01`)
    expect(summary).toMatchObject({ samples: 0, coverage: 0, like_ratio: null, player_hours: null, history: [] })
    expect(summary.ccu).toEqual({ min: null, average: null, max: null, peak_at: null, latest: null })
    expect(summary.visits).toEqual({ start: null, end: null, change: null })
  })

  it('states each day with a sample where a date is given', async () => {
    await http.write(game.universeId, [FIRST - 1440, FIRST - 1439], { ccu: 60, visits: 1 })
    await http.write(game.universeId, [FIRST], { ccu: 120, visits: 2, likes: null, dislikes: null })
    const { history } = await one('?start_date=2026-06-10')
    expect(history).toHaveLength(2)
    expect(history?.[0]).toMatchObject({ date: '2026-06-16', samples: 2, coverage: 0.001389, player_hours: 2 })
    expect(history?.[1]).toMatchObject({
      date: DAY,
      samples: 1,
      coverage: 0.001387,
      ccu: { min: 120, average: 120, max: 120, peak_at: `${DAY}T12:00:00.000Z` },
      changes: { visits: 1, favorites: 0, likes: 0, dislikes: 0 },
    })
  })

  it('begins at the last value before the range, so that neighboring days add up [API-17]', async () => {
    await http.write(game.universeId, [FIRST - 2 * 1440], { visits: 100, favorites: 7 })
    await http.write(game.universeId, [FIRST - 1440], { visits: 130, favorites: 6 })
    await http.write(game.universeId, [FIRST - 5], { visits: 150, favorites: 9 })
    await http.write(game.universeId, [FIRST], { visits: 180, favorites: 9 })
    const whole = await one('?start_date=2026-06-15')
    expect(whole.visits).toEqual({ start: 100, end: 180, change: 80 })
    const days = [await one('?start_date=2026-06-16&end_date=2026-06-16'), await one(`?start_date=${DAY}`)]
    expect(days.map(({ visits }) => visits)).toEqual([
      { start: 100, end: 130, change: 30 },
      { start: 130, end: 180, change: 50 },
    ])
    const changes = whole.history?.map((record) => record.changes) as { visits: number; favorites: number }[]
    expect(changes.map(({ visits }) => visits)).toEqual([0, 30, 50])
    expect(changes.map(({ favorites }) => favorites)).toEqual([0, -1, 3])
    const all = (await http.ask(`/games/summary?start_date=${DAY}`)).json() as { summaries: SummaryDocument[] }
    expect(all.summaries[0]?.visits).toEqual(days[1]?.visits)
    const spoken = await http.services.summarizeSpan(http.account, game, '24h')
    expect(spoken.summary.counters.visits).toEqual({ start: 130, end: 180, change: 50 })
  })

  it('has a day with revenue and without samples, whose measures are null [API-19]', async () => {
    await http.write(game.universeId, [FIRST])
    await http.store.revenue.put(game.id, [{ day: Math.floor(FIRST / 1440) - 1, amount: 2.5 }])
    const unknown = { ...byMeasure(CLOSING_MEASURES, () => null) }
    const { history } = await one('?start_date=2026-06-15')
    expect(history?.map(({ date }) => date)).toEqual(['2026-06-16', DAY])
    expect(history?.[0]).toEqual({
      date: '2026-06-16',
      samples: 0,
      coverage: 0,
      ccu: { min: null, average: null, max: null, peak_at: null },
      ...unknown,
      changes: unknown,
      player_hours: null,
      revenue: 2.5,
    })
  })

  it('begins with the first sample where only the end is given [API-20]', async () => {
    await http.write(game.universeId, [FIRST - 5 * 1440])
    expect(await one(`?end_date=${DAY}`)).toMatchObject({ start_date: '2026-06-12', end_date: DAY })
  })

  it('states the last known votes of before the range where the range has none', async () => {
    await http.write(game.universeId, [FIRST - 1440], { likes: 8, dislikes: 2 })
    await http.write(game.universeId, [FIRST], { likes: null, dislikes: null })
    const summary = await one(`?start_date=${DAY}&end_date=${DAY}`)
    expect(summary).toMatchObject({ likes: { start: 8, end: 8, change: 0 }, like_ratio: 0.8 })
    expect(summary.history?.[0]).toMatchObject({ likes: 8, dislikes: 2 })
  })

  it.each([
    ['?start_date=2026-02-29', 'start_date'],
    ['?end_date=17-06-2026', 'end_date'],
    ['?start_date=2026-06-02&end_date=2026-06-01', 'start_date'],
    ['?start_date=2024-06-15&end_date=2026-06-17', '732'],
    ['?start_date=2026-06-18', 'start_date'],
  ])('rejects %s and names %s', async (query, word) => {
    const answer = await http.ask(`/games/${game.id}/summary${query}`)
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({
      success: false,
      code: 'INVALID_PARAMETERS',
      error: expect.stringContaining(word),
    })
  })

  it('shows revenue to its owner alone', async () => {
    await http.write(game.universeId, [FIRST - 1440, FIRST])
    const day = Math.floor(FIRST / 1440)
    await http.store.revenue.put(game.id, [
      { day: day - 1, amount: 2.5 },
      { day, amount: 10 },
    ])
    const stranger = await http.tenant({ name: 'Stranger' })
    const theirs = await http.track(0, stranger.account)
    const summary = await one('?start_date=2026-06-16')
    expect(summary.revenue).toEqual({ total: 12.5 })
    expect(summary.history?.map((record) => record.revenue)).toEqual([2.5, 10])
    const other = await http.ask(`/games/${theirs.id}/summary?start_date=2026-06-16`, { key: stranger.key })
    expect(other.text).toContain('"revenue":null')
    expect(other.text).not.toContain('12.5')
  })
})

describe('GET /games/summary', () => {
  it('summarizes every game, with history where a date is given', async () => {
    await http.track(1)
    await http.write(game.universeId, [FIRST])
    const body = (await http.ask(`/games/summary?start_date=${DAY}`)).json() as { summaries: SummaryDocument[] }
    expect(body.summaries.map((summary) => summary.samples)).toEqual([1, 0])
    expect(body.summaries.map((summary) => summary.history?.length)).toEqual([1, 0])
    const plain = (await http.ask('/games/summary')).json() as { summaries: SummaryDocument[] }
    expect(plain.summaries.some((summary) => 'history' in summary)).toBe(false)
  })

  it('summarizes the one that game_id names, by internal id or universe id', async () => {
    await http.track(1)
    for (const id of [game.id, game.universeId]) {
      const body = (await http.ask(`/games/summary?game_id=${id}`)).json() as { summaries: SummaryDocument[] }
      expect(body.summaries.map((summary) => summary.id)).toEqual([game.id])
    }
    expect((await http.ask('/games/summary?game_id=999')).status).toBe(404)
    expect((await http.ask('/games/summary?game_id=x')).status).toBe(400)
  })

  it('takes at most 92 days for all games, and 732 for one [API-21]', async () => {
    expect((await http.ask('/games/summary?start_date=2026-03-18&end_date=2026-06-17')).status).toBe(200)
    expect((await http.ask('/games/summary?start_date=2026-03-17&end_date=2026-06-17')).status).toBe(400)
    expect((await http.ask(`/games/summary?start_date=2024-06-16&end_date=2026-06-17&game_id=${game.id}`)).status).toBe(
      200,
    )
  })
})
