// The first answer of `npm start` in the moment in which it is ready (PROCESS-15), beside those some seconds later, asked as seldom.
// The platform is a process of its own: in this one, what it answers to the first tick would count as time of the service.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { DAY_MINUTES, dayOf, minuteOf } from '../../../src/domain/clock.js'
import { startHelper } from '../bench.js'
import { quantile, timed, times } from '../measure.js'
import type { Report } from '../report.js'
import { fill, STORES } from '../series/stores.js'
import { answersOk, freePort, ROOT, stop } from '../started-service.js'
import { SIZE } from './beside-express.js'
import { Client } from './client.js'
import { listening } from './figures.js'

const DAYS = 30
const PATHS = ['/games/1/stats', '/rankings?limit=100', '/games/summary', '/games/1/series?interval=1m&last=1d']
const STARTS = 5
/** By then what else a start does has ended. */
const SETTLING_MS = 5_000
const LATER_REQUESTS = 50
const PAUSE_MS = 20
const MAX_RATIO = 2
/** So many compile the client's own code: what that takes is no time of the service. */
const CLIENT_REQUESTS = 5_000
const platformReady = z.object({ url: z.string() })

export async function addFirstWhenReady(report: Report, folder: string): Promise<void> {
  const file = join(folder, 'games.db')
  const store = await STORES.engine(file)
  // Up to the last midnight, because what is requested first is what happened lately.
  await fill(store, SIZE, DAYS, { until: dayOf(minuteOf(Date.now())) * DAY_MINUTES })
  store.close()
  // Adds the account with its games and its key.
  const helper = await startHelper('http/serve-process.ts', 'engine', file, `${SIZE}`)
  const { key, port } = listening.parse(helper.ready)
  await warmClient(port, key)
  await helper.stop()
  const platform = await startHelper('poll/double-process.ts')
  const { url } = platformReady.parse(platform.ready)
  const environment = { ...process.env, DATABASE_URL: `file:${file}`, PLATFORM_URL: url }
  try {
    for (const path of PATHS) {
      const starts: { readonly first: number; readonly later: number }[] = []
      for (let start = 0; start < STARTS; start++) starts.push(await oneStart(environment, key, path))
      const of = `${SIZE} games: first ${path} when ready`
      report.add({
        figure: of,
        value: quantile(
          starts.map(({ first }) => first),
          0.5,
        ),
        unit: 'ms',
      })
      const ratio = quantile(
        starts.map(({ first, later }) => first / later),
        0.5,
      )
      report.add({ figure: `${of}, beside later ones`, value: ratio, unit: 'times', bounds: [0, MAX_RATIO] })
    }
  } finally {
    await platform.stop()
  }
}

/** A list: the samples of the games are later than the clock of this service, so a game has none yet. */
async function warmClient(port: number, key: string): Promise<void> {
  const client = await Client.open(port, key)
  await times(CLIENT_REQUESTS, () => client.ask('/games'))
  client.close()
}

async function oneStart(environment: NodeJS.ProcessEnv, key: string, path: string) {
  const port = await freePort()
  const env = { ...environment, PORT: String(port) }
  const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore', detached: true })
  try {
    await answersOk(`http://127.0.0.1:${port}/readyz`)
    const client = await Client.open(port, key)
    const first = await timed(() => client.ask(path))
    client.close()
    await sleep(SETTLING_MS)
    const again = await Client.open(port, key)
    const later: number[] = []
    for (let time = 0; time < LATER_REQUESTS; time++) {
      await sleep(PAUSE_MS)
      later.push(await timed(() => again.ask(path)))
    }
    again.close()
    return { first, later: quantile(later, 0.5) }
  } finally {
    await stop(child)
  }
}
