// npm run bench -- points: what the points of a series cost in process, of one universe with a sample each minute.
import { join } from 'node:path'
import { dayOf, HOUR_MINUTES } from '../../../src/domain/clock.js'
import { DEFAULT_PLANS } from '../../../src/domain/plan.js'
import type { BucketGrid } from '../../../src/domain/series/buckets.js'
import { createDataVersions } from '../../../src/services/reading/data-versions.js'
import { createBucketReader } from '../../../src/services/reading/series/bucket-reader.js'
import { type Benchmark, inFolder } from '../bench.js'
import { median } from '../measure.js'
import { BenchClock, END, fill, STORES } from './stores.js'

const YEAR = 365

/** The last buckets up to the end of the samples. */
const CASES = [
  { figure: 'a year by UTC day', grid: { interval: '1d', timeZone: 'UTC' }, count: YEAR, goal: 3 },
  {
    figure: 'a year by day of another zone',
    grid: { interval: '1d', timeZone: 'Europe/Berlin' },
    count: YEAR,
    goal: 60,
  },
  { figure: 'a month by hour', grid: { interval: '1h', timeZone: 'UTC' }, count: 30 * 24, goal: 10 },
] as const satisfies readonly { figure: string; grid: BucketGrid; count: number; goal: number }[]

export const benchPoints: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      const store = await STORES.engine(join(folder, 'engine.db'))
      await fill(store, 1, YEAR + 2)
      const ports = { store, clock: new BenchClock(), clockCheck: { state: () => 'correct' as const } }
      const read = createBucketReader({ ...ports, dataVersions: createDataVersions(ports) })
      for (const { figure, grid, count, goal } of CASES) {
        const unit = grid.interval === '1d' ? dayOf(END) : Math.floor(END / HOUR_MINUTES)
        const buckets = { first: unit - count + 1, count }
        const query = { universeId: 1, plan: DEFAULT_PLANS.enterprise, grid, buckets }
        const first = performance.now()
        await read(query)
        report.add({ figure: `${figure}, the first time`, value: performance.now() - first, unit: 'ms' })
        report.add({ figure, value: await median(quick ? 5 : 20, () => read(query)), unit: 'ms', goal })
      }
      store.close()
    },
    { inMemory: true },
  )
