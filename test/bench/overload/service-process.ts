// The whole service with real ticks, for the bench of overload. Arguments: the file of the database, the platform's address, the
// token and address of Discord, the number of universes, days of the past, and `quick` or nothing.
// Says its port and the keys of all accounts; when asked, what its ticks and its memory were since the last question.
import { compose } from '../../../src/compose.js'
import { readConfig } from '../../../src/config.js'
import { DAY_MINUTES, MINUTE_MS, minuteOf, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { PlanName } from '../../../src/domain/plan.js'
import { openLog } from '../../../src/log.js'
import { startService } from '../../../src/service.js'
import { split } from '../../../src/store/sqlite/series/blocks.js'
import { SampleGenerator } from '../series/data.js'

const [file = '', PLATFORM_URL = '', DISCORD_TOKEN = '', DISCORD_API_URL = '', size = '', days = ''] =
  process.argv.slice(2)
const UNIVERSES = Number(size)
/** As many as an enterprise account has at most (PLANS-1). */
const ENTERPRISE_GAMES = 500
const PREMIUM_GAMES = 5
const ACCOUNTS = 200
/** So many universes have a long past, for exports. */
const EXPORTED_UNIVERSES = 20
const GUILD = '200000000000000001'

const config = readConfig({
  DATABASE_URL: `file:${file}`,
  ...{ PLATFORM_URL, DISCORD_TOKEN, DISCORD_API_URL, MARKET: 'off', PORT: '0', LOG_LEVEL: 'silent' },
})

async function seed(): Promise<string[]> {
  const { store, services, close } = await compose(config)
  const now = Date.now()
  const keys: string[] = []
  const enterprises = Math.ceil(UNIVERSES / ENTERPRISE_GAMES)
  for (let index = 0; index < ACCOUNTS; index++) {
    const plan: PlanName = index < enterprises ? 'enterprise' : 'premium'
    const account = await services.accounts.create({ name: `Studio ${index}`, plan })
    if (index === 0) await services.guilds.link(account, GUILD)
    const first = plan === 'enterprise' ? index * ENTERPRISE_GAMES : (index * PREMIUM_GAMES) % UNIVERSES
    const count = Math.min(plan === 'enterprise' ? ENTERPRISE_GAMES : PREMIUM_GAMES, UNIVERSES - first)
    for (let id = first + 1; id <= first + count; id++) {
      const universe = { id, name: `Game ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
      await store.games.add({ accountId: account.id, universe, channelId: null, createdAt: now, maxGames: count })
    }
    keys.push((await services.keys.create(account, 'bench')).secret)
  }
  for (let id = 1; id <= UNIVERSES; id++) {
    const minutes = id <= EXPORTED_UNIVERSES ? Number(days) * DAY_MINUTES : DAY_MINUTES
    const whole = new SampleGenerator(id, minuteOf(now) - minutes).block(minutes)
    for (const block of split(whole, WEEK_MINUTES)) await store.series.importBlock(block)
  }
  await close()
  return keys
}

const keys = await seed()
const service = await startService(config, openLog('silent'))
let [ticks, latestMs, samples, gaps] = [0, 0, 0, 0]
service.services.events.subscribe((event) => {
  if (event.type !== 'tick recorded') return
  ticks++
  samples += event.tick.samples.length
  gaps += event.tick.gaps.length
  latestMs = Math.max(latestMs, Date.now() - event.tick.minute * MINUTE_MS)
})
process.send?.({ port: Number(new URL(service.url).port), keys })
process.on('message', () => {
  process.send?.({ ticks, latestMs, samples, gaps, rss: process.memoryUsage().rss })
  ;[ticks, latestMs, samples, gaps] = [0, 0, 0, 0]
})
