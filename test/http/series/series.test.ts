import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isoOfMinute, minuteOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'

const NOW = minuteOf(NOON)
const HOUR = 60
const DAY = 1440

type List = readonly (number | null)[]
interface Columns {
  readonly time: readonly string[]
  readonly coverage: readonly number[]
  readonly ccu: { readonly value: List; readonly min: List; readonly max: List }
  readonly visits: { readonly value: List; readonly change: List }
  readonly like_ratio: { readonly value: List }
  readonly compare: Columns
  readonly usual: { readonly expected: List; readonly low: List; readonly high: List }
}
interface SeriesDocument {
  readonly [field: string]: unknown
  readonly game: { readonly id: number }
  readonly resolution: readonly unknown[]
  readonly columns: Columns
  readonly rows: readonly Record<string, unknown>[]
}

let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(() => http.stop())

const ask = (query: string, id = game.id) => http.ask(`/games/${id}/series?${query}`)
const series = async (query: string, tenant?: Tenant): Promise<SeriesDocument> => {
  const answer = await http.ask(`/games/${game.universeId}/series?${query}`, tenant && { key: tenant.key })
  expect(answer.status, answer.text).toBe(200)
  return (answer.json() as { series: SeriesDocument }).series
}
/** One sample each minute from `from` to before `until`. */
const writeAll = async (from: number, until: number, ccu: number) => {
  const minutes = Array.from({ length: until - from }, (_, index) => from + index)
  await http.write(game.universeId, minutes, { ccu })
}

