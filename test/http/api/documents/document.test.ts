// Calls all endpoints and checks each response against the published OpenAPI document.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { HistoryEvent } from '../../../../src/domain/events/event.js'
import type { Game } from '../../../../src/domain/game.js'
import { ENDPOINTS } from '../../../../src/http/api/routes.js'
import { NOON } from '../../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp, type TestResponse } from '../../../support/start-http.js'

const NOW = NOON / 60_000
const DAY = 1440
/** Requests a minute of a plan without an API. */
const LIMIT = 30
const RANGE = 'start_date=2026-06-16&end_date=2026-06-17'

const documentShape = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({ responses: z.record(z.string(), z.unknown()) }) })),
})
type ApiDocument = z.infer<typeof documentShape>

let isOverloaded = false
let http: TestHttp
let document: ApiDocument
let game: Game
let update: HistoryEvent
let expired: Tenant
let trial: Tenant
/** `GET path status` of each validated response. */
const seen = new Set<string>()

beforeAll(async () => {
  http = await startHttpApp({ settings: { trustProxy: true, isOverloaded: () => isOverloaded } })
  game = await http.track(0)
  const second = await http.track(1)
  await http.track(2)
  await http.services.games.change(second, { channelId: '123456789012345678', isActive: false })
  for (const [minute, likes] of [
    [NOW - DAY, 3],
    [NOW - 1, null],
    [NOW, 4],
  ] as const)
    await http.write(game.universeId, [minute], { likes })
  await http.write(second.universeId, [NOW], { likes: null, dislikes: null })
  await http.store.revenue.put(game.id, [{ day: Math.floor(NOW / DAY), amount: 12.5 }])
  update = await http.store.eventLog.put({
    universeId: game.universeId,
    accountId: null,
    kind: 'update',
    subject: 'update',
    start: NOW - DAY,
    end: NOW - DAY,
    cause: null,
    facts: { kind: 'update', foundAt: NOW - DAY },
    uncertainty: 0,
  })
  expired = await http.tenant({ status: 'expired' })
  trial = await http.tenant({ status: 'trial', trialDays: 2 })
  await http.services.keys.create(http.account, 'expiring', NOON + 1_000_000)
  const text = (await http.ask('/openapi.json', { key: null })).json()
  document = documentShape.parse(text)
})
afterAll(() => http.stop())

/** `ask` validates each response against the document; this one also notes which were called. */
function expectDocumented(path: string, answer: TestResponse): void {
  // A request that is rejected before its key is read belongs to no account yet.
  if (answer.status !== 503)
    for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/)
  seen.add(`${path} ${answer.status}`)
}

