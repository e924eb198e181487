// How much memory the service takes with all its universes' open minutes in sight, and after ordinary queries.
import { join } from 'node:path'
import { z } from 'zod'
import { type Benchmark, count, inFolder, MIB, startHelper } from '../bench.js'
import type { Report } from '../report.js'
import { fill, STORES } from './stores.js'

const ready = z.object({ rss: z.number() })
const GOALS = [
  { universes: 1_000, goal: 256 },
  { universes: 10_000, goal: 400 },
]
const QUERIED = { universes: 1_000, days: 30, goal: 256 }

export const benchMemory: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      for (const { universes, goal } of GOALS) {
        const file = join(folder, `${universes}.db`)
        const helper = await startHelper('series/memory-process.ts', file, `${universes}`)
        await helper.stop()
        const figure = `resident memory with ${count(universes)} universes and 90 open minutes`
        report.add({ figure, value: ready.parse(helper.ready).rss / MIB, unit: 'MiB', goal })
      }
      await addQueried(report, join(folder, 'queried.db'), quick ? 100 : QUERIED.universes)
    },
    { inMemory: true },
  )

async function addQueried(report: Report, file: string, universes: number): Promise<void> {
  const { days, goal } = QUERIED
  const store = await STORES.engine(file)
  await fill(store, universes, days)
  store.close()
  const helper = await startHelper('series/queries-process.ts', file, `${universes}`)
  await helper.stop()
  const figure = `resident memory with ${count(universes)} universes × ${days} days after lists, rankings, summaries, series and exports`
  report.add({ figure, value: ready.parse(helper.ready).rss / MIB, unit: 'MiB', goal })
}
