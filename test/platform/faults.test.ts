// When the platform fails, nothing is made up or stored twice, and the values that it did send are stored.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { TICK_TIMEOUT_MS } from '../../src/services/sampling/sample-tick.js'
import type { TickReport } from '../../src/services/sampling/tick-parts.js'
import { gapsOf, samplesOf, track } from '../sampling/series.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'
import { untilSteady } from '../support/turns.js'

const FIRST = minuteOf(NOON)
let app: TestApp
let ids: number[]

beforeEach(async () => {
  app = await startApp()
  ids = (await track(app, { games: [0, 1, 2] })).sort((a, b) => a - b)
  app.simulator.requests.length = 0
})
afterEach(() => app.stop())

/** The time after which the client gives up one attempt. */
const ATTEMPT_TIMEOUT_MS = 10_000

const WRONG = { playing: 'many', visits: 1, favoritedCount: 1 }
const DETAILS = '/v1/games'
const VOTES = '/v1/games/votes'

type InjectedFault = ReturnType<NonNullable<TestApp['simulator']['settings']['intercept']>>

/** Answers the first `times` requests of a path with a fault. */
function fail(path: string, fault: InjectedFault, times = Number.POSITIVE_INFINITY): void {
  let left = times
  app.simulator.settings.intercept = (request) => (request.path === path && left-- > 0 ? fault : undefined)
}

