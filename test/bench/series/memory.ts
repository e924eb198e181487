// How much memory the service takes with all its universes' open minutes in sight, and, as operators start it, after what
// accounts ask day by day.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type CompositionRoot, compose } from '../../../src/compose.js'
import { dayOf, isoOfDay, minuteOf } from '../../../src/domain/clock.js'
import { type Benchmark, count, inFolder, MIB, startHelper } from '../bench.js'
import { configOf } from '../commands-past.js'
import { Client } from '../http/client.js'
import type { Report } from '../report.js'
import { answersOk, freePort } from '../started-service.js'
import { fill } from './stores.js'

const MAIN = join(import.meta.dirname, '..', '..', '..', 'dist', 'src', 'main.js')
const ready = z.object({ rss: z.number() })
const platform = z.object({ url: z.string() })
const GOALS = [
  { universes: 1_000, goal: 256 },
  { universes: 10_000, goal: 400 },
]
const QUERIED = { universes: 1_000, days: 30, goal: 256 }
/** As many as an enterprise account has at most (PLANS-1). */
const GAMES_EACH = 500

export const benchMemory: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      for (const { universes, goal } of GOALS) {
        const file = join(folder, `${universes}.db`)
        const helper = await startHelper('series/memory-process.ts', file, `${universes}`)
        await helper.stop()
        const figure = `resident memory with ${count(universes)} universes and 90 open minutes`
        report.add({ figure, value: ready.parse(helper.ready).rss / MIB, unit: 'MiB', goal })
      }
      await addQueried(report, join(folder, 'queried.db'), quick ? 100 : QUERIED.universes)
    },
    { inMemory: true },
  )

async function addQueried(report: Report, file: string, universes: number): Promise<void> {
  const { days, goal } = QUERIED
  const databaseUrl = `file:${file}`
  const past = await compose(configOf(databaseUrl))
  await fill(past.store, universes, days, { until: minuteOf(Date.now()) })
  const accounts = await addAccounts(past, universes)
  await past.close()
  const double = await startHelper('poll/double-process.ts')
  const port = await freePort()
  const service = startService({ databaseUrl, port, platformUrl: platform.parse(double.ready).url })
  try {
    await answersOk(`http://127.0.0.1:${port}/readyz`)
    const after = `resident memory of the service with ${count(universes)} universes × ${days} days`
    report.add({ figure: `${after} after its start`, value: residentMib(service), unit: 'MiB', goal })
    for (const account of accounts) await askAll(port, account)
    const queries = 'after lists, rankings, summaries, series and exports'
    report.add({ figure: `${after} ${queries}`, value: residentMib(service), unit: 'MiB', goal })
  } finally {
    await stop(service)
    await double.stop()
  }
}

interface AccountOfBench {
  readonly secret: string
  readonly gameId: number
}

/** Accounts with a key each, whose games are all the universes. */
async function addAccounts(
  { store, services }: CompositionRoot,
  universes: number,
): Promise<readonly AccountOfBench[]> {
  const accounts: AccountOfBench[] = []
  for (let first = 1; first <= universes; first += GAMES_EACH) {
    const account = await services.accounts.create({ name: `Bench ${first}`, plan: 'enterprise' })
    const draft = { accountId: account.id, channelId: null, createdAt: Date.now(), maxGames: GAMES_EACH }
    for (let id = first; id < first + GAMES_EACH && id <= universes; id++) {
      const universe = { id, name: `Universe ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
      await store.games.add({ ...draft, universe })
    }
    const { secret } = await services.keys.create(account, 'bench')
    const [game] = await store.games.ofAccount(account.id)
    if (game === undefined) throw new Error('The account of the bench has no game.')
    accounts.push({ secret, gameId: game.id })
  }
  return accounts
}

interface LaunchOptions {
  readonly databaseUrl: string
  readonly port: number
  readonly platformUrl: string
}

/** The program that `npm start` runs. */
const startService = ({ databaseUrl, port, platformUrl }: LaunchOptions): ChildProcess =>
  spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: `${port}`,
      PLATFORM_URL: platformUrl,
      LOG_LEVEL: 'warn',
      // As `npm start`, the container and the unit of systemd set it.
      MALLOC_ARENA_MAX: '2',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

async function stop(service: ChildProcess): Promise<void> {
  const ended = once(service, 'exit')
  service.kill()
  await ended
}

async function askAll(port: number, { secret, gameId }: AccountOfBench): Promise<void> {
  const client = await Client.open(port, secret)
  const today = dayOf(minuteOf(Date.now()))
  const dates = `start_date=${isoOfDay(today - 29)}&end_date=${isoOfDay(today)}`
  const game = `/games/${gameId}`
  const lists = ['/games', '/games/stats', '/rankings', '/rankings?by=change', '/games/summary']
  const details = [
    `${game}/summary`,
    `${game}/series?interval=1m&last=1d`,
    `${game}/series?interval=1h&last=30d`,
    `${game}/export?${dates}&format=csv`,
    `${game}/export?${dates}&format=json`,
  ]
  for (const path of [...lists, ...details]) await client.ask(path)
  client.close()
}

/** As Linux counts it. */
function residentMib({ pid }: ChildProcess): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}
