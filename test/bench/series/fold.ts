// The hourly fold in the middle of a week, when a segment is half full: its work, and how long it keeps others waiting.
import { join } from 'node:path'
import { MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { record } from '../../store/contract/support.js'
import { type Bench, count, inFolder } from '../bench.js'
import { longestBlock } from '../measure.js'
import { Crowd } from './data.js'
import { BenchClock, END, STORES } from './stores.js'

export const benchFold: Bench = (report, { quick }) =>
  inFolder(async (folder) => {
    const universes = quick ? 100 : 1_000
    const clock = new BenchClock()
    const store = await STORES.engine(join(folder, 'fold.db'), clock)
    const begin = Math.floor(END / WEEK_MINUTES) * WEEK_MINUTES
    const middle = begin + WEEK_MINUTES / 2
    const crowds = Array.from({ length: universes }, (_, index) => new Crowd(index + 1, begin))
    for (const crowd of crowds) await store.series.importBlock(crowd.block(WEEK_MINUTES / 2))
    for (let minute = middle; minute < middle + 60; minute++)
      await record(store, minute, { samples: crowds.map((crowd) => crowd.sample()) })
    clock.time = (middle + 62) * MINUTE_MS
    await store.series.latest([1])
    const before = process.cpuUsage()
    const block = await longestBlock(() => store.series.maintain())
    const { user, system } = process.cpuUsage(before)
    const figure = `fold of ${count(universes)} universes' hour, CPU`
    report.add({ figure, value: (user + system) / 1e6, unit: 's', goal: quick ? undefined : 1.5 })
    report.add({ figure: 'longest block of the event loop while it folds', value: block, unit: 'ms', goal: 5 })
    store.close()
  })
