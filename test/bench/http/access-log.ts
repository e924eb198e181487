// What the access log costs: requests a second and processor time with and without it, in alternating pairs, because the
// speed of a shared machine drifts more from minute to minute than a line takes.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { z } from 'zod'
import { dayOf, isoOfDay } from '../../../src/domain/clock.js'
import { type Benchmark, inFolder, startHelper } from '../bench.js'
import { quantile } from '../measure.js'
import { END, fill, STORES } from '../series/stores.js'
import { listening } from './figures.js'

const CONNECTIONS = 20
const DAYS = 30
const PAIRS = 8
const TODAY = isoOfDay(dayOf(END))

/** One answer that is prepared and does not go through Express, and one that does. */
const REQUESTS = [
  ['latest sample', '/games/1/stats'],
  ['summary of a day', `/games/1/summary?start_date=${TODAY}&end_date=${TODAY}`],
] as const

const processorTime = z.object({ microseconds: z.number() })

interface LoadResult {
  readonly rate: number
  /** The processor time of a request in microseconds. */
  readonly cost: number
}

export const benchAccessLog: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      const [first, second] = [join(folder, 'with.db'), join(folder, 'without.db')]
      const store = await STORES.engine(first)
      await fill(store, 1, DAYS)
      store.close()
      await copyFile(first, second)
      const withLog = await startLogging(first, 'access log')
      const without = await startLogging(second, 'no access log')
      for (const [what, path] of REQUESTS) {
        for (const service of [withLog, without]) await service.load(path, 1)
        const pairs: [LoadResult, LoadResult][] = []
        for (let pair = 0; pair < (quick ? 2 : PAIRS); pair++) {
          const measure = (service: typeof withLog) => service.load(path, quick ? 1 : 4)
          // Each pair begins with the other service than the one before.
          const before = pair % 2 === 0 ? await measure(withLog) : undefined
          const other = await measure(without)
          pairs.push([before ?? (await measure(withLog)), other])
        }
        const median = (of: (pair: [LoadResult, LoadResult]) => number) => quantile(pairs.map(of), 0.5)
        report.add({ figure: `${what}, with the access log`, value: median(([one]) => one.rate), unit: 'requests/s' })
        report.add({ figure: `${what}, without it`, value: median(([, one]) => one.rate), unit: 'requests/s' })
        report.add({ figure: `${what}: processor time`, value: median(([, { cost }]) => cost), unit: 'µs' })
        const line = median(([one, other]) => one.cost - other.cost)
        report.add({ figure: `${what}: processor time of its line`, value: line, unit: 'µs' })
      }
      for (const service of [withLog, without]) await service.stop()
    },
    { inMemory: true },
  )

/** The lines are written one by one, as by the service, and discarded by the system. */
async function startLogging(file: string, logging: 'access log' | 'no access log') {
  const { ready, ask, stop } = await startHelper('http/serve-process.ts', 'engine', file, '1', logging)
  const { port, key } = listening.parse(ready)
  const used = async () => processorTime.parse(await ask('processor time')).microseconds
  const load = async (path: string, duration: number): Promise<LoadResult> => {
    const url = `http://127.0.0.1:${port}/api/v1${path}`
    const before = await used()
    const load = { url, connections: CONNECTIONS, duration, headers: { 'x-api-key': key } }
    const { requests, non2xx, errors } = await autocannon(load)
    if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx + errors} answers were no success.`)
    return { rate: requests.average, cost: ((await used()) - before) / requests.total }
  }
  return { load, stop }
}
