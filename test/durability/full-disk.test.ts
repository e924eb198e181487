// A disk that is full at any moment while the service ticks, imports and compacts, and has room again later.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { minuteOf } from '../../src/domain/clock.js'
import { startSimulator } from '../../src/simulator/simulator.js'
import { recordFigure } from '../ledger/ledger.js'
import { samplesOf } from '../sampling/series.js'
import { TestClock } from '../support/start-app.js'
import { expectAccount, GAMES, ROUNDS } from './start-scaled.js'

const TIMEOUT_MS = 60_000 + ROUNDS * 20_000
/** A round is longer than an hour, so that there is something to compact. */
const TICKS = 80
const MAX_FULL_TICKS = 40

async function openOnSmallDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-full-'))
  const clock = new TestClock()
  const simulator = await startSimulator({ port: 0, seed: 3, games: GAMES, clock, rateLimits: 'off' })
  const disk = { bytes: Number.POSITIVE_INFINITY }
  const file = join(folder, 'headcount.db')
  const config = readConfig({ DATABASE_URL: `file:${file}`, PLATFORM_URL: simulator.url, LOG_LEVEL: 'silent' })
  const composed = await compose(config, clock, undefined, { maxBytes: () => disk.bytes })
  onTestFinished(async () => {
    await composed.close()
    await simulator.close()
    await rm(folder, { recursive: true })
  })
  const account = await composed.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  for (const { universeId } of simulator.world.games) await composed.services.games.add(account, { universeId })
  return { ...composed, simulator, clock, disk, file, config }
}

test('the reason of a tick that a full disk lost outlives a process that is killed before it could be stored [DATA-4]', async () => {
  const { services, simulator, clock, disk, file, config, close } = await openOnSmallDisk()
  const stop = new AbortController().signal
  for (let done = 0; done < 3; done++) {
    await services.sampleTick({ stop })
    clock.advance(1)
  }
  disk.bytes = (await stat(file)).size
  let failures = 0
  while (failures < 4) {
    await services.sampleTick({ stop }).catch(() => failures++)
    clock.advance(1)
  }
  const until = minuteOf(clock.now())
  // Nothing is stored at the end, as in a process that is killed.
  await close()
  clock.advance(5)
  const next = await compose(config, clock)
  try {
    await next.services.sampleTick({ stop })
    const [first = expect.unreachable()] = simulator.world.games
    const end = minuteOf(clock.now())
    expect(await next.store.series.gaps(first.universeId, until - 4, end)).toMatchObject([
      { from: until - 4, until, reason: 'not stored' },
      { from: until, until: end, reason: 'not running' },
    ])
    // What is stored is not said again of a later stop.
    expect(next.store.missedNote?.read()).toEqual([])
  } finally {
    await next.close()
  }
})

test(`what a full disk has no room for is a gap, and nothing else is missing, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const { services, store, simulator, clock, disk, file, close } = await openOnSmallDisk()
  const reported = new Set<number>()
  const stop = new AbortController().signal
  let failures = 0
  /** Returns whether it was stored. */
  const tick = async (): Promise<boolean> => {
    const stored = await services.sampleTick({ stop }).then(
      ({ minute }) => reported.add(minute).has(minute),
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'SQLITE_FULL' })
        return false
      },
    )
    clock.advance(1)
    return stored
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (let done = 0; done < TICKS; done++) expect(await tick()).toBe(true)
    disk.bytes = (await stat(file)).size
    const fullTicks = Math.floor(Math.random() * MAX_FULL_TICKS)
    const compactedAt = Math.floor(Math.random() * MAX_FULL_TICKS)
    for (let done = 0; done < fullTicks; done++) {
      // Compacting needs room before it frees any.
      if (done === compactedAt) await store.series.maintain().catch(() => failures++)
      if (!(await tick())) failures++
    }
    disk.bytes = Number.POSITIVE_INFINITY
    expect(await tick()).toBe(true)
    await store.series.maintain()
  }
  expect(failures).toBeGreaterThan(0)
  for (const { universeId } of simulator.world.games)
    for (const { minute, ccu, visits } of await samplesOf({ store }, universeId)) {
      const expected = simulator.world.statsAt(universeId, minute)
      expect([minute, ccu, visits]).toEqual([minute, expected.ccu, expected.visits])
    }
  await close()
  const { due, stored, missing } = await expectAccount(file, reported)
  await recordFigure('full disk', `${ROUNDS} times full: ${due} samples due, ${stored} stored, ${missing} in gaps`)
})
