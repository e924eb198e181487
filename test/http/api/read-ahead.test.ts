// What the service reads after a start, before anybody asks.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dayOf, isoOfDay, minuteOf } from '../../../src/domain/clock.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp } from '../../support/start-http.js'

/** A transaction for each game over PostgreSQL takes a busy machine minutes. */
const MANY_GAMES = { timeout: 20 * 60_000 }
const NOW = minuteOf(NOON)

let http: TestHttp
beforeEach(async () => {
  http = await startHttpApp()
})
afterEach(() => http.stop())

const readAhead = () => http.services.readAhead(new AbortController().signal)

/** How many games had to be read from the store for the answer, because they were not in memory. */
async function missesOf(tenant: Tenant): Promise<number> {
  let misses = 0
  http.services.activity.subscribe((event) => {
    if (event.type === 'cache read' && event.cache === 'rankings' && !event.isHit) misses++
  })
  expect((await http.ask('/games/stats', { key: tenant.key })).status).toBe(200)
  return misses
}

it('has read what accounts with a key ask first [API-82]', async () => {
  const other = await http.tenant()
  for (const [index, account] of [http.account, http.account, other.account].entries()) {
    const { universeId } = await http.track(index, account)
    await http.write(universeId, [NOW - 10_080 + index, NOW - 1_440 + index, NOW - 10 + index], { ccu: 40 })
  }
  const late = await http.tenant()
  await readAhead()
  expect(await missesOf(http)).toBe(0)
  expect(await missesOf(other)).toBe(0)
  const { universeId } = await http.track(3, late.account)
  await http.write(universeId, [NOW - 5], { ccu: 40 })
  expect(await missesOf(late)).toBe(1)
})

it('reads nothing ahead for who has no key or may not ask [API-82]', async () => {
  const expired = await http.tenant({ status: 'expired' })
  const { universeId } = await http.track(0, expired.account)
  await http.write(universeId, [NOW - 5], { ccu: 40 })
  http.services.activity.subscribe((event) => {
    if (event.type === 'cache read' && event.cache === 'rankings') throw new Error('It was read.')
  })
  await readAhead()
})

const answered = (of = http) => of.services.readAhead(new AbortController().signal, of.answerMaker)

/** A server with the same data that notes what its services make for each request. */
async function startWatched(made: Set<string>): Promise<TestHttp> {
  const { exportSamples, readSeries } = http.services
  const watched: typeof http.services = {
    ...http.services,
    exportSamples: (account, game, range) => {
      made.add(`files of ${range.end - range.start + 1} day of ${game.id}`)
      return exportSamples(account, game, range)
    },
    readSeries: {
      ...readSeries,
      readOne: (account, game, query) => {
        made.add(`${query.grid.interval} of ${query.range.last} minutes in ${query.grid.timeZone} of ${game.id}`)
        return readSeries.readOne(account, game, query)
      },
    },
  }
  return startHttpApp({ app: { ...http, services: watched } })
}

const madeOf = (id: number | undefined): readonly string[] => [
  `1d of 1440 minutes in Europe/Berlin of ${id}`,
  `1d of 43200 minutes in UTC of ${id}`,
  `1h of 43200 minutes in UTC of ${id}`,
  `1m of 1440 minutes in UTC of ${id}`,
  `files of 1 day of ${id}`,
]

it('also runs what is made for each request, of one game [API-82]', async () => {
  const made = new Set<string>()
  const [first] = [await http.track(0), await http.track(1)]
  const starting = await startWatched(made)
  await answered(starting)
  await starting.stop()
  expect([...made].sort()).toEqual(madeOf(first.id))
})

