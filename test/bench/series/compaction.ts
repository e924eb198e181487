// The hourly compaction in the middle of a week, when a segment is half full: its work, and how long it keeps others waiting.
import { join } from 'node:path'
import { MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { record } from '../../store/contract/support.js'
import { type Benchmark, count, inFolder, startHelper } from '../bench.js'
import { maxBlock, quantile } from '../measure.js'
import { SampleGenerator } from './data.js'
import { BenchClock, END, STORES } from './stores.js'

const HOURS = 5
const MIDDLE = (Math.floor(END / WEEK_MINUTES) + 0.5) * WEEK_MINUTES

/** Medians of some hours: on a shared machine any loop is stopped now and then, as an idle one beside it shows. */
export const benchCompaction: Benchmark = (report, { quick }) =>
  inFolder(async (folder) => {
    const universes = quick ? 100 : 1_000
    const clock = new BenchClock()
    const store = await STORES.engine(join(folder, 'fold.db'), clock)
    const playerCounts = Array.from(
      { length: universes },
      (_, index) => new SampleGenerator(index + 1, MIDDLE - WEEK_MINUTES / 2),
    )
    for (const playerCount of playerCounts) await store.series.importBlock(playerCount.block(WEEK_MINUTES / 2))
    const idle = await startHelper('idle-process.ts')
    const taken = { cpu: [] as number[], block: [] as number[], idle: [] as number[] }
    for (let hour = 0; hour < HOURS; hour++) {
      clock.time = (await tickAnHour(store, playerCounts, hour)) * MINUTE_MS
      await idle.ask('longest')
      const before = process.cpuUsage()
      taken.block.push(await maxBlock(() => store.series.maintain()))
      const { user, system } = process.cpuUsage(before)
      taken.cpu.push((user + system) / 1e6)
      taken.idle.push(Number(await idle.ask('longest')))
    }
    await idle.stop()
    store.close()
    const p50 = (of: keyof typeof taken): number => quantile(taken[of], 0.5)
    const figure = `fold of ${count(universes)} universes' hour, CPU`
    report.add({ figure, value: p50('cpu'), unit: 's', goal: quick ? undefined : 1.5 })
    report.add({ figure: 'longest block of the event loop while it folds', value: p50('block'), unit: 'ms', goal: 5 })
    report.add({ figure: 'the same of an idle process beside it', value: p50('idle'), unit: 'ms' })
  })

/** Answers a minute after which the hour may be compacted. */
async function tickAnHour(store: Store, playerCounts: readonly SampleGenerator[], hour: number): Promise<number> {
  const end = MIDDLE + (hour + 1) * 60
  for (let minute = end - 60; minute < end; minute++)
    await record(store, minute, { samples: playerCounts.map((playerCount) => playerCount.sample()) })
  await store.series.latest([1])
  return end + 2
}
