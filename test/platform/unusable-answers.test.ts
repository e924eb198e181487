// Answers of the right outer form without one usable universe: the calls count as failing, although each was answered with 200.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { track } from '../sampling/series.js'
import { startApp, type TestApp } from '../support/start-app.js'

const DETAILS = '/v1/games'
const DETAIL = 'games:details: The answer is not of the expected form.'
let app: TestApp

beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.stop())

interface UniverseRow {
  readonly id: number
  readonly [name: string]: unknown
}
const rowOf = (id: number): UniverseRow => ({ id, name: 'X', playing: 12, visits: 20, favoritedCount: 3 })

/** Answers each request for details with one row for each of its universes. */
function answerRows(change: (row: UniverseRow) => object): void {
  app.simulator.settings.intercept = ({ path, query }) => {
    if (path !== DETAILS) return undefined
    const ids = (query.get('universeIds') ?? '').split(',').map(Number)
    return { status: 200, body: JSON.stringify({ data: ids.map((id) => change(rowOf(id))) }) }
  }
}

async function platformAfterTick() {
  await app.tick()
  app.clock.advance(1)
  return (await app.services.checkHealth()).platform
}

describe('an answer without one usable universe', () => {
  it.each<[string, (row: UniverseRow) => object]>([
    ['texts for numbers', (row) => ({ ...row, playing: '12' })],
    ['negative numbers', (row) => ({ ...row, visits: -1 })],
    ['universes that nobody asked for', (row) => ({ ...row, id: row.id + 1_000_000 })],
    ['rows that are none', () => []],
  ])('is a failure where it has %s, until one is usable [PROCESS-41]', async (_, change) => {
    await track(app, { games: [0, 1] })
    expect(await platformAfterTick()).toEqual({ state: 'running' })
    answerRows(change)
    const first = await platformAfterTick()
    expect(first).toMatchObject({ state: 'failing', detail: DETAIL })
    expect(await platformAfterTick()).toMatchObject({ state: 'failing', detail: DETAIL })
    app.simulator.settings.intercept = undefined
    expect(await platformAfterTick()).toEqual({ state: 'running' })
  })

  it('is asked for once a tick after three minutes without a break, and not game by game [PROCESS-41]', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    await track(app, { games: [0, 1, 2] })
    answerRows((row) => ({ ...row, playing: '12' }))
    expect(await platformAfterTick()).toMatchObject({ state: 'failing' })
    vi.advanceTimersByTime(180_000)
    app.simulator.requests.length = 0
    expect(await platformAfterTick()).toMatchObject({ state: 'backing off', detail: DETAIL })
    expect(app.simulator.requests.filter(({ path }) => path === DETAILS)).toHaveLength(1)
  })

  it('is a failure for a single game as well', async () => {
    await track(app, { games: [0] })
    answerRows((row) => ({ ...row, playing: '12' }))
    expect(await platformAfterTick()).toMatchObject({ state: 'failing', detail: DETAIL })
  })

  it('is a failure where several games that were shown are placeholders, which the platform does not explain', async () => {
    await track(app, { games: [0, 1, 2] })
    await app.tick()
    app.clock.advance(1)
    answerRows((row) => ({ ...row, id: 0 }))
    expect(await platformAfterTick()).toMatchObject({ state: 'failing', detail: DETAIL })
  })
})

describe('an answer that is normal', () => {
  it('has one unusable universe among others', async () => {
    const [bad] = await track(app, { games: [0, 1] })
    answerRows((row) => (row.id === bad ? { ...row, playing: '12' } : row))
    expect(await platformAfterTick()).toEqual({ state: 'running' })
  })

  it.each(['hidden', 'gone'] as const)('has nothing for a single game that is %s', async (condition) => {
    const [id = 0] = await track(app, { games: [0] })
    await app.tick()
    app.clock.advance(1)
    app.simulator[condition].add(id)
    expect(await platformAfterTick()).toEqual({ state: 'running' })
    expect(await platformAfterTick()).toEqual({ state: 'running' })
  })

  it.each([
    ['a placeholder without numbers', { id: 0, name: '[TITLE UNAVAILABLE]', playing: null, visits: null }],
    ['a restricted game without numbers', { id: 5, isContentRestricted: true }],
  ])('has %s for a single game, and the platform does not explain it', async (_, placeholder) => {
    await track(app, { games: [0] })
    await app.tick()
    app.clock.advance(1)
    answerRows(() => placeholder)
    expect(await platformAfterTick()).toEqual({ state: 'running' })
  })
})
