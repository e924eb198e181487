// After restoring, the storage engine answers as plain rows do from which nothing was ever removed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MINUTES, MINUTE_MS } from '../../../../src/domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../../../src/domain/plan.js'
import type { ClockState } from '../../../../src/domain/time/clock-check.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { DAY } from '../../contract/support.js'
import { openOracle } from '../../open-oracle.js'
import { EVERYTHING } from '../aging-store.js'
import { answersOf } from '../answers.js'
import { type HistoryStep, SeriesHistory, step } from '../histories.js'

const RUNS = Number(process.env.SERIES_RUNS ?? 6)
/** Longer than any history. */
const SPAN = 45 * DAY_MINUTES
/** No account tracks the universes, so the retention of the free plan applies to them. */
const plansOf = (fullDays: number, hourlyDays: number | 'forever'): Plans => ({
  ...DEFAULT_PLANS,
  free: { ...DEFAULT_PLANS.free, fullDays, hourlyDays },
})
const FOREVER = plansOf(100_000, 'forever')
const SHORT = plansOf(2, 9)

const life = fc.record({
  before: fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }),
  // A week that was thinned out takes no imports.
  after: fc.array(
    step.filter(({ kind }) => kind !== 'import' && kind !== 'look'),
    { maxLength: 6 },
  ),
  days: fc.tuple(fc.nat(16), fc.nat(10)),
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-restore-'))
})
afterAll(() => rm(folder, { recursive: true }))

function thinnedWeeks(file: string): number {
  const raw = new Database(file)
  const count = raw.prepare<[], number>('SELECT count(*) FROM rollup WHERE slot > 1').pluck().get()
  raw.close()
  return count ?? 0
}

const never = async (): Promise<void> => undefined

it(
  'what was removed answers as before once it is restored, on random histories',
  async () => {
    let [round, thinned] = [0, 0]
    await fc.assert(
      fc.asyncProperty(life, async ({ before, after, days }) => {
        const file = join(folder, `${++round}.db`)
        let clockState: ClockState = 'correct'
        const options = {
          clock: { now: () => life.now * MINUTE_MS, monotonic: () => life.now * MINUTE_MS },
          clockState: () => clockState,
        }
        const oracle = await openOracle(join(folder, `${round}-oracle.db`), options.clock)
        const whole = await openStore(`file:${file}`, { ...options, plans: FOREVER })
        const life = new SeriesHistory([whole, oracle], DAY + 700)
        for (const taken of before) await life.take(taken, never)
        whole.close()
        const engine = await openStore(`file:${file}`, { ...options, plans: SHORT })
        const aging = new SeriesHistory([engine, oracle], life.now)
        const grow = async (more: number): Promise<void> => {
          life.now += more * DAY_MINUTES
          aging.now = life.now
          await engine.series.maintain()
          thinned += thinnedWeeks(file)
        }
        try {
          await grow(days[0])
          await answersOf(engine, aging.questions())
          for (const taken of after as readonly HistoryStep[]) await aging.take(taken, never)
          life.now = Math.max(life.now, aging.now)
          await grow(days[1])
          const { damaged } = await engine.removedSamples.restore(EVERYTHING)
          expect(damaged).toEqual([])
          expect(thinnedWeeks(file)).toBe(0)
          // With a correct clock the storage engine omits samples of the future, which the rows do not, so the state is unknown here.
          clockState = 'unknown'
          const questions = { ...aging.questions(), from: DAY - SPAN, until: life.now + DAY_MINUTES }
          const expected = await answersOf(oracle, questions)
          expect(await answersOf(engine, questions)).toEqual(expected)
        } finally {
          for (const store of [engine, oracle]) store.close()
        }
      }),
      { numRuns: RUNS },
    )
    expect(thinned).toBeGreaterThan(RUNS)
  },
  60_000 + RUNS * 15_000,
)