interface TourStop {
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

/** Valid and invalid queries by path. Other paths are called without a query. */
const TOUR: Readonly<Record<string, TourStop>> = {
  '/games': { good: ['', '?unknown=1'], bad: [] },
  '/games/summary': {
    good: ['', `?${RANGE}`, '?start_date=2026-06-16', '?end_date=2026-06-17', '?game_id=1'],
    bad: ['?start_date=x', '?end_date=2026-02-30', '?game_id=0', '?start_date=2026-01-01&end_date=2026-06-17'],
  },
  '/games/{id}/summary': {
    good: ['', `?${RANGE}`, '?start_date=2024-02-29&end_date=2024-02-29', '?end_date=2026-06-17'],
    bad: ['?start_date=2026-06-18', '?start_date=2020-01-01&end_date=2026-01-01'],
  },
  '/games/{id}/export': {
    good: [`?${RANGE}`, `?${RANGE}&format=json`, `?${RANGE}&format=csv`, '?start_date=1999-01-01&end_date=1999-01-01'],
    bad: ['', '?start_date=2026-06-17', `?${RANGE}&format=xml`],
  },
  '/games/{id}/series': {
    good: ['', '?interval=1d&last=7d&compare=previous&shape=rows', '?format=csv', '?last=2h&compare=usual'],
    bad: ['?interval=2h', '?last=0h', '?unknown=1', '?from=2026-06-30'],
  },
  '/series': {
    good: ['?games=1', '?games=1,2&shape=rows&metrics=ccu,visits,like_ratio'],
    bad: ['', '?games=0', '?game=1'],
  },
  '/events': {
    good: ['', '?types=update,gap&from=2026-06-01&to=2026-06-17&limit=2', '?order=changed', '?cursor=after-0'],
    bad: ['?types=x', '?limit=0', '?cursor=x', '?cursor=after-99999', '?typs=gap'],
  },
  '/games/{id}/events': { good: ['', '?types=update'], bad: ['?order=x'] },
  '/games/{id}/gaps': { good: ['', '?from=2026-06-01&limit=1'], bad: ['?limit=1001', '?from=2026-06-30'] },
  '/games/{id}/updates': { good: ['', '?limit=1'], bad: ['?limit=51', '?to=x'] },
  '/games/{id}/updates/{event_id}': { good: [''], bad: ['?x=1'] },
  '/games/stats': { good: [''], bad: ['?x=1'] },
  '/rankings': {
    good: ['', '?by=visits&limit=1', '?by=change&per_page=2', '?by=like_ratio&at=2026-06-17T11:00Z'],
    bad: ['?by=x', '?limit=0', '?unknown=1'],
  },
}
const documented = ({ path }: { readonly path: string }) => path.replace(/:(\w+)/g, '{$1}')
const PATHS = ENDPOINTS.map(documented)
/** The endpoints that a trial may not call. */
const FULL = ENDPOINTS.filter(({ access }) => access === 'full').map(documented)
const at = (path: string, id: number | string = game.id) =>
  path.replace('{id}', `${id}`).replace('{event_id}', `${update.id}`)

describe('the tour', () => {
  it('takes in every path of the document', () => {
    expect([...PATHS].sort()).toEqual(Object.keys(document.paths).sort())
    expect(PATHS).toEqual(expect.arrayContaining(Object.keys(TOUR)))
  })
})

describe.each(PATHS)('the document keeps its word for %s', (path) => {
  const { good, bad } = TOUR[path] ?? { good: [''], bad: [] }

  it('where it succeeds', async () => {
    for (const query of good) {
      const answer = await http.ask(at(path) + query)
      expect(answer.status, answer.text).toBe(200)
      expectDocumented(path, answer)
    }
  })

  it('where nothing changed: 304', async () => {
    if (document.paths[path]?.get.responses['304'] === undefined) return
    const [query = ''] = good
    // Only an export of past days has an ETag.
    const search = path.endsWith('/export') ? '?start_date=2026-06-16&end_date=2026-06-16' : query
    const { etag } = (await http.ask(at(path) + search)).headers
    const answer = await http.ask(at(path) + search, { headers: { 'if-none-match': etag ?? '' } })
    expect(answer.status).toBe(304)
    expectDocumented(path, answer)
  })

  it('for an account with nothing', async () => {
    if (path.includes('{id}')) return
    const answer = await http.ask(path, await http.tenant())
    // `/series` requires a list of games, so the call without parameters is answered 400.
    expect(answer.status).toBe(path === '/series' ? 400 : 200)
    expectDocumented(path, answer)
  })

  it('where the parameters are wrong: 400', async () => {
    const queries = path.includes('{id}')
      ? [...bad.map((query) => at(path) + query), at(path, 'x')]
      : bad.map((query) => path + query)
    for (const query of queries) {
      const answer = await http.ask(query)
      expect(answer.status, query).toBe(400)
      expectDocumented(path, answer)
    }
  })

  it('where nobody may: 401, 403, 405', async () => {
    const from = { 'x-forwarded-for': `10.7.0.${PATHS.indexOf(path)}` }
    const answers = [
      await http.ask(at(path), { key: null, headers: from }),
      await http.ask(at(path), expired),
      await http.ask(at(path), { method: 'DELETE' }),
      ...(FULL.includes(path) ? [await http.ask(at(path), trial)] : []),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([401, 403, 405, 403].slice(0, answers.length))
    for (const answer of answers) expectDocumented(path, answer)
  })

  it('where there is no such game: 404', async () => {
    if (!path.includes('{id}')) return
    const answer = await http.ask(`${at(path, 999_999)}${path.endsWith('/export') ? `?${RANGE}` : ''}`)
    expect(answer.status).toBe(404)
    expectDocumented(path, answer)
  })

  it('where the request has a large body: 413', async () => {
    const answer = await http.ask(at(path), { body: 'x'.repeat(70_000) })
    expect(answer.status).toBe(413)
    expectDocumented(path, answer)
  })

  it('where it is asked too often: 429', async () => {
    const { key } = await http.tenant({ plan: 'free' })
    await Promise.all(Array.from({ length: LIMIT }, () => http.ask(at(path), { key })))
    let answer = await http.ask(at(path), { key })
    // While a database is too busy to count, the process counts by itself (PROCESS-47): then more are let through.
    for (let count = 0; answer.status !== 429 && count < 2 * LIMIT; count++) answer = await http.ask(at(path), { key })
    expect(answer.status).toBe(429)
    expectDocumented(path, answer)
  })

  it('where we fail: 500', async () => {
    const broken = vi.spyOn(http.store.keys, 'byHash').mockRejectedValue(new Error('broken'))
    const answer = await http.ask(at(path))
    broken.mockRestore()
    expect(answer.status).toBe(500)
    expectDocumented(path, answer)
  })

  it('where the service has too much to do: 503', async () => {
    isOverloaded = true
    const answer = await http.ask(at(path))
    isOverloaded = false
    expect(answer.status).toBe(503)
    expectDocumented(path, answer)
  })
})

it('says nothing that no answer of the tour has shown, but what only ids can miss', () => {
  const promised = Object.entries(document.paths).flatMap(([path, { get }]) =>
    Object.keys(get.responses).map((status) => `${path} ${status}`),
  )
  const isExcused = (one: string) => {
    const [path = '', status] = one.split(' ')
    return !path.includes('{id}') && (status === '404' || (status === '400' && !TOUR[path]?.bad.length))
  }
  expect(promised.filter((one) => !seen.has(one) && !isExcused(one))).toEqual([])
})
