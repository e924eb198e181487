import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { rejection } from '../../src/domain/error.js'
import type { Worker } from '../../src/poller/repeat.js'
import { startEvaluation } from '../../src/poller/start-beside-ticks.js'
import { record, sample } from '../store/contract/support.js'
import { startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
let evaluate: Worker | undefined
const errors: unknown[] = []
const log = { info: () => undefined, warn: () => undefined, error: (details: object) => void errors.push(details) }

beforeEach(async () => {
  app = await startApp()
  errors.length = 0
})
afterEach(async () => {
  await evaluate?.stop()
  await app.stop()
})

const storedSubjects = async () => (await app.store.outbox.list({ limit: 9 })).map(({ subject }) => subject)

/** Runs a tick in which the first game with a channel has this many visits. */
async function tickWith(visits: number): Promise<void> {
  const universeId = app.simulator.world.games[0]?.universeId ?? 0
  const minute = minuteOf(app.clock.now())
  await record(app.store, minute, { samples: [{ ...sample(universeId, minute), visits }] })
  app.clock.advance(1)
}

async function track(): Promise<void> {
  const account = await app.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  const universeId = app.simulator.world.games[0]?.universeId ?? 0
  await app.services.games.add(account, { universeId }, '112233445566778899')
}

it('evaluates what is stored soon after, by whatever process, and stops on request', async () => {
  await track()
  evaluate = startEvaluation(app.services, log)
  await tickWith(90)
  await expect.poll(() => app.store.evaluations.cursor()).toBe(minuteOf(app.clock.now()) - 1)
  await tickWith(100)
  await expect.poll(storedSubjects, { timeout: 60_000 }).toEqual(['visits:100'])
  await evaluate.stop()
  await tickWith(200)
  let runs = 0
  const evaluateTicks = async () => {
    runs++
    return { cursor: undefined, notifications: 0, errors: [] }
  }
  // It looks for work as often as the stopped one did, which would have come to its turn in this time.
  evaluate = startEvaluation({ evaluateTicks, leases: app.services.leases }, log)
  await expect.poll(() => runs).toBeGreaterThan(2)
  expect(await storedSubjects()).toEqual(['visits:100'])
  expect(errors).toEqual([])
})

it('goes on after a failure of the store, from where it stood', async () => {
  await track()
  await tickWith(90)
  await app.services.evaluateTicks({ stop: new AbortController().signal })
  const { commit } = app.store.evaluations
  let failed = 0
  Object.assign(app.store.evaluations, {
    commit: () => {
      failed++
      return Promise.reject(new Error('disk full'))
    },
  })
  await tickWith(100)
  evaluate = startEvaluation(app.services, log)
  await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(0)
  Object.assign(app.store.evaluations, { commit })
  await expect.poll(storedSubjects, { timeout: 60_000 }).toEqual(['visits:100'])
  expect(errors).toMatchObject([{ err: { message: 'disk full' } }])
})

it('evaluates the same minutes again where the store did not answer a question of one game', async () => {
  await track()
  await tickWith(90)
  const evaluateOnce = () => app.services.evaluateTicks({ stop: new AbortController().signal })
  await evaluateOnce()
  const before = await app.store.evaluations.cursor()
  await tickWith(100)
  const { rollups } = app.store.series
  const lost = rejection('UNAVAILABLE', { name: 'database unreachable', facts: { cause: 'it does not answer' } })
  Object.assign(app.store.series, { rollups: () => Promise.reject(lost) })
  for (let trial = 1; trial <= 10; trial++) await expect(evaluateOnce()).rejects.toBe(lost)
  expect([await app.store.evaluations.cursor(), await storedSubjects()]).toEqual([before, []])
  Object.assign(app.store.series, { rollups })
  expect((await evaluateOnce()).errors).toEqual([])
  expect(await storedSubjects()).toEqual(['visits:100'])
})

it('tries what the store never answers about a game ten times, and once in each minute from then on', async () => {
  await track()
  await tickWith(90)
  const evaluateOnce = () => app.services.evaluateTicks({ stop: new AbortController().signal })
  await evaluateOnce()
  const slow = rejection('UNAVAILABLE', { name: 'database unreachable', facts: { cause: 'statement timeout' } })
  Object.assign(app.store.series, { rollups: () => Promise.reject(slow) })
  await tickWith(100)
  for (let trial = 1; trial <= 10; trial++) await expect(evaluateOnce()).rejects.toBe(slow)
  expect((await evaluateOnce()).errors).toContain(slow)
  // To try it as often for each minute would fall behind.
  await tickWith(200)
  expect((await evaluateOnce()).errors).toContain(slow)
  expect(await app.store.evaluations.cursor()).toBe(minuteOf(app.clock.now()) - 1)
})

it.each([
  ['an error', new Error('a broken page')],
  ['no answer', rejection('UNAVAILABLE', { name: 'database unreachable', facts: { cause: 'statement timeout' } })],
])('gives all other games their notifications where reading one always ends with %s', async (_, failure) => {
  await track()
  const [broken = 0, other = 0] = app.simulator.world.games.map(({ universeId }) => universeId)
  const [account] = await app.store.accounts.list()
  if (account === undefined) throw new Error('There is no account.')
  await app.services.games.add(account, { universeId: other }, '112233445566778899')
  const evaluateOnce = () => app.services.evaluateTicks({ stop: new AbortController().signal })
  const tickBoth = async (visits: number) => {
    const minute = minuteOf(app.clock.now())
    const samples = [broken, other].map((id) => ({ ...sample(id, minute), visits }))
    await record(app.store, minute, { samples })
    app.clock.advance(1)
  }
  await tickBoth(90)
  await evaluateOnce()
  const { blocks } = app.store.series
  // It reads what it did not follow, as after a restart.
  const readBlocks: typeof blocks = async function* (universeId, ...range) {
    if (universeId === broken) throw failure
    yield* blocks(universeId, ...range)
  }
  Object.assign(app.store.series, { blocks: readBlocks })
  for (const visits of [91, 100]) await tickBoth(visits)
  for (let trial = 1; trial <= 10; trial++) await expect(evaluateOnce()).rejects.toBe(failure)
  expect((await evaluateOnce()).errors).toContain(failure)
  expect((await app.store.outbox.list({ limit: 9 })).map(({ subject, gameId }) => [subject, gameId])).toEqual([
    ['visits:100', 2],
  ])
  expect(await app.store.evaluations.cursor()).toBe(minuteOf(app.clock.now()) - 1)
  // Once it is read again, failures that were before do not count.
  Object.assign(app.store.series, { blocks })
  await tickBoth(150)
  expect((await evaluateOnce()).errors).toEqual([])
  Object.assign(app.store.series, { blocks: readBlocks })
  for (const visits of [160, 170]) await tickBoth(visits)
  await expect(evaluateOnce()).rejects.toBe(failure)
})

it('stores fewer minutes at a time after a failure, and keeps what it stored before the next one [NOTIFY-2]', async () => {
  await track()
  await tickWith(90)
  const evaluateOnce = () => app.services.evaluateTicks({ stop: new AbortController().signal })
  await evaluateOnce()
  for (let visits = 91; visits <= 100; visits++) await tickWith(visits)
  const lastTick = minuteOf(app.clock.now()) - 1
  const { commit } = app.store.evaluations
  const failure = new Error('too much at once')
  // A database that is too slow for more than two minutes of the game.
  const commitFew: typeof commit = (batch) =>
    batch.cursor - (batch.after ?? 0) > 2 ? Promise.reject(failure) : commit(batch)
  Object.assign(app.store.evaluations, { commit: commitFew })
  await expect(evaluateOnce()).rejects.toBe(failure)
  const runs: unknown[] = []
  while ((await app.store.evaluations.cursor()) !== lastTick && runs.length < 20)
    runs.push(
      await evaluateOnce().then(
        ({ failure: of }) => of ?? 'done',
        () => 'nothing stored',
      ),
    )
  expect(runs).toEqual(['nothing stored', failure, failure, 'done'])
  expect(await storedSubjects()).toEqual(['visits:100'])
})

it('says that notifications are late where finding them took longer than a minute', async () => {
  const warnings: unknown[] = []
  const warn = (fields: object, text: string): void => void warnings.push({ ...fields, text })
  const now = performance.now.bind(performance)
  let skippedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs)
  let runs = 0
  const evaluateTicks = async () => {
    if (runs++ === 1) skippedMs += 90_000
    return { cursor: undefined, notifications: 0, errors: [] }
  }
  evaluate = startEvaluation({ evaluateTicks, leases: app.services.leases }, { ...log, warn })
  await expect.poll(() => runs).toBeGreaterThan(2)
  clock.mockRestore()
  expect(warnings).toEqual([{ seconds: 90, text: expect.stringMatching(/took longer than a minute/) }])
})
