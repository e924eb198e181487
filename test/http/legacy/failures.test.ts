// When the platform fails, what is cached is served and marked as stale, nothing is made up, and no client waits long.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { userNameOf } from '../../../src/simulator/world/people.js'
import type { TestHttp, TestResponse } from '../../support/start-http.js'
import { startStopwatch } from '../../support/stopwatch.js'
import { ERROR_500, expectError, FAILURES, fail, get, startLegacy, UNKNOWN } from './support.js'

const LOOKUPS: [string, string][] = [
  ['GroupName', '/platform/Groups/GroupName?GroupId=12'],
  ['GroupOwner', '/platform/Groups/GroupOwner?GroupId=12'],
  ['GroupDescription', '/platform/Groups/GroupDescription?GroupId=12'],
  ['Usernames', '/platform/Users/Usernames?userId=123'],
  ['UserIds-old', `/platform/Users/UserIds-old?Usernames=${userNameOf(1, 123)}`],
  ['SearchMusic', '/platform/Assets/SearchMusic/piano'],
  ['GetVisits', '/platform/Users/GetVisits?username=123'],
]
const [, GROUP = ''] = LOOKUPS[0] ?? []

let http: TestHttp
beforeEach(async () => {
  http = await startLegacy()
})
afterEach(() => http.stop())

/** Answers all lookups at the same time, because most of the time of a failure is waiting between attempts. */
const getAll = (): Promise<[name: string, answer: TestResponse][]> =>
  Promise.all(LOOKUPS.map(async ([name, path]): Promise<[string, TestResponse]> => [name, await get(http, path)]))

const staleMarks = (answers: readonly [string, TestResponse][]) =>
  answers.map(([name, { status, headers }]) => [name, status, headers['x-headcount-stale']])

const bodies = (answers: readonly [string, TestResponse][]) => answers.map(([name, answer]) => [name, answer.json()])

describe('every lookup', () => {
  it.each(FAILURES)('is 502 after %s where nothing is known [LEGACY-4]', async (_kind, fault) => {
    fail(http, /./, fault)
    for (const [, answer] of await getAll()) expectError(answer, 502, 'UPSTREAM_ERROR', /^Roblox did not answer/)
  })

  it('is served stale while the platform fails, and fresh when it answers again [LEGACY-6]', async () => {
    const fresh = await getAll()
    http.clock.advance(11)
    fail(http, /./, ERROR_500)
    const stale = await getAll()
    expect(staleMarks(stale)).toEqual(LOOKUPS.map(([name]) => [name, 200, '1']))
    expect(bodies(stale)).toEqual(bodies(fresh))
    http.simulator.settings.intercept = undefined
    http.clock.advance(1)
    const again = await getAll()
    expect(staleMarks(again)).toEqual(LOOKUPS.map(([name]) => [name, 200, undefined]))
    expect(bodies(again)).toEqual(bodies(fresh))
  })
})

describe('a stale answer', () => {
  it('costs a failing platform one lookup in 10 s, not one a request', async () => {
    await get(http, GROUP)
    http.clock.advance(11)
    fail(http, /./, ERROR_500)
    await get(http, GROUP)
    const after = http.simulator.requests.length
    for (let n = 0; n < 5; n++) expect((await get(http, GROUP)).headers['x-headcount-stale']).toBe('1')
    expect(http.simulator.requests.length).toBe(after)
  })

  it('is kept for a day and no longer', async () => {
    await get(http, GROUP)
    fail(http, /./, ERROR_500)
    http.clock.advance(24 * 60 - 1)
    expect((await get(http, GROUP)).status).toBe(200)
    http.clock.advance(1)
    expect((await get(http, GROUP)).status).toBe(502)
  })

  it('is never "no such thing"', async () => {
    const path = `/platform/Groups/GroupName?GroupId=${UNKNOWN}`
    expect((await get(http, path)).status).toBe(404)
    http.clock.advance(2)
    fail(http, /./, ERROR_500)
    expect((await get(http, path)).status).toBe(502)
  })

  it('comes of nothing fresh when the clock is set back', async () => {
    await get(http, GROUP)
    http.clock.set(http.clock.now() - 60 * MINUTE_MS)
    http.simulator.requests.length = 0
    expect((await get(http, GROUP)).headers['x-headcount-stale']).toBeUndefined()
    expect(http.simulator.requests).toHaveLength(1)
  })
})

describe('a lookup that rests after a failure', () => {
  it('does not rest longer when the clock is set back', async () => {
    await get(http, GROUP)
    http.clock.advance(120)
    fail(http, /./, ERROR_500)
    expect((await get(http, GROUP)).headers['x-headcount-stale']).toBeDefined()
    http.simulator.settings.intercept = undefined
    http.clock.set(http.clock.now() - 60 * MINUTE_MS)
    expect((await get(http, GROUP)).headers['x-headcount-stale']).toBeUndefined()
  })
})

describe('a platform that hangs', () => {
  it('keeps nobody waiting for long, and the poller not at all', async () => {
    http.simulator.settings.intercept = ({ path }) =>
      /^\/v2\/(groups|users)|toolbox|username/.test(path) ? { hang: true } : undefined
    await http.track(0)
    const stopwatch = startStopwatch()
    const waiting = Promise.all(
      [...Array(20).keys()].flatMap((n) => [
        get(http, `/platform/Groups/GroupName?GroupId=${100 + 10 * n}`),
        get(http, `/platform/Users/UserIds-old?Usernames=${userNameOf(1, 100 + 10 * n)}`),
      ]),
    )
    expect(await http.tick()).toMatchObject({ sampled: 1, gaps: [] })
    expect(stopwatch.passed()).toBeLessThan(3_000)
    for (const answer of await waiting) expect(answer.status).toBe(502)
    expect(stopwatch.passed()).toBeLessThan(13_000)
  })
})
