// How much memory the service takes with all its universes' open minutes in sight.
import { join } from 'node:path'
import { z } from 'zod'
import { type Benchmark, count, inFolder, MIB, startHelper } from '../bench.js'

const ready = z.object({ rss: z.number() })
const GOALS = [
  { universes: 1_000, goal: 256 },
  { universes: 10_000, goal: 400 },
]

export const benchMemory: Benchmark = (report) =>
  inFolder(
    async (folder) => {
      for (const { universes, goal } of GOALS) {
        const file = join(folder, `${universes}.db`)
        const helper = await startHelper('series/memory-process.ts', file, `${universes}`)
        await helper.stop()
        const figure = `resident memory with ${count(universes)} universes and 90 open minutes`
        report.add({ figure, value: ready.parse(helper.ready).rss / MIB, unit: 'MiB', goal })
      }
    },
    { inMemory: true },
  )
