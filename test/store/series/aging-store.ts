// Opens a store with old samples on the free plan, most of which retention removes, and a clock that only the test advances.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import type { Sample } from '../../../src/domain/sample.js'
import { createClockCheck } from '../../../src/domain/time/clock-check.js'
import { openStore, type StoreOptions } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { TestClock } from '../../support/start-app.js'
import { newDatabase } from '../../support/store/new-database.js'
import { blockOf, DAY, NOW, readSamples, sample } from '../contract/support.js'

/** The first minute of the week that was `weeks` before the present one. */
export const weekBefore = (weeks: number): Minute => (Math.floor(DAY / WEEK_MINUTES) - weeks) * WEEK_MINUTES

const STEP_MINUTES = 30

export interface AgingStore {
  readonly file: string
  readonly clock: TestClock
  readonly log: { readonly warnings: string[] }
  readonly store: Store
  /** Closes the store, so that another process can open it. */
  close(): void
  reopen(options?: Partial<StoreOptions>): Promise<void>
  /** Advances the clock while it is confirmed by that of the platform, as in a running service. */
  passCorrectly(hours: number): Promise<void>
  /** Confirms the clock by the platform's, which agrees with it. */
  confirmClock(): void
  /** Advances the clock to the next day and runs its maintenance. */
  maintainTomorrow(): Promise<void>
  /** The rows of the query, each as one line of text. */
  rows(sql: string): string[]
  run(sql: string): void
}

/** Samples at five minutes of the whole weeks before the present one. */
export const oldSamples = (universeId: number, weeks = 8): Sample[] =>
  Array.from({ length: (weeks * WEEK_MINUTES) / 5 }, (_, index) =>
    sample(universeId, weekBefore(weeks) + 5 * index, 100 + ((index * 37) % 901), index % 5 === 0 ? null : index),
  )

export async function openAgingStore(universes: readonly number[] = [5, 6]): Promise<AgingStore> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-aging-'))
  const file = join(folder, 'headcount.db')
  const clock = new TestClock(NOW)
  const check = createClockCheck(clock)
  const warnings: string[] = []
  const log = {
    info: () => undefined,
    warn: (_: object, line: string) => void warnings.push(line),
    error: () => undefined,
  }
  const opened: Store[] = []
  const open = async (options: Partial<StoreOptions> = {}): Promise<Store> => {
    const store = await openStore(`file:${file}`, { clock, clockState: check.state, log, ...options })
    opened.push(store)
    return store
  }
  onTestFinished(async () => {
    for (const one of opened) one.close()
    await rm(folder, { recursive: true })
  })
  await newDatabase(file)
  let store = await open()
  for (const id of universes) await store.series.importBlock(blockOf(id, oldSamples(id)))
  const withDatabase = <T>(look: (raw: InstanceType<typeof Database>) => T): T => {
    const raw = new Database(file)
    try {
      return look(raw)
    } finally {
      raw.close()
    }
  }
  const confirmClock = () => check.compare(0)
  confirmClock()
  return {
    file,
    clock,
    log: { warnings },
    get store() {
      return store
    },
    close: () => store.close(),
    reopen: async (options) => {
      store.close()
      store = await open(options)
    },
    confirmClock,
    passCorrectly: async (hours) => {
      confirmClock()
      await store.removedSamples.countCorrectTime()
      for (let step = 0; step < (hours * HOUR_MINUTES) / STEP_MINUTES; step++) {
        clock.advance(STEP_MINUTES)
        confirmClock()
        await store.removedSamples.countCorrectTime()
      }
    },
    maintainTomorrow: async () => {
      clock.advance(DAY_MINUTES)
      confirmClock()
      await store.series.maintain()
    },
    rows: (sql) => withDatabase((raw) => raw.prepare<[], Record<string, unknown>>(sql).all().map(lineOf)),
    run: (sql) => withDatabase((raw) => void raw.exec(sql)),
  }
}

const lineOf = (row: Record<string, unknown>): string =>
  Object.values(row)
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)))
    .join(' ')

export const readAll = (store: Store, universeId: number): Promise<Sample[]> =>
  readSamples(store, universeId, weekBefore(10), DAY + 2 * DAY_MINUTES)

export const EVERYTHING = {
  universeId: undefined,
  from: Number.MIN_SAFE_INTEGER,
  until: Number.MAX_SAFE_INTEGER,
  isDryRun: false,
}
