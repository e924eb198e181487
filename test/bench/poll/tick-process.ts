// A process that does nothing but tick, on a clock that it is given: its memory is that of sampling alone.
import { readFileSync } from 'node:fs'
import { compose } from '../../../src/compose.js'
import { readConfig } from '../../../src/config.js'
import { TurnClock } from '../turn-clock.js'

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
const turns = new TurnClock()
let isMeasuringTurns = false
process.on('message', async (time: number) => {
  now = time
  // Looking at the clock in each turn costs time itself, so it is done in every other tick.
  isMeasuringTurns = !isMeasuringTurns
  if (isMeasuringTurns) turns.start()
  const started = performance.now()
  const before = process.cpuUsage()
  const { sampled, gaps } = await services.sampleTick({ stop: new AbortController().signal })
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  const measured = isMeasuringTurns ? { longestTurnMs: turns.stop() } : { ms, cpuMs: (user + system) / 1_000 }
  globalThis.gc?.()
  process.send?.({ ...measured, sampled, gaps: gaps.length, rss: process.memoryUsage().rss })
})
