// How long each request stops all others, with many universes: the first time after a start and once more.
import { join } from 'node:path'
import { z } from 'zod'
import { DAY_MINUTES, dayOf, isoOfDay, isoOfMinute } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { type Benchmark, count, inFolder, startHelper } from '../bench.js'
import { timed } from '../measure.js'
import { SampleGenerator } from '../series/data.js'
import { END, fill, STORES } from '../series/stores.js'
import { Client } from './client.js'
import { listening } from './figures.js'

const blocked = z.object({ ms: z.number() })
const DAYS = 3
const MAX_BLOCK_MS = 20
const day = isoOfDay(dayOf(END) - 1)
const yesterday = isoOfMinute(END - DAY_MINUTES)

const REQUESTS = [
  '/games',
  '/games/1/stats',
  '/rankings?limit=100',
  '/rankings?by=change&limit=100',
  `/rankings?limit=100&at=${yesterday}`,
  '/games/summary',
  `/games/summary?start_date=${day}`,
  '/games/1/series?interval=1m&last=1d',
  `/games/1/export?start_date=${day}&end_date=${day}`,
]

/** The samples of a tick are rows, as they are in a service that was stopped a minute ago. */
async function recordTick(store: Store, size: number): Promise<void> {
  const samples = Array.from({ length: size }, (_, index) => new SampleGenerator(index + 1, END).sample())
  const cursor = { minute: END, clockWasWrong: false }
  await store.series.recordTick({ minute: END, samples, gaps: [], facts: [], schedules: [], cursor })
}

export const benchBlocks: Benchmark = (report, { quick, sizes }) =>
  inFolder(
    async (folder) => {
      const size = Math.max(...sizes.filter((one) => !quick || one <= 1_000))
      const file = join(folder, 'blocks.db')
      const store = await STORES.engine(file)
      await fill(store, size, DAYS)
      await recordTick(store, size)
      store.close()
      for (const path of REQUESTS) {
        const service = await startHelper('http/serve-process.ts', 'engine', file, `${size}`)
        const { port, key } = listening.parse(service.ready)
        const of = `${count(size)} universes: ${path.replace(/(_date|at)=[0-9T:.Z-]+/g, '$1=…')}`
        // As the service does after its start (API-82).
        await service.ask('watch turns')
        await service.ask('read ahead')
        const aheadTurn = blocked.parse(await service.ask('longest turn')).ms
        // Not earlier, because the service ends a connection without a request after some seconds.
        const client = await Client.open(port, key)
        if (path === REQUESTS[0])
          report.add({
            figure: `${count(size)} universes: reading ahead after the start, longest turn`,
            value: aheadTurn,
            unit: 'ms',
            goal: MAX_BLOCK_MS,
          })
        for (const time of ['first', 'again']) {
          await service.ask('watch turns')
          const taken = await timed(() => client.ask(path))
          const { ms } = blocked.parse(await service.ask('longest turn'))
          report.add({ figure: `${of}, ${time}`, value: taken, unit: 'ms' })
          report.add({ figure: `${of}, ${time}: longest turn`, value: ms, unit: 'ms', goal: MAX_BLOCK_MS })
        }
        client.close()
        await service.stop()
      }
    },
    { inMemory: true },
  )
