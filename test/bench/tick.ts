// A whole tick of 9,000 universes against a double of the platform in a process of its own: how long it takes, and
// whether memory stays flat.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Bench, type Figure, inFolder, mb, startHelper } from './bench.js'

const listening = z.object({ url: z.string() })
const report = z.object({ ms: z.number(), sampled: z.int(), gaps: z.int(), rss: z.number() })
const MINUTE = 60_000
const FIRST_UNIVERSE = 5_000_000_000
/** The first ticks fill caches and compile code. */
const WARM_UP = 3

export const benchTick: Bench = ({ quick }) => inFolder((folder) => tickIn(folder, quick), { inMemory: true })

async function tickIn(folder: string, quick: boolean): Promise<Figure[]> {
  const universes = quick ? 1_000 : 9_000
  const ticks = quick ? 8 : 20
  let now = Math.floor(Date.now() / MINUTE) * MINUTE
  const double = await startHelper('tick-double.ts')
  const list = join(folder, 'universes.txt')
  await writeFile(list, Array.from({ length: universes }, (_, index) => FIRST_UNIVERSE + index).join(','))
  const { url } = listening.parse(double.ready)
  const process = await startHelper('tick-process.ts', `file:${join(folder, 'tick.db')}`, url, list)
  const reports: z.infer<typeof report>[] = []
  for (let tick = 0; tick < ticks; tick++) {
    reports.push(report.parse(await process.ask(now)))
    now += MINUTE
  }
  await process.stop()
  await double.stop()
  const warm = reports.slice(WARM_UP)
  const ms = warm.map((one) => one.ms).sort((a, b) => a - b)
  const marks = [WARM_UP, Math.floor(ticks / 2), ticks]
  const sampled = Math.min(...reports.map((one) => one.sampled))
  return [
    {
      what: `whole tick of ${universes.toLocaleString('en')} universes (goal ≤ 150 ms)`,
      result: `p50 ${(ms[Math.floor(ms.length / 2)] ?? 0).toFixed(0)} ms, slowest ${(ms.at(-1) ?? 0).toFixed(0)} ms, first ${(reports[0]?.ms ?? 0).toFixed(0)} ms; at least ${sampled} sampled`,
    },
    {
      what: `RSS of the ticking process after ticks ${marks.join(', ')}`,
      result: marks.map((tick) => mb(reports[tick - 1]?.rss ?? 0)).join(', '),
    },
  ]
}
