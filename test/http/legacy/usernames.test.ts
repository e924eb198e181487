// Users/Usernames: past names, newest first, from a call that the platform allows once a minute.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pastNamesOf } from '../../../src/simulator/world/people.js'
import type { TestHttp } from '../../support/start-http.js'
import { startStopwatch } from '../../support/stopwatch.js'
import {
  expectBody,
  expectError,
  FORMS,
  fail,
  get,
  simulatorCalls,
  startLegacy,
  startWithRealLimits,
  UNKNOWN,
} from './support.js'

const names = z.array(z.strictObject({ Username: z.string() }))
const HISTORY = /username-history/
const newestFirst = (id: number) =>
  pastNamesOf(1, id)
    .toReversed()
    .map((name) => ({ Username: name }))
const historyCalls = (http: TestHttp) => simulatorCalls(http).filter((call) => HISTORY.test(call)).length

let http: TestHttp
beforeEach(async () => {
  http = await startLegacy()
})
afterEach(() => http.stop())

describe('the past names', () => {
  it.each(FORMS)('are listed newest first under %s, by both addresses [LEGACY-8]', async (form) => {
    for (const path of ['/Users/Usernames', '/Username']) {
      expect(await expectBody(await get(http, `${form}${path}?userId=123`), names)).toEqual(newestFirst(123))
    }
    expect(historyCalls(http)).toBe(1)
  })

  it('of a user with sixty are all there, in one call', async () => {
    expect(await expectBody(await get(http, '/platform/Username?userId=1000'), names)).toEqual(newestFirst(1000))
    expect(http.simulator.requests.at(-1)?.query).toBe('limit=100&sortOrder=Desc')
    expect(historyCalls(http)).toBe(1)
  })

  it('of a user who never had another name are none', async () => {
    expect(await expectBody(await get(http, '/platform/Users/Usernames?userId=120'), names)).toEqual([])
  })

  it('of an unknown user are not found, and cost no turn of the history', async () => {
    expectError(await get(http, `/platform/Users/Usernames?userId=${UNKNOWN}`), 404, 'NOT_FOUND', /no user 12349/)
    expect(historyCalls(http)).toBe(0)
  })

  it.each(['', '?userId=', '?userId=abc', '?userId=0', '?userId=1&userId=2', '?username=1'])(
    'are rejected where the user is missing or malformed: %s',
    async (query) => {
      expectError(await get(http, `/platform/Users/Usernames${query}`), 400, 'INVALID_PARAMETERS', /^userId must be/)
      expect(simulatorCalls(http)).toEqual([])
    },
  )
})

describe('the limit of one call a minute', () => {
  beforeEach(async () => {
    await http.stop()
    http = await startWithRealLimits()
  })

  it('lets one user through and answers the next with 503 and when to come back, at once [PLATFORM-15]', async () => {
    expect((await get(http, '/platform/Users/Usernames?userId=123')).status).toBe(200)
    const stopwatch = startStopwatch()
    const second = await get(http, '/platform/Users/Usernames?userId=124')
    expectError(second, 503, 'UNAVAILABLE', /Try again in \d+ s/)
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(10)
    expect(Number(second.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(stopwatch.passed()).toBeLessThan(2_000)
    expect(historyCalls(http)).toBe(1)
    expect((await get(http, '/platform/Users/Usernames?userId=123')).json()).toEqual(newestFirst(123))
  })

  it('serves names that are known already, marked as stale, where they have grown old', async () => {
    await get(http, '/platform/Users/Usernames?userId=123')
    http.clock.advance(11)
    const again = await get(http, '/platform/Users/Usernames?userId=123')
    expect(await expectBody(again, names, { stale: true })).toEqual(newestFirst(123))
  })

  it('is waited for where the turn comes soon enough', async () => {
    const headers = {
      'x-ratelimit-limit': '1, 1;w=2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '2',
      'retry-after': '2',
    }
    fail(http, HISTORY, { status: 429, headers, body: 'Too many requests' }, 1)
    const started = performance.now()
    expect((await get(http, '/platform/Users/Usernames?userId=123')).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThan(1_500)
  })

  it('is kept where the names go over a page: no half of them is answered', async () => {
    const body = JSON.stringify({ previousPageCursor: null, nextPageCursor: 'more', data: [{ name: 'One' }] })
    const headers = { 'x-ratelimit-limit': '1, 1;w=60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '40' }
    fail(http, HISTORY, { status: 200, headers, body })
    const answer = await get(http, '/platform/Users/Usernames?userId=123')
    expectError(answer, 503, 'UNAVAILABLE', /limits how often/)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(39)
  })
})
