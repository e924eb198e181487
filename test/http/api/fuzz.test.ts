// Thousands of random requests from a seed cause no internal error, no late response, and reveal no internals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../../src/domain/error.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { randomFrom } from '../fuzz/random.js'
import { type FuzzInputs, type FuzzRequest, makeRequest } from '../fuzz/requests.js'
import { type FuzzOutcome, type FuzzResponse, send } from '../fuzz/send.js'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_617)
const CONCURRENCY = 8
/** The limit of one request, in ms, longer than a lookup may wait for the platform. */
const LATEST_MS = 20_000

let http: TestHttp
let inputs: FuzzInputs
beforeAll(async () => {
  http = await startHttpApp({
    settings: {
      corsOrigins: ['https://dash.studio.example'],
      legacySegments: ['platform', 'roblox'],
      legacyRequestsPerMinute: 1_000_000,
      trustProxy: false,
    },
  })
  // Without higher limits, most requests would be rejected for their number.
  for (const plan of [http.config.plans.enterprise, http.config.plans.premium])
    Object.assign(plan, { requestsPerMinute: 10_000_000 })
  const tenants = [http, await http.tenant({ plan: 'premium' })]
  const games = []
  for (const [index, { account }] of tenants.entries()) games.push(await http.track(index, account))
  for (const game of games)
    await http.write(
      game.universeId,
      Array.from({ length: 300 }, (_, at) => NOON / 60_000 - 300 + at),
    )
  const rejected = [{ plan: 'free' }, { status: 'expired' }, { status: 'trial', trialDays: 5 }] as const
  for (const terms of rejected) tenants.push(await http.tenant(terms))
  const keys = tenants.map((tenant) => tenant.key)
  inputs = {
    // The key of the first account is the most frequent, because most endpoints need it.
    keys: [http.key, http.key, http.key, ...keys, `${http.key.slice(0, -1)}!`, 'nonsense'],
    ids: [...games.flatMap((game) => [game.id, game.universeId]), 12, 123, 999_999],
  }
})
afterAll(() => http.stop())

const INSIDE =
  /node_modules|file:\/\/|\.[cm]?[jt]s:\d|\bat \S+ \(|\/(?:work|home|tmp|usr|src|dist)\/\w|SQLITE|better-sqlite3|ZodError|hc_live_\w{40}|Cannot (GET|HEAD|POST)/
const ALLOWED_FAULTS = new Map([
  [502, 'UPSTREAM_ERROR'],
  [503, 'NOT_CONFIGURED'],
])

/** All faults of a response; empty if there are none. */
function faultsOf(request: FuzzRequest, outcome: FuzzOutcome): string[] {
  if (outcome === 'hang') return [`no answer within ${LATEST_MS} ms`]
  // A client that broke off or sent no HTTP after a valid request may get no response.
  if (outcome === 'cut') return request.isBroken ? [] : ['the line was cut']
  return [...bodyFaults(request, outcome), ...limitFaults(request, outcome)]
}

function bodyFaults(request: FuzzRequest, { status, headers, body }: FuzzResponse): string[] {
  const faults: string[] = []
  if (INSIDE.test(body) || INSIDE.test(JSON.stringify(headers))) faults.push('shows what is inside')
  // Browsers get a page where programs get JSON, but never under /api.
  const isForPeople = !request.target.startsWith('/api/') && /text\/html/.test(`${headers['content-type']}`)
  const isPage = status < 400 || isForPeople || /^\/(healthz|readyz)/.test(request.target)
  if (isPage || body === '') {
    if (status >= 400 && body === '' && request.method !== 'HEAD' && !request.isBroken)
      faults.push('an error without a body')
    return faults
  }
  const parsed = jsonOf(body)
  const isError =
    parsed !== undefined && Object.keys(parsed).join() === 'success,error,code' && parsed.success === false
  if (!isError || typeof parsed.error !== 'string') return [...faults, 'an error of another shape']
  if (!(ERROR_CODES as readonly unknown[]).includes(parsed.code)) faults.push('an error with an unknown code')
  if (status >= 500 && ALLOWED_FAULTS.get(status) !== parsed.code) faults.push(`a ${status} ${parsed.code}`)
  return faults
}

function limitFaults({ target, isBroken }: FuzzRequest, { status, headers }: FuzzResponse): string[] {
  const faults = status >= 500 && !ALLOWED_FAULTS.has(status) ? [`status ${status}`] : []
  const isApi = !isBroken && /^\/api\/v1(\/|\?|$)/.test(target)
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
  if (isApi && !names.every((name) => /^\d+$/.test(headers[name] ?? ''))) faults.push('no headers of the limit')
  return faults
}

function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

const shown = (number: number, { bytes }: FuzzRequest, outcome: FuzzOutcome, faults: readonly string[]): string =>
  `seed ${SEED}, request ${number}: ${faults.join('; ')}\n${JSON.stringify(bytes.toString('latin1').slice(0, 2_000))}\n→ ${JSON.stringify(outcome).slice(0, 1_500)}`

/** Each number has its own seed, so that one request can be repeated without those before it. */
const requestOf = (number: number): FuzzRequest => makeRequest(randomFrom(SEED * 1_000_003 + number), inputs)

describe('whatever is sent', () => {
  it(`is answered well: ${REQUESTS} requests`, async () => {
    const failures: string[] = []
    const statuses = new Map<number | string, number>()
    let next = 0
    const worker = async (): Promise<void> => {
      for (let number = next++; number < REQUESTS && failures.length < 5; number = next++) {
        const request = requestOf(number)
        const outcome = await send(http.port, request, LATEST_MS)
        const kind = typeof outcome === 'string' ? outcome : outcome.status
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
        const faults = faultsOf(request, outcome)
        if (faults.length > 0) failures.push(shown(number, request, outcome, faults))
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    expect(failures.join('\n\n')).toBe('')
    // Requests without a valid key would test only the check of the key.
    for (const status of [200, 400, 401, 403, 404, 405])
      expect(statuses.get(status) ?? 0, `${status}`).toBeGreaterThan(10)
    expect(http.logged.filter((line) => line.includes('INTERNAL') || /"level":60/.test(line))).toEqual([])
  }, 1_200_000)

  it('is the same for the same seed', () => {
    for (const number of [0, 7, 1_999]) expect(requestOf(number)).toEqual(requestOf(number))
  })

  it('leaves the service well: it answers as before, and nobody holds it up', async () => {
    const key = (await http.tenant()).key
    expect((await http.ask('/games', { key })).status).toBe(200)
    expect((await http.ask('~/readyz', { key: null })).status).toBe(200)
  })
})
