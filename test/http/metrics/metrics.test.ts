// GET /metrics: who may read it, what it contains, and that the names and labels do not change.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../src/config.js'
import { minuteOf } from '../../../src/domain/clock.js'
import { CACHES } from '../../../src/domain/ports/activity.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { isOnPostgres } from '../../support/test-run.js'
import { labelsOf, readingOf, samplesOf, typesOf } from './text-format.js'

const TOKEN = 'a-token-of-the-operator'
let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp({ settings: { metricsToken: TOKEN } })
})
afterAll(() => http.stop())

const ask = (authorization: string | null, of = http, method = 'GET') =>
  of.ask('~/metrics', { key: null, method, headers: authorization === null ? {} : { authorization } })

const read = async (of = http): Promise<string> => {
  const { status, text } = await ask(`Bearer ${TOKEN}`, of)
  expect(status).toBe(200)
  return text
}

describe('GET /metrics', () => {
  it('answers the text format to its bearer token, and 401 to anything else [PROCESS-18]', async () => {
    const { status, headers } = await ask(`Bearer ${TOKEN}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    expect(headers['cache-control']).toBe('no-store')
    for (const wrong of [null, `Bearer ${TOKEN}x`, 'Bearer', `Basic ${TOKEN}`, `Bearer ${http.key}`]) {
      const rejected = await ask(wrong)
      expect([wrong, rejected.status]).toEqual([wrong, 401])
      expect(rejected.headers['www-authenticate']).toBe('Bearer')
      expect(rejected.json()).toMatchObject({ success: false, code: 'INVALID_API_KEY' })
    }
    expect((await ask(`Bearer ${TOKEN}`, http, 'POST')).status).toBe(405)
  })

  it('is 404 where no token is configured, whatever is sent [PROCESS-18]', async () => {
    const without = await startHttpApp()
    for (const authorization of [null, `Bearer ${TOKEN}`, 'Bearer undefined'])
      expect((await ask(authorization, without)).status).toBe(404)
    await without.stop()
  })

  it('takes the token from a file as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headcount-token-'))
    const file = join(folder, 'token')
    await writeFile(file, `${TOKEN}\n`)
    expect(readConfig({ METRICS_TOKEN_FILE: file }).METRICS_TOKEN).toBe(TOKEN)
    expect(() => readConfig({ METRICS_TOKEN_FILE: join(folder, 'none') })).toThrow('METRICS_TOKEN_FILE')
    expect(() => readConfig({ METRICS_TOKEN: 'with a space' })).toThrow('METRICS_TOKEN takes')
    await rm(folder, { recursive: true })
  })
})

/** Where several processes share a PostgreSQL database. */
const SHARED_WORK_NAMES = {
  headcount_gateway_shards_held: 'gauge',
  headcount_gateway_shards_unheld: 'gauge',
  headcount_shards_behind_minutes: 'gauge',
  headcount_shards_held: 'gauge',
  headcount_shards_unheld: 'gauge',
  headcount_task_held: 'gauge',
} as const

const NAMES = {
  headcount_backup_state: 'gauge',
  headcount_cache_reads_total: 'counter',
  headcount_clock_skew_seconds: 'gauge',
  headcount_clock_state: 'gauge',
  headcount_database_available: 'gauge',
  headcount_database_bytes: 'gauge',
  headcount_discord_state: 'gauge',
  headcount_games: 'gauge',
  headcount_gaps_total: 'counter',
  headcount_http_request_duration_seconds: 'histogram',
  headcount_integrity_state: 'gauge',
  headcount_last_backup_timestamp_seconds: 'gauge',
  headcount_last_manual_backup_timestamp_seconds: 'gauge',
  headcount_last_restore_test_passed: 'gauge',
  headcount_last_restore_test_timestamp_seconds: 'gauge',
  headcount_last_tick_timestamp_seconds: 'gauge',
  headcount_outbox_notifications: 'gauge',
  headcount_platform_call_duration_seconds: 'histogram',
  headcount_platform_calls_remaining: 'gauge',
  headcount_platform_calls_total: 'counter',
  headcount_platform_failing_since_timestamp_seconds: 'gauge',
  headcount_platform_state: 'gauge',
  headcount_poller_address_state: 'gauge',
  headcount_poller_address_universes_left: 'gauge',
  headcount_poller_state: 'gauge',
  headcount_samples_total: 'counter',
  headcount_tick_duration_seconds: 'histogram',
  headcount_tick_lateness_seconds: 'histogram',
  headcount_ticks_total: 'counter',
}

describe('the metrics', () => {
  it('keep their names and types, and have players only with METRICS_GAMES [PROCESS-19]', async () => {
    const types = typesOf(await read())
    expect(Object.fromEntries(Object.entries(types).filter(([name]) => name.startsWith('headcount_')))).toEqual({
      ...NAMES,
      ...(isOnPostgres ? SHARED_WORK_NAMES : {}),
    })
    expect(types).toMatchObject({ nodejs_eventloop_lag_p99_seconds: 'gauge', process_cpu_seconds_total: 'counter' })
  })

  it('count ticks, lateness, samples, gaps and calls of the platform', async () => {
    const app = await startHttpApp({
      settings: { metricsToken: TOKEN },
      simulator: { rateLimits: 'real' },
      now: NOON + 7_000,
    })
    const games = [await app.track(0), await app.track(1)]
    await app.ticks(2)
    app.simulator.gone.add(games[1]?.universeId ?? 0)
    await app.tick()
    const text = await read(app)
    expect(readingOf(text, 'headcount_ticks_total', { result: 'stored' })).toBe(3)
    expect(readingOf(text, 'headcount_ticks_total', { result: 'failed' })).toBe(0)
    expect(readingOf(text, 'headcount_samples_total')).toBe(5)
    expect(readingOf(text, 'headcount_gaps_total', { reason: 'late' })).toBe(0)
    const gaps = samplesOf(text, 'headcount_gaps_total').reduce((sum, { value }) => sum + value, 0)
    expect(gaps).toBe(1)
    expect(readingOf(text, 'headcount_tick_lateness_seconds_sum')).toBe(21)
    expect(readingOf(text, 'headcount_last_tick_timestamp_seconds')).toBe(NOON / 1000 + 120)
    expect(readingOf(text, 'headcount_games')).toBe(2)
    expect(readingOf(text, 'headcount_database_bytes')).toBeGreaterThan(100_000)
    const endpoint = samplesOf(text, 'headcount_platform_calls_total').find(({ labels }) => labels.status === '200')
    expect(endpoint?.value).toBeGreaterThan(0)
    for (const { labels } of samplesOf(text, 'headcount_platform_calls_total'))
      expect(labels.endpoint).not.toMatch(/\d{3}/)
    expect(samplesOf(text, 'headcount_platform_calls_remaining').every(({ value }) => value >= 0)).toBe(true)
    expect(samplesOf(text, 'headcount_platform_calls_remaining').length).toBeGreaterThan(0)
    await app.stop()
  })

  it('show the state of the sampling and of the bot, and notifications that wait', async () => {
    http.parts.bot = () => ({ state: 'reconnecting' })
    http.parts.poller = () => ({ state: 'overdue' })
    const game = await http.track(3)
    const facts = { kind: 'record', ccu: 10, previous: 9 } as const
    const draft = { gameId: game.id, accountId: http.account.id, kind: 'record', subject: 'ccu:10', facts } as const
    const now = http.clock.now()
    await http.store.outbox.add({ ...draft, occurredAt: minuteOf(now) }, now)
    const text = await read()
    expect(readingOf(text, 'headcount_discord_state', { state: 'reconnecting' })).toBe(1)
    expect(readingOf(text, 'headcount_discord_state', { state: 'ready' })).toBe(0)
    expect(readingOf(text, 'headcount_poller_state', { state: 'overdue' })).toBe(1)
    expect(readingOf(text, 'headcount_outbox_notifications', { state: 'waiting' })).toBe(1)
    expect(readingOf(text, 'headcount_outbox_notifications', { state: 'sending' })).toBe(0)
  })

  it('tell how the calls of the platform fare, and since when they fail [PROCESS-41]', async () => {
    const app = await startHttpApp({ settings: { metricsToken: TOKEN } })
    onTestFinished(() => app.stop())
    await app.track(0)
    const look = async () =>
      (await app.ask('~/metrics', { key: null, headers: { authorization: `Bearer ${TOKEN}` } })).text
    await app.tick()
    expect(readingOf(await look(), 'headcount_platform_state', { state: 'running' })).toBe(1)
    expect(readingOf(await look(), 'headcount_platform_failing_since_timestamp_seconds', {})).toBe(0)
    app.simulator.settings.intercept = () => ({ status: 503, body: '' })
    app.clock.advance(1)
    await app.tick()
    const text = await look()
    expect(readingOf(text, 'headcount_platform_state', { state: 'failing' })).toBe(1)
    expect(readingOf(text, 'headcount_platform_state', { state: 'running' })).toBe(0)
    expect(readingOf(text, 'headcount_platform_failing_since_timestamp_seconds', {})).toBeGreaterThan(0)
  })

  it('name every cache from the start, and count what is read of it', async () => {
    const app = await startHttpApp({ settings: { metricsToken: TOKEN } })
    const game = await app.track(0)
    const now = minuteOf(app.clock.now())
    await app.write(
      game.universeId,
      Array.from({ length: 60 }, (_, day) => now - (59 - day) * 1_440),
    )
    const readsOf = async (result: string) =>
      Object.fromEntries(
        samplesOf(await read(app), 'headcount_cache_reads_total')
          .filter(({ labels }) => labels.result === result)
          .map(({ labels, value }) => [labels.cache, value]),
      )
    expect(Object.keys(await readsOf('hit')).toSorted()).toEqual([...CACHES].toSorted())
    expect((await readsOf('miss')).series).toBe(0)
    for (let round = 0; round < 2; round++) {
      for (const path of [
        '/games/1/series?interval=1d&last=60d&tz=Europe/Berlin',
        ...['/games/1/stats', '/games/stats', '/rankings', '/games', '/games/1/updates'],
      ])
        expect([path, (await app.ask(path)).status]).toEqual([path, 200])
      // A new minute makes answers new, and what follows from the past stays.
      app.clock.advance(1)
    }
    const [hits, misses] = [await readsOf('hit'), await readsOf('miss')]
    // PostgreSQL has its own: records are read with each request there.
    const ofSqlite = isOnPostgres ? [] : ['records', 'weeks']
    for (const cache of [...ofSqlite, 'series', 'hours', 'usual', 'gains', 'rankings'])
      expect([cache, (hits[cache] ?? 0) > 0, (misses[cache] ?? 0) > 0]).toEqual([cache, true, true])
    for (const cache of [...(isOnPostgres ? [] : ['games']), 'now', 'answers'])
      expect([cache, misses[cache]]).not.toEqual([cache, 0])
    await app.stop()
  })

  it('count hits and misses of the caches', async () => {
    const cache = 'lookups'
    const before = readingOf(await read(), 'headcount_cache_reads_total', { cache, result: 'hit' }) ?? Number.NaN
    for (let count = 0; count < 3; count++)
      expect((await http.ask('~/platform/Users/Usernames?userId=123')).status).toBe(200)
    const text = await read()
    expect(readingOf(text, 'headcount_cache_reads_total', { cache, result: 'hit' })).toBeGreaterThan(before)
    expect(readingOf(text, 'headcount_cache_reads_total', { cache, result: 'miss' })).toBeGreaterThan(0)
  })

  it('have the players of each game with METRICS_GAMES, while its last sample is there [PROCESS-19]', async () => {
    const app = await startHttpApp({ settings: { metricsToken: TOKEN, hasGameMetrics: true } })
    const { universeId } = await app.track(0)
    app.simulator.set(universeId, { ccu: 321, name: 'A "game" \\ of mine' })
    await app.tick()
    const [players] = samplesOf(await read(app), 'headcount_game_players')
    expect(players).toMatchObject({ value: 321, labels: { universe_id: `${universeId}` } })
    expect(labelsOf(await read(app), 'headcount_game_players')).toEqual(['name', 'universe_id'])
    app.clock.advance(2)
    expect(samplesOf(await read(app), 'headcount_game_players')).toEqual([])
    await app.stop()
  })

  it('name requests by route, and never by what was sent', async () => {
    for (const path of ['/games/123/stats', '/games/456/stats', '/nothing/at-all', '/games/7/export'])
      await http.ask(path)
    await http.ask('/user', { key: 'wrong' })
    for (const path of [
      '~/api',
      '~/api/v1',
      '~/api/v1/?',
      '~/healthz',
      '~/secret-path',
      '~/platform/Users/Usernames?userId=123',
    ])
      await http.ask(path)
    const name = 'headcount_http_request_duration_seconds_count'
    const routes = new Set(samplesOf(await read(), name).map(({ labels }) => labels.route))
    for (const route of ['/api/v1/games/:id/stats', '/api/v1/*', '/healthz', '/*', '/platform/Users/Usernames'])
      expect([...routes]).toContain(route)
    // Requests of the root of the API are distinguished from those of the front page.
    const counted = samplesOf(await read(), name).filter(({ labels }) => labels.route === '/api/v1')
    expect(counted.map(({ labels, value }) => [labels.status, value])).toEqual([['200', 2]])
    expect([...routes]).toContain('/api')
    expect([...routes]).not.toContain('/')
    expect([...routes].filter((route) => /123|456|secret|at-all/.test(route ?? ''))).toEqual([])
    expect(labelsOf(await read(), name)).toEqual(['route', 'status'])
  })
})