it('runs it also where the games are too many to read them all [API-82]', MANY_GAMES, async () => {
  for (let id = 1; id <= 5_001; id++) {
    const universe = { id, name: `Game ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
    await http.store.games.add({
      accountId: http.account.id,
      channelId: null,
      createdAt: NOON,
      maxGames: 5_001,
      universe,
    })
  }
  const made = new Set<string>()
  const read = new Set<string>()
  const starting = await startWatched(made)
  http.services.activity.subscribe((event) => {
    if (event.type === 'cache read') read.add(event.cache)
  })
  await answered(starting)
  await starting.stop()
  const [first] = await http.store.games.ofAccount(http.account.id)
  expect([...made].sort()).toEqual(madeOf(first?.id))
  expect(read).not.toContain('rankings')
})

it('has prepared the first answers about the games that it read [API-82]', async () => {
  const { id, universeId } = await http.track(0)
  await http.write(universeId, [NOW - 1_440, NOW - 1], { ccu: 40 })
  const day = isoOfDay(dayOf(NOW) - 1)
  const paths = [
    ...['/games/stats', `/games/${id}/stats`, `/games/${id}/summary`],
    ...['/games/summary', `/games/summary?start_date=${day}`],
    ...['/rankings', '/rankings?limit=100', '/rankings?by=change', '/rankings?by=change&limit=100'],
  ]
  const without = await startHttpApp({ app: http, terms: { plan: 'enterprise' } })
  const expected = await Promise.all(paths.map((path) => without.ask(path, { key: http.key })))
  await without.stop()
  await answered()
  const reads: boolean[] = []
  http.services.activity.subscribe((event) => {
    if (event.type === 'cache read' && event.cache === 'answers') reads.push(event.isHit)
  })
  for (const [index, path] of paths.entries()) {
    const { status, text } = await http.ask(path)
    expect({ status, text }).toEqual({ status: 200, text: expected[index]?.text })
  }
  expect(reads).toEqual(paths.map(() => true))
})

it('prepares again what clients requested before the last stop, in whatever form [API-82]', async () => {
  const { universeId } = await http.track(0)
  await http.write(universeId, [NOW - 1], { ccu: 40 })
  const paths = ['/rankings?by=visits&limit=7', `/rankings?by=favorites&page=1`]
  for (const path of [...paths, ...paths, '/rankings?by=nothing', '/games?secret=1']) await http.ask(path)
  await http.saveRequests()
  const saved = await http.store.settings.get('api.recent_requests')
  expect(saved).not.toContain('secret')
  const restarted = await startHttpApp({ app: http })
  await answered(restarted)
  // Its own requests are not noted, so a stop before any client requests again leaves what was saved.
  await restarted.saveRequests()
  expect(await http.store.settings.get('api.recent_requests')).toBe(saved)
  const reads: boolean[] = []
  http.services.activity.subscribe((event) => {
    if (event.type === 'cache read' && event.cache === 'answers') reads.push(event.isHit)
  })
  for (const path of paths) expect((await restarted.ask(path, { key: http.key })).status).toBe(200)
  expect(reads).toEqual(paths.map(() => true))
  await restarted.stop()
})

it('starts with nothing remembered where what was saved cannot be read [API-82]', async () => {
  const { id } = await http.track(0)
  await http.store.settings.set('api.recent_requests', 'not JSON')
  await answered()
  expect((await http.ask(`/games/${id}/summary`)).status).toBe(200)
})

it('requests of itself at a port that takes no other key and closes again [API-82]', async () => {
  await http.track(0)
  const others: Promise<number>[] = []
  let own = 0
  const look = (message: unknown): void => {
    const { port } = (message as { server: Server }).server.address() as AddressInfo
    if (port === http.port || own !== 0) return
    own = port
    others.push(http.ask('/games', { port }).then(({ status }) => status))
  }
  subscribe('http.server.request.start', look)
  await answered()
  unsubscribe('http.server.request.start', look)
  expect(await Promise.all(others)).toEqual([401])
  await expect(http.ask('/games', { port: own })).rejects.toThrow()
})

it('sends no request of its own while one of a client waits for its answer [API-82]', async () => {
  const { id } = await http.track(0)
  const release: { now?: () => void } = {}
  const held = new Promise<void>((resolve) => {
    release.now = resolve
  })
  const { readSeries } = http.services
  const services: typeof http.services = {
    ...http.services,
    readSeries: { ...readSeries, readOne: (...query) => held.then(() => readSeries.readOne(...query)) },
  }
  const starting = await startHttpApp({ app: { ...http, services } })
  let [own, arrived] = [0, 0]
  const look = (message: unknown): void => {
    const { port } = (message as { server: Server }).server.address() as AddressInfo
    if (port === starting.port) arrived++
    else own++
  }
  subscribe('http.server.request.start', look)
  const waiting = starting.ask(`/games/${id}/series?interval=1h&last=1d`, { key: http.key })
  await expect.poll(() => arrived).toBe(1)
  const making = answered(starting)
  await sleep(300)
  expect(own).toBe(0)
  release.now?.()
  expect((await waiting).status).toBe(200)
  await making
  unsubscribe('http.server.request.start', look)
  expect(own).toBeGreaterThan(0)
  await starting.stop()
})

it('goes on while it is asked whether it is ready [API-82]', async () => {
  await http.track(0)
  const { health } = http.store
  const release: { now?: () => void } = {}
  const held = new Promise<void>((resolve) => {
    release.now = resolve
  })
  const check = vi.spyOn(http.store, 'health').mockImplementation(() => held.then(() => health()))
  let own = 0
  const look = (message: unknown): void => {
    const { port } = (message as { server: Server }).server.address() as AddressInfo
    if (port !== http.port) own++
  }
  const waiting = http.ask('~/readyz', { key: null })
  await expect.poll(() => check.mock.calls.length).toBe(1)
  subscribe('http.server.request.start', look)
  const making = answered()
  await expect.poll(() => own, { timeout: 10_000 }).toBeGreaterThan(0)
  unsubscribe('http.server.request.start', look)
  release.now?.()
  expect((await waiting).status).toBe(200)
  await making
  check.mockRestore()
})

it('neither counts nor logs the requests of its own with which it prepares answers [API-82]', async () => {
  const logging = await startHttpApp({ settings: { hasAccessLog: true, metricsToken: 'a-token-of-metrics' } })
  const { universeId } = await logging.track(0)
  await logging.write(universeId, [NOW - 1], { ccu: 40 })
  await answered(logging)
  expect(logging.logged).toEqual([])
  const metrics = await logging.ask('~/metrics', { key: null, headers: { authorization: 'Bearer a-token-of-metrics' } })
  expect(metrics.text).toContain('headcount_http_')
  expect(metrics.text).not.toContain('route="/api/v1/games')
  const [key] = await logging.services.keys.list(logging.account)
  expect(key?.lastUsedAt).toBeNull()
  const { headers } = await logging.ask('/games')
  expect(Number(headers['x-ratelimit-limit']) - Number(headers['x-ratelimit-remaining'])).toBe(1)
  await logging.stop()
})

it('gives an account that sees less no answer that was prepared for another [API-82]', async () => {
  const { id, universeId } = await http.track(0)
  await http.write(universeId, [NOW - 1], { ccu: 40 })
  await answered()
  const other = await http.tenant()
  expect((await http.ask(`/games/${id}/stats`, { key: other.key })).status).toBe(404)
  expect((await http.ask('/games/stats', { key: null })).status).toBe(401)
})

it('stops preparing answers when the service stops [API-82]', async () => {
  await http.track(0)
  const games = await http.store.games.ofAccount(http.account.id)
  let reads = 0
  http.services.activity.subscribe((event) => {
    if (event.type === 'cache read') reads++
  })
  await http.answerMaker.prepareLists({ account: http.account, games }, AbortSignal.abort())
  await http.answerMaker.close()
  expect(reads).toBe(0)
})
