// What the service reads after a start, before anybody asks.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import type { SampleExport } from '../../../src/domain/sample-file.js'
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

it(
  'makes a day’s files of one game also where the games are too many to read them all [API-82]',
  MANY_GAMES,
  async () => {
    for (let id = 1; id <= 5_001; id++) {
      const universe = { id, name: `Game ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
      const game = { accountId: http.account.id, channelId: null, createdAt: NOON, maxGames: 5_001, universe }
      await http.store.games.add(game)
    }
    await http.write(1, [NOW - 1_440, NOW - 1_439], { ccu: 40 })
    const made: unknown[] = []
    async function* encode({ game, blocks }: SampleExport) {
      for await (const { minutes } of blocks) made.push([game.name, ...minutes])
      yield 'a piece'
    }
    http.services.activity.subscribe((event) => {
      if (event.type === 'cache read' && event.cache === 'rankings') throw new Error('All games were read.')
    })
    await http.services.readAhead(new AbortController().signal, { encoders: [encode] })
    expect(made).toEqual([['Game 1', NOW - 1_440, NOW - 1_439]])
  },
)

const answered = () => http.services.readAhead(new AbortController().signal, { answer: http.answerAhead })

it('has prepared the first answers about the games that it read [API-82]', async () => {
  const { id, universeId } = await http.track(0)
  await http.write(universeId, [NOW - 1_440, NOW - 1], { ccu: 40 })
  const paths = ['/games/stats', '/games/summary', '/rankings', `/games/${id}/stats`, `/games/${id}/summary`]
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

it('also runs what is made for each request, of one game [API-82]', async () => {
  const made = new Set<string>()
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
        made.add(`${query.grid.interval} of ${query.range.last} minutes of ${game.id}`)
        return readSeries.readOne(account, game, query)
      },
    },
  }
  const [first] = [await http.track(0), await http.track(1)]
  const starting = await startHttpApp({ app: { ...http, services: watched } })
  await starting.services.readAhead(new AbortController().signal, { answer: starting.answerAhead })
  await starting.stop()
  const expected = ['1m of 1440', '1h of 43200', '1d of 43200'].map((grid) => `${grid} minutes of ${first.id}`)
  expect([...made].sort()).toEqual([...expected, `files of 1 day of ${first.id}`].sort())
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

it('neither counts nor logs the requests of its own with which it prepares answers [API-82]', async () => {
  const logging = await startHttpApp({ settings: { hasAccessLog: true, metricsToken: 'a-token-of-metrics' } })
  const { universeId } = await logging.track(0)
  await logging.write(universeId, [NOW - 1], { ccu: 40 })
  await logging.services.readAhead(new AbortController().signal, { answer: logging.answerAhead })
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
  await http.answerAhead(http.account, games, AbortSignal.abort())
  expect(reads).toBe(0)
})