describe('GET /games/{id}/series', () => {
  it('answers the last 24 hours by hour where nothing else is asked [API-39]', async () => {
    await writeAll(NOW - 2 * HOUR, NOW - HOUR, 30)
    await http.write(game.universeId, [NOW - 2 * HOUR + 7], { ccu: 90 })
    await http.write(game.universeId, [NOW], { ccu: 12 })
    const found = await series('')
    expect(found).toMatchObject({
      game: { id: game.id, name: game.name, universe_id: game.universeId },
      interval: '1h',
      time_zone: 'UTC',
      from: '2026-06-16T13:00:00.000Z',
      until: '2026-06-17T13:00:00.000Z',
      resolution: [{ from: '2026-06-16T13:00:00.000Z', minutes: 1 }],
    })
    const { time, coverage, ccu } = found.columns
    expect(time).toHaveLength(24)
    expect(time.at(-1)).toBe(isoOfMinute(NOW))
    expect(ccu.value.slice(-4)).toEqual([null, 31, null, 12])
    expect([ccu.min.slice(-4), ccu.max.slice(-4)]).toEqual([
      [null, 30, null, 12],
      [null, 90, null, 12],
    ])
    expect(coverage.slice(-4)).toEqual([0, 1, 0, 1])
  })

  it('states counters as totals and as change, also over a gap [API-39]', async () => {
    await http.write(game.universeId, [NOW - 30 * HOUR], { visits: 100, likes: 3, dislikes: 1 })
    await http.write(game.universeId, [NOW - 2 * HOUR], { visits: 130, likes: null, dislikes: null })
    await http.write(game.universeId, [NOW - 5], { visits: 120, likes: 9, dislikes: 1 })
    const { visits, like_ratio: likes } = (await series('metrics=visits,like_ratio&last=4h')).columns
    expect(visits).toEqual({ value: [null, 130, 120, null], change: [null, 30, -10, null] })
    expect(likes.value).toEqual([null, 0.75, 0.9, null])
    const spaced = (await series('metrics=visits,+like_ratio&last=4h')).columns
    expect([spaced.visits, spaced.like_ratio]).toEqual([visits, likes])
  })

  it('states the same numbers of a day as the summary, the export and the sums of its hours [API-39]', async () => {
    await http.write(game.universeId, [NOW - DAY - 700, NOW - DAY - 3, NOW - DAY + 11], { ccu: 7, visits: 50 })
    await http.write(game.universeId, [NOW - DAY + 20], { ccu: 29, visits: 59 })
    await writeAll(NOW - 90, NOW - 20, 13)
    const summary = (await http.ask(`/games/${game.id}/summary?start_date=2026-06-16`)).json() as {
      history: { ccu: { min: number; max: number; average: number }; coverage: number; changes: { visits: number } }[]
    }
    for (const zone of ['UTC', 'Africa/Abidjan']) {
      const { columns } = await series(`metrics=ccu,visits&interval=1d&from=2026-06-16&tz=${zone}`)
      for (const [at, day] of summary.history.entries()) {
        expect(columns.ccu.value[at]).toBeCloseTo(day.ccu.average, 4)
        expect([columns.ccu.min[at], columns.ccu.max[at]]).toEqual([day.ccu.min, day.ccu.max])
        expect(columns.coverage[at]).toBeCloseTo(day.coverage, 5)
        expect(columns.visits.change[at]).toBe(day.changes.visits)
      }
    }
    const day = (await series('interval=1d&from=2026-06-16&to=2026-06-16')).columns
    const minutes = (await series('interval=1m&from=2026-06-16&to=2026-06-16')).columns
    const known = minutes.ccu.value.filter((value) => value !== null)
    expect(known.length / DAY).toBeCloseTo(day.coverage[0] ?? 0, 5)
    expect(known.reduce((sum, value) => sum + value, 0) / known.length).toBeCloseTo(day.ccu.value[0] ?? 0, 4)
  })

  it('has days of 23 and 25 hours where the clocks change [API-41]', async () => {
    const spring = await series('interval=1d&from=2026-03-28&to=2026-03-30&tz=Europe/Berlin')
    expect(spring.columns.time).toEqual(
      ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00'].map((time) => `${time}:00.000Z`),
    )
    await writeAll(minuteOf(Date.UTC(2025, 9, 25, 22)), minuteOf(Date.UTC(2025, 9, 26, 23)), 5)
    const autumn = await series('interval=1d&from=2025-10-26&to=2025-10-26&tz=Europe/Berlin')
    expect(autumn).toMatchObject({ from: '2025-10-25T22:00:00.000Z', until: '2025-10-26T23:00:00.000Z' })
    expect(autumn.columns.coverage).toEqual([1])
  })

  it('has local days in a zone of half hours, and points of an hour at whole hours of UTC [API-41]', async () => {
    await http.write(game.universeId, [NOW - 20], { ccu: 8 })
    const days = await series('interval=1d&from=2026-06-16&to=2026-06-17&tz=Asia/Kolkata')
    expect(days.columns.time).toEqual(['2026-06-15T18:30:00.000Z', '2026-06-16T18:30:00.000Z'])
    expect(days.columns.ccu.max).toEqual([null, 8])
    const hours = await series('from=2026-06-17T16:45&to=2026-06-17T17:45&tz=Asia/Kolkata')
    // 16:45 in Kolkata is 11:15 UTC: its hour of UTC begins at 16:30 there.
    expect(hours.columns.time).toEqual(['2026-06-17T11:00:00.000Z', '2026-06-17T12:00:00.000Z'])
    expect(hours.columns.ccu.max).toEqual([8, null])
  })

  it('remembers days that are over, until the past changes or a plan sees it otherwise [API-41]', async () => {
    const month = 'interval=1d&last=30d&tz=Europe/Berlin'
    const at = NOW - 20 * DAY
    await http.write(game.universeId, [at, NOW], { ccu: 5 })
    expect((await series(month)).columns.ccu.value.filter((value) => value !== null)).toEqual([5, 5])
    await http.write(game.universeId, [at], { ccu: 9 })
    await http.write(game.universeId, [at - 60, NOW - DAY], { ccu: 9 })
    const { ccu, coverage } = (await series(month)).columns
    expect(ccu.value.filter((value) => value !== null)).toEqual([9, 9, 5])
    expect((await series('interval=1h&last=30d')).columns.ccu.value.filter((value) => value !== null)).toEqual([
      9, 9, 9, 5,
    ])
    expect(coverage.filter((share) => share > 0)).toHaveLength(3)
    http.clock.advance(DAY)
    expect((await series(month)).columns.ccu.value.slice(-3)).toEqual([9, 5, null])
  })

  it('takes dates, times, local times, and weeks that begin on Monday [API-41]', async () => {
    const times = async (query: string) => (await series(query)).columns.time.map((time) => time.slice(5, 16))
    expect(await times('from=2026-06-17T08:30Z&to=2026-06-17T11:00Z')).toEqual([
      '06-17T08:00',
      '06-17T09:00',
      '06-17T10:00',
    ])
    expect(await times('from=2026-06-17T10:30%2B02:00&to=2026-06-17T12:30+02:00')).toEqual([
      '06-17T08:00',
      '06-17T09:00',
      '06-17T10:00',
    ])
    expect(await times('from=2026-06-17T12:00&tz=Europe/Berlin')).toEqual(['06-17T10:00', '06-17T11:00', '06-17T12:00'])
    expect(await times('interval=1w&last=14d')).toEqual(['06-08T00:00', '06-15T00:00'])
    // 02:00 comes twice.
    expect(await times('from=2025-10-26T02:00&to=2025-10-26T03:00&tz=Europe/Berlin')).toHaveLength(2)
    expect(await times('interval=1w&from=2026-06-14&to=2026-06-15&tz=Europe/Berlin')).toEqual([
      '06-07T22:00',
      '06-14T22:00',
    ])
    expect(await times('interval=1d&last=2d')).toEqual(['06-16T00:00', '06-17T00:00'])
  })

  it('writes rows and CSV with the numbers of the columns', async () => {
    await http.write(game.universeId, [NOW - HOUR], { ccu: 8, visits: 40 })
    const query = 'metrics=ccu,visits&last=2h&compare=previous'
    const { rows } = await series(`${query}&shape=rows`)
    expect(rows).toEqual([
      {
        time: '2026-06-17T11:00:00.000Z',
        coverage: 0.016667,
        ccu: { value: 8, min: 8, max: 8 },
        visits: { value: 40, change: 0 },
        compare: {
          time: '2026-06-17T09:00:00.000Z',
          coverage: 0,
          ccu: { value: null, min: null, max: null },
          visits: { value: null, change: null },
        },
      },
      expect.objectContaining({ time: '2026-06-17T12:00:00.000Z', ccu: { value: null, min: null, max: null } }),
    ])
    const csv = await ask(`${query}&format=csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toContain('attachment')
    expect(csv.headers['x-resolution']).toMatch(/^1;from=2026-\d\d-\d\dT\d\d:\d\d:00\.000Z$/)
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'game_id,time,coverage,ccu,ccu_min,ccu_max,visits,visits_change,compare_time,compare_coverage,compare_ccu,compare_ccu_min,compare_ccu_max,compare_visits,compare_visits_change',
      `${game.id},2026-06-17T11:00:00.000Z,0.016667,8,8,8,40,0,2026-06-17T09:00:00.000Z,0,,,,,`,
    ])
    expect(csv.text.endsWith('\r\n')).toBe(true)
    const again = await http.ask(`/games/${game.id}/series?${query}&format=csv`, {
      headers: { 'if-none-match': csv.headers.etag ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('compares with the same buckets before, and 52 weeks before [API-42]', async () => {
    await http.write(game.universeId, [NOW - 3 * DAY], { ccu: 4 })
    await http.write(game.universeId, [NOW - 364 * DAY], { ccu: 6 })
    const previous = (await series('interval=1d&last=3d&compare=previous&tz=Europe/Berlin')).columns
    expect(previous.compare.ccu.value).toEqual([null, null, 4])
    const year = (await series('interval=1d&last=3d&compare=year&tz=America/New_York')).columns
    expect(year.compare.ccu.value).toEqual([null, null, 6])
    expect(year.compare.time.at(-1)).toBe('2025-06-18T04:00:00.000Z')
  })

  it('shows the usual of players where it is known [API-42]', async () => {
    const hours = Array.from({ length: 24 * 14 * 6 }, (_, index) => NOW - 10 * index)
    await http.write(game.universeId, hours.reverse(), { ccu: 50 })
    const { usual } = (await series('last=6h&compare=usual')).columns
    expect(usual.expected).toHaveLength(6)
    for (const [at, expected] of usual.expected.entries()) {
      expect(expected).toBeCloseTo(50, 0)
      expect(usual.low[at]).toBeLessThan(50)
      expect(usual.high[at]).toBeGreaterThan(50)
    }
    const early = (await series('from=2026-01-01T00:00Z&to=2026-01-01T02:00Z&compare=usual')).columns
    expect(early.usual.expected).toEqual([null, null])
  })

  it('rejects more than 100,000 numbers and names the interval that fits, which does [API-40]', async () => {
    const answer = await ask('interval=1m&last=365d')
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    const [, fits] = /interval=(\w+)/.exec(answer.text) ?? []
    expect(fits).toBe('1h')
    expect((await series(`interval=${fits}&last=365d`)).columns.time).toHaveLength(365 * 24)
  })

  it('names the time zone as it was asked for', async () => {
    for (const zone of ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Berlin'])
      expect(await series(`interval=1d&tz=${zone}`)).toMatchObject({ time_zone: zone })
    expect(await series('interval=1d&tz=europe/berlin')).toMatchObject({ time_zone: 'Europe/Berlin' })
  })

  it('reads at the interval and within the retention of the plan, and says so [API-43]', async () => {
    const premium = await http.tenant({ plan: 'premium' })
    await http.track(0, premium.account)
    await http.write(game.universeId, [NOW - 10, NOW - 9, NOW - 8], { ccu: 10 })
    await http.write(game.universeId, [NOW - 9], { ccu: 1_000 })
    const found = await series('interval=5m&last=15m', premium)
    expect(found.columns.ccu.value).toEqual([10, null, null])
    const long = await series('interval=1d&last=120d&tz=Europe/Berlin', premium)
    expect(long.resolution).toEqual([
      { from: '2026-02-17T23:00:00.000Z', minutes: 60 },
      { from: '2026-03-19T00:00:00.000Z', minutes: 5 },
    ])
    const fine = await http.ask(`/games/${game.universeId}/series?interval=1m`, { key: premium.key })
    expectRejection(fine, 400, 'INVALID_PARAMETERS')
    expect(fine.text).toContain('at least 5m')
  })

  it.each([
    ['metrics=players', 'metrics'],
    ['metrics=vists', 'did you mean visits'],
    ['metrics=ccu,ccu', 'metrics'],
    ['interval=1H', 'did you mean 1h'],
    ['from=2026-02-29', 'from'],
    ['from=2026-06-18', 'from'],
    ['from=2026-06-17T25:00Z', 'from'],
    ['from=2026-06-10&to=2026-06-09', 'from'],
    ['to=2026-06-10', 'from'],
    ['last=24', 'did you mean 24h?'],
    ['last=24H', 'did you mean 24h?'],
    ['last=7%20days', 'did you mean 7d?'],
    ['last=soon', 'for example 24h or 30d, given once.'],
    ['format=cvs', 'did you mean csv?'],
    ['last=24h&from=2026-06-17', 'last'],
    ['last=3y&interval=1d', '732'],
    ['tz=Europe/Berlinn', 'did you mean Europe/Berlin?'],
    ['tz=Berlin', 'did you mean Europe/Berlin?'],
    ['tz=new york', 'did you mean America/New_York?'],
    ['tz=UTZ', 'did you mean UTC?'],
    ['tz=%2B02:00', 'tz'],
    ['compare=usually', 'did you mean usual'],
    ['compare=usual&metrics=visits', 'ccu'],
    ['shape=row', 'did you mean rows'],
    ['format=xlsx', 'format'],
    ['intervall=1h', 'did you mean interval'],
    ['last=24h&last=24h', 'last'],
  ])('rejects ?%s and says %s', async (query, word) => {
    const answer = await ask(query)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain(word)
  })

  it('is for paid plans, and of the own games only', async () => {
    const trial = await http.tenant({ status: 'trial', trialDays: 1 })
    expectRejection(await http.ask(`/games/${game.id}/series`, trial), 403, 'INSUFFICIENT_PERMISSIONS')
    const other = await http.tenant()
    expectRejection(await http.ask(`/games/${game.id}/series`, other), 404, 'NOT_FOUND')
  })
})
