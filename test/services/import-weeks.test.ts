// The weeks of an imported file: how far apart their rows stand, and how much of the file is looked at in one turn of the event loop.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { OPERATOR_ACTOR } from '../../src/domain/audit/audit-entry.js'
import { MINUTE_MS, WEEK_MINUTES } from '../../src/domain/clock.js'
import { cadencesOf } from '../../src/domain/rules/cadence.js'
import { createAuditLog } from '../../src/services/audit/audit-log.js'
import { gatherImport, withCadences } from '../../src/services/management/gather-import.js'
import { createImportSamples } from '../../src/services/management/import-samples.js'
import { SampleBuffer } from '../../src/services/management/sample-buffer.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { addGame, createAccount, sample } from '../store/contract/support.js'
import { rowsOfSamples } from '../support/import-rows.js'

const FIRST = 2_950 * WEEK_MINUTES

const gather = (minutes: readonly number[]) =>
  gatherImport(rowsOfSamples(minutes.map((minute) => sample(5, minute))), { now: FIRST + 1e8, mayEarn: false })

/** Spacings of a few runs, some of them longer than a week, so that weeks have many rows, few or none. */
const run = fc.record({
  count: fc.integer({ min: 1, max: 60 }),
  spacing: fc.constantFrom(1, 5, 10, 60, 720, 1_440, 2_000, 9_000, 30_000),
  jitter: fc.integer({ min: 0, max: 3 }),
})
const minuteList = fc.array(run, { minLength: 1, maxLength: 6 }).map((runs) => {
  let minute = FIRST - 7
  return runs.flatMap(({ count, spacing, jitter }) =>
    Array.from({ length: count }, (_, index) => {
      minute += spacing + (spacing > 3 ? (index * jitter) % 4 : 0)
      return minute
    }),
  )
})

it('have the cadences that all rows of their universe together show [DATA-20]', async () => {
  await fc.assert(
    fc.asyncProperty(minuteList, fc.boolean(), async (minutes, isReversed) => {
      const { weeks } = await gather(isReversed ? minutes.toReversed() : minutes)
      const cadences: number[] = []
      for await (const week of withCadences(weeks)) cadences.push(...week.cadences)
      expect(cadences).toEqual([...cadencesOf(Int32Array.from(minutes))])
    }),
    { numRuns: 200 },
  )
}, 60_000)

it('are sorted, made and stored one in a turn of the event loop, also where the file begins with the newest', async () => {
  const work = { sorted: 0, made: 0, stored: 0 }
  const most = { ...work }
  const count = (what: keyof typeof work): void => {
    most[what] = Math.max(most[what], ++work[what])
  }
  const { minutes, block } = SampleBuffer.prototype
  const seen = new WeakSet<SampleBuffer>()
  vi.spyOn(SampleBuffer.prototype, 'minutes').mockImplementation(function minutesOnce(this: SampleBuffer) {
    if (!seen.has(this)) count('sorted')
    seen.add(this)
    return minutes.call(this)
  })
  vi.spyOn(SampleBuffer.prototype, 'block').mockImplementation(function counted(this: SampleBuffer) {
    count('made')
    return block.call(this)
  })
  const turns = { isRunning: true }
  onTestFinished(() => {
    turns.isRunning = false
    vi.restoreAllMocks()
  })
  const next = (): void => {
    Object.assign(work, { sorted: 0, made: 0, stored: 0 })
    if (turns.isRunning) setImmediate(next)
  }
  next()

  const rows = Array.from({ length: 40 * 14 }, (_, index) => sample(5, FIRST - index * 720))
  await importInto(() => count('stored'), rows)
  await yieldToEventLoop()
  expect(most).toEqual({ sorted: 1, made: 1, stored: 1 })
})

it('are synced to the disk at the beginning and the end, and not between', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-import-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const clock = { now: () => (FIRST + WEEK_MINUTES) * MINUTE_MS, monotonic: () => 0 }
  const store = await openStore(`file:${folder}/headcount.db`, { clock })
  onTestFinished(() => store.close())
  await addGame(store, (await createAccount(store)).id, 5)
  let mode = 'FULL'
  const { pragma } = Database.prototype
  vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (this: Sqlite.Database, source, options) {
    mode = /^synchronous = (\w+)$/.exec(source)?.[1] ?? mode
    return pragma.call(this, source, options)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const modes: string[] = []
  store.events.subscribe(({ type }) => {
    if (type === 'history rewritten') modes.push(mode)
  })
  const audit = createAuditLog({ store, clock })
  const importSamples = createImportSamples({ store, clock, audit })
  const rows = [0, 1, 2, 3].map((week) => sample(5, FIRST - week * WEEK_MINUTES))
  await audit.as(OPERATOR_ACTOR, () => importSamples(rowsOfSamples(rows)))
  expect(modes).toEqual(['FULL', 'NORMAL', 'NORMAL', 'FULL'])
  expect(await audit.list({ limit: 10 })).toMatchObject([{ action: 'samples imported' }])
})

/** The parts of a store that an import uses. */
async function importInto(onStored: () => void, rows: readonly ReturnType<typeof sample>[]): Promise<void> {
  const store = {
    universes: { known: async (ids: readonly number[]) => new Set(ids) },
    series: {
      isThinnedOut: async () => false,
      prepareImport: <Prepared>(blocks: AsyncIterable<Prepared>) => blocks,
      importBlock: async () => {
        onStored()
        return { imported: 0, corrected: 0, unchanged: 0 }
      },
    },
  }
  const audit = { commitSingleWrites: () => (change: () => Promise<unknown>) => change() }
  const clock = { now: () => (FIRST + 1) * 60_000 }
  const importSamples = createImportSamples({ store, clock, audit } as unknown as Parameters<
    typeof createImportSamples
  >[0])
  await importSamples(rowsOfSamples(rows))
}
