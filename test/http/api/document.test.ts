// A tour over all endpoints, each answer held against the published OpenAPI document: what it promises is what comes.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Game } from '../../../src/domain/game.js'
import { ENDPOINTS } from '../../../src/http/api/routes.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp, type TestResponse } from '../../support/start-http.js'

const NOW = NOON / 60_000
const DAY = 1440
const RANGE = 'start_date=2026-06-16&end_date=2026-06-17'

const documentShape = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z.object({
        responses: z.record(
          z.string(),
          z.object({
            headers: z.record(z.string(), z.unknown()),
            content: z.record(z.string(), z.object({ schema: z.unknown() })),
          }),
        ),
      }),
    }),
  ),
})
type ApiDocument = z.infer<typeof documentShape>

let http: TestHttp
let document: ApiDocument
let ajv: Ajv2020
let game: Game
let expired: Tenant
let trial: Tenant
/** `GET path status` of all that was validated. */
const seen = new Set<string>()

beforeAll(async () => {
  http = await startHttpApp({ settings: { trustProxy: true } })
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
  expired = await http.tenant({ status: 'expired' })
  trial = await http.tenant({ status: 'trial', trialDays: 2 })
  await http.services.keys.create(http.account, 'expiring', NOON + 1_000_000)
  const text = (await http.ask('/openapi.json', { key: null })).json()
  document = documentShape.parse(text)
  ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(text as object, 'document')
})
afterAll(() => http.stop())

const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

function validator(path: string, status: number, type: string): ValidateFunction {
  const steps = ['paths', path, 'get', 'responses', `${status}`, 'content', type, 'schema']
  const found = ajv.getSchema(`document#/${steps.map(pointer).join('/')}`)
  if (!found) throw new Error(`The document has no ${type} for ${path} ${status}.`)
  return found
}

function expectDocumented(path: string, answer: TestResponse): void {
  const type = (answer.headers['content-type'] ?? '').split(';')[0] ?? ''
  const validate = validator(path, answer.status, type)
  const body = type === 'application/json' ? answer.json() : answer.text
  validate(body)
  expect(validate.errors ?? [], `${path} ${answer.status}: ${answer.text.slice(0, 300)}`).toEqual([])
  const declared = Object.keys(document.paths[path]?.get.responses[`${answer.status}`]?.headers ?? {})
  expect(declared).toHaveLength(3)
  for (const name of declared) expect(answer.headers[name.toLowerCase()]).toMatch(/^\d+$/)
  seen.add(`${path} ${answer.status}`)
}

interface TourStop {
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

/** Of a path: queries that succeed, and what its parameters reject. Those that are not named are asked without a query. */
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
  '/rankings': {
    good: ['', '?by=visits&limit=1', '?by=change&per_page=2', '?by=like_ratio&at=2026-06-17T11:00Z'],
    bad: ['?by=x', '?limit=0', '?unknown=1'],
  },
}
const documented = ({ path }: { readonly path: string }) => path.replace(':id', '{id}')
const PATHS = ENDPOINTS.map(documented)
/** What a trial may not ask. */
const FULL = ENDPOINTS.filter(({ access }) => access === 'full').map(documented)
const at = (path: string, id: number | string = game.id) => path.replace('{id}', `${id}`)

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

  it('for an account with nothing', async () => {
    if (path.includes('{id}')) return
    const answer = await http.ask(path, await http.tenant())
    // Without its list of games, a series is 400.
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

  it('where it is asked too often: 429', async () => {
    const { key } = await http.tenant({ plan: 'free' })
    await Promise.all(Array.from({ length: 30 }, () => http.ask(at(path), { key })))
    const answer = await http.ask(at(path), { key })
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