const failures: [string, InjectedFault][] = [
  ['an error 500', { status: 500, body: '{"errors":[{"code":0,"message":"An unknown error occurred."}]}' }],
  ['garbage', { status: 200, body: '<html>Sorry</html>' }],
  ['an empty body', { status: 200, body: '' }],
  ['a truncated body', { truncate: true, status: 200, body: '{"data":[{"id":1,"playing":4' }],
  ['a reset', { reset: true }],
  ['a 429', { status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' }],
]

describe('a call that fails once', () => {
  it.each(failures)('is made again after %s [PLATFORM-6]', async (_, fault) => {
    fail(DETAILS, fault, 1)
    expect(await app.tick()).toMatchObject({ sampled: 3, gaps: [] })
  })
})

describe('details that fail for good', () => {
  it.each(failures.filter(([name]) => name !== 'a 429'))('leave a gap and no sample after %s', async (_, fault) => {
    fail(DETAILS, fault)
    expect(await app.tick()).toMatchObject({
      sampled: 0,
      gaps: ids.map((universeId) => ({ universeId, reason: 'platform error' })),
    })
    for (const id of ids) {
      expect(await samplesOf(app, id)).toEqual([])
      expect(await gapsOf(app, id)).toEqual([
        { universeId: id, from: FIRST, until: FIRST + 1, reason: 'platform error' },
      ])
    }
  })

  it('are given up when the platform hangs, within the time of a tick', async () => {
    fail(DETAILS, { hang: true })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const began = performance.now()
    let report: TickReport | undefined
    const ended = app.tick().then((result) => {
      report = result
    })
    const hanging = () => app.simulator.requests.filter(({ path }) => path === DETAILS).length
    for (let seen = 0; report === undefined; ) {
      await Promise.race([ended, untilSteady(hanging)])
      // Pauses between attempts pass by themselves; only the wait for an answer is skipped.
      if (hanging() > seen) vi.advanceTimersByTime(ATTEMPT_TIMEOUT_MS)
      seen = hanging()
    }
    expect(report.gaps).toHaveLength(3)
    expect(performance.now() - began).toBeLessThanOrEqual(TICK_TIMEOUT_MS)
  })
})

describe('votes that fail for good', () => {
  it.each(failures.filter(([name]) => name !== 'a 429'))(
    'leave samples with null votes after %s [DATA-3, PLATFORM-12]',
    async (_, fault) => {
      fail(VOTES, fault)
      expect(await app.tick()).toMatchObject({ sampled: 3, gaps: [] })
      for (const id of ids) expect(await samplesOf(app, id)).toMatchObject([{ likes: null, dislikes: null }])
    },
  )
})

describe('a row', () => {
  const row = {
    id: 0,
    rootPlaceId: 1,
    name: 'X',
    playing: 1,
    visits: 2,
    favoritedCount: 3,
    updated: '2026-01-01T00:00:00Z',
  }

  it.each([
    ['a text for a number', { playing: '413' }],
    ['a number that lost digits', { visits: 2 ** 53 }],
    ['a negative number', { favoritedCount: -1 }],
    ['a fraction', { playing: 1.5 }],
    ['null for a number', { visits: null }],
  ])('with %s is rejected, and the others are kept', async (_, wrong) => {
    const [bad = 0, good = 0] = ids
    const data = [
      { ...row, id: bad, ...wrong },
      { ...row, id: good },
    ]
    fail(DETAILS, { status: 200, body: JSON.stringify({ data }) })
    const report = await app.tick()
    expect(report.sampled).toBe(1)
    expect(report.gaps).toContainEqual({ universeId: bad, reason: 'platform error' })
    expect(await samplesOf(app, bad)).toEqual([])
    expect(await samplesOf(app, good)).toMatchObject([{ ccu: 1, visits: 2, favorites: 3 }])
  })

  it('that nobody asked for is ignored', async () => {
    const [one = 0] = ids
    fail(
      DETAILS,
      {
        status: 200,
        body: JSON.stringify({
          data: [
            { ...row, id: one },
            { ...row, id: 999 },
          ],
        }),
      },
      1,
    )
    expect((await app.tick()).sampled).toBe(3)
    expect(await samplesOf(app, 999)).toEqual([])
  })

  it('is read where only the counters are there [PLATFORM-4]', async () => {
    const [one = 0] = ids
    fail(
      DETAILS,
      { status: 200, body: JSON.stringify({ data: [{ id: one, playing: 1, visits: 2, favoritedCount: 3 }] }) },
      1,
    )
    await app.tick()
    expect(await samplesOf(app, one)).toMatchObject([{ ccu: 1 }])
  })
})

describe('a universe that is not shown', () => {
  it('is a gap "hidden" where it comes as a placeholder, and is never a zero [PLATFORM-8]', async () => {
    const [id = 0] = ids
    app.simulator.hidden.add(id)
    expect((await app.tick()).gaps).toEqual([{ universeId: id, reason: 'hidden' }])
    expect(await samplesOf(app, id)).toEqual([])
    expect(await samplesOf(app, 0)).toEqual([])
  })

  it('is a gap "gone" where the platform has it no more [PLATFORM-10]', async () => {
    const [id = 0] = ids
    app.simulator.gone.add(id)
    expect((await app.tick()).gaps).toEqual([{ universeId: id, reason: 'gone' }])
  })

  it('is a gap "platform error" where the platform does not say which', async () => {
    const [id = 0] = ids
    app.simulator.gone.add(id)
    fail(`/v1/universes/${id}`, { status: 500, body: '' })
    expect((await app.tick()).gaps).toEqual([{ universeId: id, reason: 'platform error' }])
  })

  it('is a gap "platform error" where the way to ask whether it exists is not there [PLATFORM-5]', async () => {
    const [id = 0] = ids
    app.simulator.hidden.add(id)
    fail(`/v1/universes/${id}`, { status: 404, body: '{"errors":[{"code":0,"message":"NotFound"}]}' })
    expect((await app.tick()).gaps).toEqual([{ universeId: id, reason: 'platform error' }])
  })

  it('is asked for once more singly, for normal games now and then come as placeholders in a batch [PLATFORM-9]', async () => {
    app.simulator.settings.flakyPlaceholders = 1
    expect((await app.tick()).sampled).toBe(3)
    const sizes = app.simulator.requests.filter((request) => request.path === DETAILS).map((request) => request.ids)
    expect(sizes).toEqual([3, 1, 1, 1])
  })

  it('gets its turn of being asked singly, however many others are missing', async () => {
    const playerCount = Array.from({ length: 150 }, (_, index) => 800_000 + index)
    const account = await app.services.accounts.create({ name: 'Crowd', plan: 'enterprise' })
    for (const universeId of playerCount) {
      app.simulator.addUniverse({ universeId })
      await app.services.games.add(account, { universeId })
      app.simulator.hidden.add(universeId)
    }
    const last = playerCount.at(-1) ?? 0
    const requestedSingly = new Set<number>()
    for (let round = 0; round < 2; round++) {
      app.simulator.requests.length = 0
      await app.tick()
      app.clock.advance(1)
      for (const { path, query, ids: count } of app.simulator.requests) {
        if (path === DETAILS && count === 1) requestedSingly.add(Number(new URLSearchParams(query).get('universeIds')))
      }
    }
    expect(requestedSingly.has(last)).toBe(true)
    expect(requestedSingly.size).toBe(playerCount.length)
  })

  it('is not missing for an old reason where it was shown meanwhile and there are too many to ask each', async () => {
    const account = await app.services.accounts.create({ name: 'Crowd', plan: 'enterprise' })
    const playerCount = Array.from({ length: 150 }, (_, index) => 800_000 + index)
    for (const universeId of playerCount) {
      app.simulator.addUniverse({ universeId })
      await app.services.games.add(account, { universeId })
    }
    for (const universeId of playerCount) app.simulator.hidden.add(universeId)
    await app.tick()
    app.clock.advance(1)
    app.simulator.hidden.clear()
    expect(await app.tick()).toMatchObject({ sampled: 153, gaps: [] })
    app.clock.advance(1)
    fail(DETAILS, { status: 200, body: '{"data":[]}' })
    const reasons = (await app.tick()).gaps.map(({ reason }) => reason)
    expect([reasons.length, new Set(reasons)]).toEqual([153, new Set(['platform error'])])
  })

  it('is added as no hidden game where its details cannot be read', async () => {
    const account = await app.services.accounts.create({ name: 'Adder', plan: 'enterprise' })
    const universeId = app.simulator.world.games[5]?.universeId ?? 0
    fail(DETAILS, { status: 200, body: JSON.stringify({ data: [{ ...WRONG, id: universeId }] }) })
    await expect(app.services.games.add(account, { universeId })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' })
  })

  it('is sampled again when it comes back', async () => {
    const [id = 0] = ids
    app.simulator.hidden.add(id)
    await app.tick()
    app.simulator.hidden.delete(id)
    app.clock.advance(1)
    expect(await app.tick()).toMatchObject({ sampled: 3, gaps: [] })
  })
})

describe('the cap of a batch', () => {
  it('is 50 universes, so that the platform rejects none [PLATFORM-1]', async () => {
    const larger = await startApp({ simulator: { games: 60 } })
    onTestFinished(() => larger.stop())
    await track(larger, { games: Array.from({ length: 60 }, (_, index) => index) })
    larger.simulator.requests.length = 0
    expect(await larger.tick()).toMatchObject({ sampled: 60, gaps: [] })
    for (const path of [DETAILS, VOTES]) {
      const batches = larger.simulator.requests.filter((request) => request.path === path)
      expect(batches.map((request) => request.ids).toSorted((a, b) => a - b)).toEqual([10, 50])
    }
  })

  it('is halved when the platform finds it too long, and stays so', async () => {
    const tooMany = { status: 400, body: '{"errors":[{"code":9,"message":"Too many universe IDs were requested."}]}' }
    app.simulator.settings.intercept = ({ path, query }) =>
      path === DETAILS && (query.get('universeIds')?.split(',').length ?? 0) > 1 ? tooMany : undefined
    expect((await app.tick()).sampled).toBe(3)
    app.simulator.requests.length = 0
    app.clock.advance(1)
    await app.tick()
    expect(app.simulator.requests.filter((request) => request.path === DETAILS).map((request) => request.ids)).toEqual([
      1, 1, 1,
    ])
  })
})
