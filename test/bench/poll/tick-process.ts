// A process that does nothing but tick, on a clock that it is given: its memory is that of sampling alone.
import { readFileSync } from 'node:fs'
import { compose } from '../../../src/compose.js'
import { readConfig } from '../../../src/config.js'

/** As many as an enterprise account has at most (PLANS-1). */
const GAMES_EACH = 500

const [databaseUrl = '', platformUrl = '', list = ''] = process.argv.slice(2)
const universeIds = readFileSync(list, 'utf8').split(',').map(Number)
let now = Date.now()
const config = readConfig({ DATABASE_URL: databaseUrl, PLATFORM_URL: platformUrl, LOG_LEVEL: 'silent' })
const { services, store } = await compose(config, { now: () => now, monotonic: () => now })
for (let start = 0; start < universeIds.length; start += GAMES_EACH) {
  const account = await services.accounts.create({ name: `Bench ${start}.`, plan: 'enterprise' })
  const draft = { accountId: account.id, channelId: null, createdAt: now, maxGames: GAMES_EACH }
  for (const id of universeIds.slice(start, start + GAMES_EACH)) {
    const universe = { id, name: '', rootPlaceId: 1, updatedAt: null, condition: 'shown' as const }
    await store.games.add({ ...draft, universe })
  }
}
process.send?.({ ready: true })
process.on('message', async (time: number) => {
  now = time
  const started = performance.now()
  const { sampled, gaps } = await services.sampleTick({ stop: new AbortController().signal })
  const ms = performance.now() - started
  globalThis.gc?.()
  process.send?.({ ms, sampled, gaps: gaps.length, rss: process.memoryUsage().rss })
})
