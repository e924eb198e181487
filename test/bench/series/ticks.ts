// A tick of many universes made durable: one transaction, the disk waited for.
import { join } from 'node:path'
import { record } from '../../store/contract/support.js'
import { type Bench, count, inFolder } from '../bench.js'
import { quantile, timed } from '../measure.js'
import { Crowd } from './data.js'
import { END, STORES, type StoreName } from './stores.js'

const TICKS = [
  { universes: 20, goal: 0.6 },
  { universes: 200, goal: 0.6 },
  { universes: 1_000, goal: 1.6 },
  { universes: 10_000, goal: 12, ratio: 15 },
]
const WARM_UP = 5

export const benchTicks: Bench = (report, { quick }) =>
  inFolder(async (folder) => {
    for (const { universes, ...aims } of TICKS) {
      const ticks = quick || universes > 5_000 ? 25 : 60
      const measure = (kind: StoreName) => p50(join(folder, `${kind}-${universes}.db`), kind, universes, ticks)
      const [value, rows] = [await measure('engine'), await measure('rows')]
      report.add({ figure: `durable tick of ${count(universes)}, p50`, value, rows, unit: 'ms', ...aims })
    }
  })

async function p50(file: string, kind: StoreName, universes: number, ticks: number): Promise<number> {
  const store = await STORES[kind](file)
  const crowds = Array.from({ length: universes }, (_, index) => new Crowd(index + 1, END))
  const taken: number[] = []
  for (let minute = END; minute < END + ticks; minute++) {
    const samples = crowds.map((crowd) => crowd.sample())
    taken.push(await timed(() => record(store, minute, { samples })))
    // From the first reader on, ticks are kept in memory too.
    if (minute === END + WARM_UP) await store.series.latest([1])
  }
  store.close()
  return quantile(taken.slice(WARM_UP), 0.5)
}
