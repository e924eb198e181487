// The whole service with real ticks, for the bench of overload. Arguments: the file of the database, the platform's address, the
// token and address of Discord, the number of universes, days of the past.
// Says its port and all accounts; when asked, what its ticks were and the median of its memory since the last question.
import { EventEmitter, once } from 'node:events'
import { compose } from '../../../src/compose.js'
import { readConfig } from '../../../src/config.js'
import { DAY_MINUTES, MINUTE_MS, minuteOf, SECOND_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { PlanName } from '../../../src/domain/plan.js'
import { openLog } from '../../../src/log.js'
import { collectGarbageEarlier } from '../../../src/run.js'
import { split } from '../../../src/series/blocks.js'
import { startService } from '../../../src/service.js'
import { quantile } from '../measure.js'
import { SampleGenerator } from '../series/data.js'
import { type ClientAccount, EXPORTS_OF_ACCOUNT } from './messages.js'

const [file = '', PLATFORM_URL = '', DISCORD_TOKEN = '', DISCORD_API_URL = '', size = '', days = ''] =
  process.argv.slice(2)
const UNIVERSES = Number(size)
/** As many as an enterprise account has at most (PLANS-1). */
const ENTERPRISE_GAMES = 500
const PREMIUM_GAMES = 5
const ACCOUNTS = 200
/** The first games of so many accounts have a long past, for exports. */
const EXPORTING_ACCOUNTS = 5
const GUILD = '200000000000000001'
/** The line of the log after which the ten minutes begin: a service that has just started reads four weeks of each game. */
const LOADED = 'Loaded the data that accounts with an API key request first.'
const LOAD_TIMEOUT_MS = 10 * 60_000

const config = readConfig({
  DATABASE_URL: `file:${file}`,
  ...{ PLATFORM_URL, DISCORD_TOKEN, DISCORD_API_URL, MARKET: 'off', PORT: '0', LOG_LEVEL: 'silent' },
})

async function seed(): Promise<ClientAccount[]> {
  const { store, services, close } = await compose(config)
  const now = Date.now()
  const clients: ClientAccount[] = []
  const exported = new Set<number>()
  const enterprises = Math.ceil(UNIVERSES / ENTERPRISE_GAMES)
  for (let index = 0; index < ACCOUNTS; index++) {
    const plan: PlanName = index < enterprises ? 'enterprise' : 'premium'
    const account = await services.accounts.create({ name: `Studio ${index}`, plan })
    if (index === 0) await services.guilds.link(account, GUILD)
    const first = plan === 'enterprise' ? index * ENTERPRISE_GAMES : (index * PREMIUM_GAMES) % UNIVERSES
    const count = Math.min(plan === 'enterprise' ? ENTERPRISE_GAMES : PREMIUM_GAMES, UNIVERSES - first)
    const ids: number[] = []
    for (let id = first + 1; id <= first + count; id++) {
      const universe = { id, name: `Game ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
      const draft = { accountId: account.id, universe, channelId: null, createdAt: now, maxGames: count }
      const added = await store.games.add(draft)
      if (added.outcome === 'full') throw new Error('The account has no room for its games.')
      ids.push(added.game.id)
      if (index < EXPORTING_ACCOUNTS && ids.length <= EXPORTS_OF_ACCOUNT) exported.add(id)
    }
    const { secret } = await services.keys.create(account, 'bench')
    clients.push({ key: secret, requestsPerMinute: config.plans[plan].requestsPerMinute ?? 1, ids })
  }
  for (let id = 1; id <= UNIVERSES; id++) {
    const minutes = exported.has(id) ? Number(days) * DAY_MINUTES : DAY_MINUTES
    const whole = new SampleGenerator(id, minuteOf(now) - minutes).block(minutes)
    for (const block of split(whole, WEEK_MINUTES))
      await store.series.importBlock(block, undefined, 'with the next write')
  }
  await close()
  return clients
}

// As the built program does.
collectGarbageEarlier()
const accounts = await seed()
const loaded = new EventEmitter<{ loaded: [] }>()
const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS)
const isLoaded = once(loaded, 'loaded', { signal })
const log = openLog('info', { write: (line) => line.includes(LOADED) && loaded.emit('loaded') })
const service = await startService(config, log)
/** The first tick stores the minutes in which the past was written and no service ran, as gaps. */
const hasTicked = new Promise<void>((resolve, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  service.services.events.subscribe((event) => event.type === 'tick recorded' && resolve())
})
await Promise.all([isLoaded, hasTicked])
/** Of each second: the memory of a moment depends on when what is no longer used was last collected. */
const memory: number[] = []
setInterval(() => memory.push(process.memoryUsage.rss()), SECOND_MS).unref()
let [ticks, latestMs, samples, gaps] = [0, 0, 0, 0]
service.services.events.subscribe((event) => {
  if (event.type !== 'tick recorded') return
  ticks++
  samples += event.tick.samples.length
  gaps += event.tick.gaps.length
  latestMs = Math.max(latestMs, Date.now() - event.tick.minute * MINUTE_MS)
})
process.send?.({ port: Number(new URL(service.url).port), accounts })
process.on('message', () => {
  process.send?.({ ticks, latestMs, samples, gaps, rss: quantile(memory, 0.5) })
  ;[ticks, latestMs, samples, gaps] = [0, 0, 0, 0]
  memory.length = 0
})
