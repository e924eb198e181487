// A process that ticks for an hour and a half, and is asked for everything's latest.
import { record } from '../../store/contract/support.js'
import { serve } from '../http/serve.js'
import { SampleGenerator } from './data.js'
import { END } from './stores.js'

const OPEN_MINUTES = 90

const [file = '', size = '0'] = process.argv.slice(2)
const { store } = await serve('engine', file)
const playerCounts = Array.from(
  { length: Number(size) },
  (_, index) => new SampleGenerator(index + 1, END - OPEN_MINUTES),
)
for (let minute = END - OPEN_MINUTES; minute < END; minute++)
  await record(store, minute, { samples: playerCounts.map((playerCount) => playerCount.sample()) })
await store.series.latest(playerCounts.map(({ universeId }) => universeId))
globalThis.gc?.()
process.send?.({ rss: process.memoryUsage().rss })
