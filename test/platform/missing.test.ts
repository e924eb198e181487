// A universe that is missing in an answer counts as hidden or gone only where the platform says so.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatform } from '../../src/platform/open-platform.js'
import { track } from '../sampling/series.js'
import { startApp, type TestApp } from '../support/start-app.js'

const DETAILS = '/v1/games'
let app: TestApp
let ids: number[]

beforeEach(async () => {
  app = await startApp()
  ids = (await track(app, { games: [0, 1, 2] })).sort((a, b) => a - b)
})
afterEach(() => app.stop())

type MissingRowFault = ReturnType<NonNullable<TestApp['simulator']['settings']['intercept']>>

/** Answers the first `times` requests of a path with a fault. */
function fail(path: string, fault: MissingRowFault, times = Number.POSITIVE_INFINITY): void {
  let left = times
  app.simulator.settings.intercept = (request) => (request.path === path && left-- > 0 ? fault : undefined)
}

describe('a batch of which nothing is shown, all of it shown a minute before', () => {
  const PLAYABILITY = '/v1/games/multiget-playability-status'
  const placeholder = { id: 0, name: '[TITLE UNAVAILABLE]', playing: 0, visits: 0, favoritedCount: 0 }
  const nothing: [string, string][] = [
    ['no row', '{"data":[]}'],
    ['placeholders alone', JSON.stringify({ data: [{ ...placeholder, isContentRestricted: true }] })],
    ['rows of others', JSON.stringify({ data: [{ id: 999, playing: 1, visits: 2, favoritedCount: 3 }] })],
  ]
  const conditions = async () => (await app.store.universes.facts(ids)).map(({ condition }) => condition)
  const reasonsOf = async (): Promise<string[]> => (await app.tick()).gaps.map(({ reason }) => reason)

  beforeEach(async () => {
    await app.tick()
    app.clock.advance(1)
  })

  it.each(nothing)('is a platform error and nobody is hidden, where it comes with %s', async (_, body) => {
    fail(DETAILS, { status: 200, body })
    const report = await app.tick()
    expect(report.gaps).toEqual(ids.map((universeId) => ({ universeId, reason: 'platform error' })))
    expect(report.error).toBeInstanceOf(Error)
    expect(await conditions()).toEqual(['shown', 'shown', 'shown'])
    app.simulator.settings.intercept = undefined
    app.clock.advance(1)
    expect(await app.tick()).toMatchObject({ sampled: 3, gaps: [] })
  })

  it('is sampled where the platform shows each of it when asked singly', async () => {
    fail(DETAILS, { status: 200, body: '{"data":[]}' }, 1)
    expect(await app.tick()).toMatchObject({ sampled: 3, gaps: [] })
  })

  it('is a platform error too where the platform cannot say whether it exists', async () => {
    app.simulator.settings.intercept = ({ path }) =>
      path === DETAILS
        ? { status: 200, body: '{"data":[]}' }
        : path.includes('/universes/')
          ? { status: 500 }
          : undefined
    expect(await reasonsOf()).toEqual(['platform error', 'platform error', 'platform error'])
  })

  it('is hidden or gone where the platform says so of each', async () => {
    const [one = 0, two = 0, three = 0] = ids
    app.simulator.hidden.add(one).add(two)
    app.simulator.gone.add(three)
    expect(await reasonsOf()).toEqual(['hidden', 'hidden', 'gone'])
    expect((await conditions()).toSorted()).toEqual(['gone', 'hidden', 'hidden'])
    app.clock.advance(1)
    expect(await reasonsOf()).toEqual(['hidden', 'hidden', 'gone'])
  })

  it('stays hidden, where it was hidden before, whatever the platform can prove', async () => {
    const [one = 0, two = 0, three = 0] = ids
    fail(DETAILS, { status: 200, body: JSON.stringify({ data: [{ ...placeholder, id: one }] }) })
    expect((await app.tick()).gaps.map(({ universeId }) => universeId)).toEqual([two, three])
    expect((await conditions()).toSorted()).toEqual(['hidden', 'hidden', 'shown'])
    fail(DETAILS, { status: 200, body: '{"data":[]}' })
    app.clock.advance(1)
    expect(await reasonsOf()).toEqual(['platform error', 'hidden', 'hidden'])
  })

  it.each([
    ['ContextualPlayabilityUnrated', 'hidden'],
    ['UnderReview', 'hidden'],
    ['GuestProhibited', 'platform error'],
    ['TemporarilyUnavailable', 'platform error'],
    ['ContextualPlayabilityRegionalAvailability', 'platform error'],
    ['SomethingNew', 'platform error'],
  ])(
    'is evaluated by its playability where it is public: %s makes it %s [PLATFORM-11]',
    async (playabilityStatus, reason) => {
      app.simulator.settings.intercept = ({ path, query }) => {
        if (path === DETAILS) return { status: 200, body: nothing[1]?.[1] ?? '' }
        if (path !== PLAYABILITY) return undefined
        const universeId = Number(query.get('universeIds'))
        return { status: 200, body: JSON.stringify([{ universeId, isPlayable: false, playabilityStatus }]) }
      }
      expect(await reasonsOf()).toEqual([reason, reason, reason])
    },
  )

  it('is no hidden game for being added meanwhile', async () => {
    const account = await app.services.accounts.create({ name: 'Adder', plan: 'enterprise' })
    const universeId = app.simulator.world.games[5]?.universeId ?? 0
    fail(DETAILS, { status: 200, body: '{"data":[]}' })
    await app.services.games.add(account, { universeId })
    expect(await app.store.universes.facts([universeId])).toMatchObject([{ condition: 'shown' }])
    expect(new Set(await reasonsOf())).toEqual(new Set(['platform error']))
  })

  it('is hidden for an account of one game that is made private', async () => {
    const [one = 0, two = 0, three = 0] = ids
    for (const account of await app.services.accounts.list()) {
      for (const game of await app.services.findGame.ofAccount(account))
        if ([two, three].includes(game.universeId)) await app.services.games.remove(game)
    }
    app.simulator.hidden.add(one)
    expect((await app.tick()).gaps).toEqual([{ universeId: one, reason: 'hidden' }])
  })
})

describe('the time of a tick', () => {
  async function reasonsWithin(withinMs: number): Promise<string[]> {
    const platform = openPlatform(app.simulator.url, { clock: app.clock, compare: () => undefined })
    const { missing } = await platform.readUniverses(ids, { withinMs, stop: new AbortController().signal })
    await platform.close()
    return [...missing.values()]
  }

  it('that is over before the platform has answered makes what is missing late', async () => {
    app.simulator.settings.latencyMs = 2_000
    expect(await reasonsWithin(300)).toEqual(['late', 'late', 'late'])
  })

  it('is not to blame where the platform had failed before', async () => {
    fail(DETAILS, { status: 500, body: '' })
    expect(await reasonsWithin(1_000)).toEqual(['platform error', 'platform error', 'platform error'])
  })
})
