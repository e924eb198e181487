// A whole tick of 9,000 universes against a double of the platform in a process of its own: how long it takes, and
// whether memory stays flat.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Benchmark, count, inFolder, MIB, startHelper } from '../bench.js'
import { quantile } from '../measure.js'
import type { Report } from '../report.js'

const listening = z.object({ url: z.string() })
const tickReport = z.object({
  ms: z.number().optional(),
  cpuMs: z.number().optional(),
  longestTurnMs: z.number().optional(),
  sampled: z.int(),
  gaps: z.int(),
  rss: z.number(),
})
const MINUTE = 60_000
const FIRST_UNIVERSE = 5_000_000_000
/** The first ticks fill caches and compile code. */
const WARM_UP = 3

export const benchPoll: Benchmark = (report, { quick }) =>
  inFolder((folder) => poll(folder, report, quick ? 1_000 : 9_000), { inMemory: true })

async function poll(folder: string, report: Report, universes: number): Promise<void> {
  const ticks = universes < 9_000 ? 8 : 20
  let now = Math.floor(Date.now() / MINUTE) * MINUTE
  const double = await startHelper('poll/double-process.ts')
  const list = join(folder, 'universes.txt')
  await writeFile(list, Array.from({ length: universes }, (_, index) => FIRST_UNIVERSE + index).join(','))
  const { url } = listening.parse(double.ready)
  const process = await startHelper('poll/tick-process.ts', `file:${join(folder, 'tick.db')}`, url, list)
  const reports: z.infer<typeof tickReport>[] = []
  for (let tick = 0; tick < ticks; tick++) {
    reports.push(tickReport.parse(await process.ask(now)))
    now += MINUTE
  }
  await process.stop()
  await double.stop()
  const warm = reports.slice(WARM_UP)
  const sampled = Math.min(...reports.map((one) => one.sampled))
  if (sampled < universes) throw new Error(`A tick sampled only ${sampled} of ${universes} universes.`)
  const whole = `whole tick of ${count(universes)} against a double of the platform`
  const p50 = (key: 'ms' | 'cpuMs' | 'longestTurnMs'): number =>
    quantile(
      warm.flatMap(({ [key]: value }) => (value === undefined ? [] : [value])),
      0.5,
    )
  const [goal, turnGoal] = universes === 9_000 ? [150, 20] : []
  report.add({ figure: `${whole}, p50`, value: p50('ms'), unit: 'ms', goal })
  report.add({ figure: `${whole}, CPU time, p50`, value: p50('cpuMs'), unit: 'ms', goal })
  report.add({
    figure: `${whole}, longest turn of the event loop, p50`,
    value: p50('longestTurnMs'),
    unit: 'ms',
    goal: turnGoal,
  })
  for (const tick of [WARM_UP, ticks])
    report.add({
      figure: `${whole}: memory after tick ${tick}`,
      value: (reports[tick - 1]?.rss ?? 0) / MIB,
      unit: 'MiB',
    })
}
