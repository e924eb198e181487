// Exports over HTTP with everything on, and the memory that one takes, which must not grow with its range.
import { join } from 'node:path'
import { z } from 'zod'
import { dayOf, isoOfDay } from '../../../src/domain/clock.js'
import { type Benchmark, count, inFolder, MIB, startHelper } from '../bench.js'
import type { Report } from '../report.js'
import { addExportRows } from '../series/export-rows.js'
import { END, fill, STORES } from '../series/stores.js'
import { SIZE } from './beside-express.js'
import { Client } from './client.js'
import { listening } from './figures.js'
import { benchStreams } from './streams.js'

const memory = z.object({ peak: z.number(), now: z.number() })
/** As long as an export may be (API-12). */
const MAX_DAYS = 732
const DAYS = 30

export const benchExports: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      const games = join(folder, 'games.db')
      const gamesStore = await STORES.engine(games)
      await fill(gamesStore, SIZE, DAYS)
      gamesStore.close()
      await addExportRows(report, quick ? 20 : 60)
      await benchStreams(report, games, SIZE, quick ? 3 : 20)
      const file = join(folder, 'load.db')
      const store = await STORES.engine(file)
      await fill(store, 1, MAX_DAYS)
      store.close()
      for (const days of [1, 30, MAX_DAYS]) await exportMemory(report, file, days)
    },
    { inMemory: true },
  )

async function exportMemory(report: Report, file: string, days: number): Promise<void> {
  const service = await startHelper('http/serve-process.ts', 'engine', file, '1')
  const { port, key } = listening.parse(service.ready)
  const client = await Client.open(port, key)
  const today = dayOf(END)
  await client.ask(`/games/1/export?start_date=${isoOfDay(today - days + 1)}&end_date=${isoOfDay(today)}`)
  const { peak } = memory.parse(await service.ask('memory'))
  client.close()
  await service.stop()
  report.add({ figure: `peak memory after an export of ${count(days)} days as JSON`, value: peak / MIB, unit: 'MiB' })
}
