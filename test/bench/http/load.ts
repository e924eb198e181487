// Requests with everything on, against a bare Express route of the same bytes, and the first answers after a start.
import { join } from 'node:path'
import { type Benchmark, inFolder } from '../bench.js'
import { fill, STORES } from '../series/stores.js'
import { benchBesideExpress, SIZE } from './beside-express.js'

const DAYS = 30

export const benchLoad: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      const file = join(folder, 'games.db')
      const store = await STORES.engine(file)
      await fill(store, SIZE, DAYS)
      store.close()
      await benchBesideExpress(report, file, quick ? 1_600 : 6_000)
    },
    { inMemory: true },
  )
