// npm run bench -- points: what the points of a series cost in process, of one universe with a sample each minute.
import { join } from 'node:path'
import { dayOf, HOUR_MINUTES } from '../../../src/domain/clock.js'
import { METRICS, type Metric } from '../../../src/domain/measures.js'
import { DEFAULT_PLANS } from '../../../src/domain/plan.js'
import type { BucketGrid } from '../../../src/domain/series/buckets.js'
import { createDataVersions } from '../../../src/services/reading/data-versions.js'
import { createBucketReader } from '../../../src/services/reading/series/bucket-reader.js'
import { startStopwatch } from '../../support/stopwatch.js'
import { type Benchmark, inFolder } from '../bench.js'
import { quantile } from '../measure.js'
import { TurnClock } from '../turn-clock.js'
import { BenchClock, END, fill, STORES } from './stores.js'

const YEAR = 365
/** As of every request (npm run bench -- blocks). */
const MAX_TURN_MS = 20

/** The last buckets up to the end of the samples. */
const CASES = [
  { figure: 'a year by UTC day', grid: { interval: '1d', timeZone: 'UTC' }, count: YEAR, goal: 3 },
  {
    figure: 'a year by day of another zone',
    grid: { interval: '1d', timeZone: 'Europe/Berlin' },
    count: YEAR,
    goal: 60,
  },
  {
    figure: 'the players of a year by day of another zone',
    grid: { interval: '1d', timeZone: 'Europe/Berlin' },
    count: YEAR,
    goal: 60,
    metrics: ['ccu'],
  },
  { figure: 'a month by hour', grid: { interval: '1h', timeZone: 'UTC' }, count: 30 * 24, goal: 10 },
] as const satisfies readonly {
  figure: string
  grid: BucketGrid
  count: number
  goal: number
  metrics?: readonly Metric[]
}[]

/**
 * Each figure in three states: the first read of the process, which compiles the code (the service does that after its
 * start, API-82); a reader that remembers nothing; and one that remembers the days that are over.
 */
export const benchPoints: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      const store = await STORES.engine(join(folder, 'engine.db'))
      await fill(store, 1, YEAR + 2)
      const ports = { store, clock: new BenchClock(), clockCheck: { state: () => 'correct' as const } }
      const newReader = () => createBucketReader({ ...ports, dataVersions: createDataVersions(ports) }).readPoints
      for (const one of CASES) {
        const { figure, grid, count, goal } = one
        const metrics = 'metrics' in one ? one.metrics : METRICS
        const unit = grid.interval === '1d' ? dayOf(END) : Math.floor(END / HOUR_MINUTES)
        const buckets = { first: unit - count + 1, count }
        const query = { universeId: 1, plan: DEFAULT_PLANS.enterprise, grid, buckets, metrics }
        const add = (state: string, value: number, more = {}) =>
          report.add({ figure: `${figure}${state}`, value, unit: 'ms', ...more })
        const rounds = quick ? 5 : 20
        add(', the first read of the process', await medianPassed(1, () => newReader()(query)))
        add(', nothing remembered', await medianPassed(rounds, () => newReader()(query)), { goal })
        add(', nothing remembered: longest turn', await longestTurn(() => newReader()(query)), { goal: MAX_TURN_MS })
        const read = newReader()
        await read(query)
        add('', await medianPassed(rounds, () => read(query)), { goal })
      }
      store.close()
    },
    { inMemory: true },
  )

/** Milliseconds as on a machine with nothing else to do. */
async function medianPassed(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const passed: number[] = []
  for (let round = 0; round < rounds; round++) {
    const watch = startStopwatch()
    await work()
    passed.push(watch.passed())
  }
  return quantile(passed, 0.5)
}

async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const turns = new TurnClock()
  turns.start()
  await work()
  return turns.stop()
}
