// A tick of many universes made durable: one transaction, the disk waited for.
import { join } from 'node:path'
import type { Minute } from '../../../src/domain/clock.js'
import { type Benchmark, count, inFolder } from '../bench.js'
import { quantile, timed } from '../measure.js'
import { SampleGenerator } from './data.js'
import { END, STORES } from './stores.js'
import { rowsByUniverse, storeTicks, type TickWriter } from './tick-writers.js'

const TICKS = [
  { universes: 20, goal: 0.6 },
  { universes: 200, goal: 0.6 },
  { universes: 1_000, goal: 1.6 },
  { universes: 10_000, goal: 12, ratio: 15 },
]
const WARM_UP = 15

/** The oracle's rows lie as the head rows of the storage engine do, by minute; rows by universe are what a tick is compared with. */
export const benchTicks: Benchmark = (report, { quick }) =>
  inFolder(async (folder) => {
    for (const { universes, goal, ratio } of TICKS) {
      const file = (kind: string) => join(folder, `${kind}-${universes}.db`)
      const ticks = quick ? 30 : 75
      const value = await tickTime(storeTicks(await STORES.engine(file('engine'))), { universes, ticks })
      const rows = await tickTime(storeTicks(await STORES.rows(file('rows'))), { universes, ticks })
      const byUniverse = await tickTime(rowsByUniverse(file('by-universe'), universes), { universes, ticks })
      const figure = `durable tick of ${count(universes)}, p50`
      report.add({ figure: `${figure}, beside rows by minute`, value, rows, unit: 'ms', goal })
      report.add({ figure: `${figure}, beside rows by universe`, value, rows: byUniverse, unit: 'ms', goal, ratio })
    }
  })

/** ms of a tick, the first ones not counted. Closes the writer. */
export async function tickTime(
  writer: TickWriter,
  { universes, ticks, from = END }: { universes: number; ticks: number; from?: Minute },
): Promise<number> {
  const playerCounts = Array.from({ length: universes }, (_, index) => new SampleGenerator(index + 1, from))
  const taken: number[] = []
  for (let minute = from; minute < from + ticks; minute++) {
    const samples = playerCounts.map((playerCount) => playerCount.sample())
    taken.push(await timed(() => writer.write(minute, samples)))
    // From the first reader on, ticks are kept in memory too.
    if (minute === from + WARM_UP) await writer.read()
  }
  writer.close()
  return quantile(taken.slice(WARM_UP), 0.5)
}
