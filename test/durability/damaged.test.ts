// A database in which a failing disk has changed bytes: what is read is right or missing, and the service goes on or says why
// it does not.
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { minuteOf } from '../../src/domain/clock.js'
import { HeadcountError } from '../../src/domain/error.js'
import { countMinutes } from '../../src/drill/count-minutes.js'
import { type SimulatorHandle, startSimulator } from '../../src/simulator/simulator.js'
import { openUpkeep } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { randomFrom } from '../bench/effects/random.js'
import { recordFigure } from '../ledger/ledger.js'
import { samplesOf } from '../sampling/series.js'
import { NOON, TestClock } from '../support/start-app.js'
import { GAMES, ROUNDS } from './start-scaled.js'

const TIMEOUT_MS = 60_000 + ROUNDS * 10_000
const HOURS = 5
const MAX_FLIPS = 30
const SAMPLES = HOURS * 60 * GAMES
const WHOLE = { due: SAMPLES, stored: SAMPLES, read: SAMPLES }
/** Of the first round; each round has the next one. */
const FIRST_SEED = Number(process.env.TEST_SEED ?? 1) * 1_000_000

interface DamagedDatabase {
  readonly file: string
  readonly pristine: string
  readonly clock: TestClock
  readonly simulator: SimulatorHandle
}

const configOf = ({ file, simulator }: DamagedDatabase) =>
  readConfig({ DATABASE_URL: `file:${file}`, PLATFORM_URL: simulator.url, LOG_LEVEL: 'silent' })

/** Hours of samples, of which all but the last are compacted. */
async function writePristine(): Promise<DamagedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-damaged-'))
  const clock = new TestClock()
  const simulator = await startSimulator({ port: 0, seed: 3, games: GAMES, clock, rateLimits: 'off' })
  onTestFinished(async () => {
    await simulator.close()
    await rm(folder, { recursive: true })
  })
  const made = { file: join(folder, 'headcount.db'), pristine: join(folder, 'pristine.db'), clock, simulator }
  const { services, store, close } = await compose(configOf(made), clock)
  const account = await services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  for (const { universeId } of simulator.world.games) await services.games.add(account, { universeId })
  const stop = new AbortController().signal
  for (let tick = 0; tick < HOURS * 60; tick++) {
    await services.sampleTick({ stop })
    clock.advance(1)
  }
  await store.series.maintain()
  await close()
  const raw = new Database(made.file)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  raw.close()
  await copyFile(made.file, made.pristine)
  return made
}

async function damage({ file, pristine }: DamagedDatabase, seed: number): Promise<void> {
  const { next } = randomFrom(seed)
  for (const ending of ['-wal', '-shm']) await rm(file + ending, { force: true })
  await copyFile(pristine, file)
  const { size } = await stat(file)
  const handle = await open(file, 'r+')
  for (let flips = 1 + Math.floor(next() * MAX_FLIPS); flips > 0; flips--) {
    const at = Math.floor(next() * size)
    await handle.write(Uint8Array.of(Math.floor(next() * 256)), 0, 1, at)
  }
  await handle.close()
}

interface SampleCounts {
  readonly due: number
  readonly stored: number
  /** Of the hours that were damaged, due or not. */
  readonly read: number
}

/** Ticks once, reads all, and returns how many samples were due, how many of these are stored, and how many can be read. */
async function live(database: DamagedDatabase): Promise<SampleCounts> {
  const { clock, simulator } = database
  const { services, store, close } = await compose(configOf(database), clock)
  try {
    await services.sampleTick({ stop: new AbortController().signal })
    let read = 0
    for (const { universeId } of simulator.world.games)
      for (const { minute, ccu, visits } of await samplesOf({ store }, universeId)) {
        if (minute < minuteOf(clock.now())) read++
        const expected = simulator.world.statsAt(universeId, minute)
        expect([minute, ccu, visits]).toEqual([minute, expected.ccu, expected.visits])
      }
    const minutes = await countMinutes(store, { from: minuteOf(NOON), until: minuteOf(clock.now()) })
    const sum = (of: 'due' | 'stored'): number => minutes.reduce((total, minute) => total + minute[of], 0)
    return { due: sum('due'), stored: sum('stored'), read }
  } finally {
    await close()
  }
}

/** Nobody can tell a pause that a byte made from one that a manager made, and nothing is due while a game is paused. */
function isPausedByDamage({ file }: DamagedDatabase, { due, stored }: SampleCounts): boolean {
  const raw = new Database(file, { readonly: true })
  const games = raw.prepare<[], number>('SELECT count(*) FROM game WHERE is_active = 1 AND removed_at IS NULL').pluck()
  const active = games.get() ?? 0
  raw.close()
  return active < GAMES && due === stored && stored === HOURS * 60 * active
}

/** Whether the verification, of the service and of the doctor, reports that something cannot be read. */
async function isReported({ file, clock }: DamagedDatabase): Promise<boolean> {
  const { fileDamage, lost } = await openUpkeep(`file:${file}`, { clock }).verify(new AbortController().signal)
  return fileDamage !== null || lost.length > 0
}

test(`samples of a damaged database are right, or missing and reported, never wrong, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const database = await writePristine()
  expect(await live(database)).toEqual(WHOLE)
  const counts = { whole: 0, missing: 0, paused: 0, undated: 0, rejected: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    await damage(database, FIRST_SEED + round)
    try {
      const found = await live(database)
      if (found.stored === WHOLE.stored) counts.whole++
      else if (await isReported(database)) counts.missing++
      else if (isPausedByDamage(database, found)) counts.paused++
      else {
        // A schedule that begins in the future is also what a clock leaves that ran ahead, and the next tick mends it.
        expect(found.read, `damage from seed ${FIRST_SEED + round}`).toBe(WHOLE.read)
        counts.undated++
      }
    } catch (error) {
      if (!(error instanceof HeadcountError) && !(error instanceof Database.SqliteError)) throw error
      counts.rejected++
    }
  }
  expect(counts.whole + counts.missing + counts.paused + counts.undated + counts.rejected).toBe(ROUNDS)
  await recordFigure(
    'damaged files',
    `${ROUNDS} files: ${counts.whole} read in full, ${counts.missing} in part, each of them reported, ${counts.paused} with a game that a changed byte paused, ${counts.undated} in full with a changed time from which they were due, ${counts.rejected} not at all, none wrongly`,
  )
})

test('a byte in the number of a universe, which is then no longer sampled, is reported', async () => {
  const database = await writePristine()
  const raw = new Database(database.file)
  raw.pragma('foreign_keys = OFF')
  raw.prepare('UPDATE universe SET id = id + 1 WHERE id = (SELECT max(id) FROM universe)').run()
  raw.close()
  expect(await isReported(database)).toBe(true)
})

test('a byte in the name of a plan is reported, and the games of the account are sampled as before [DATA-37]', async () => {
  const database = await writePristine()
  const raw = new Database(database.file)
  raw.prepare("UPDATE account SET plan = 'enterprjse'").run()
  raw.close()
  expect(await live(database)).toEqual(WHOLE)
  expect(await isReported(database)).toBe(true)
})
