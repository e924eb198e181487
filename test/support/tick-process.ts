// A child process for the crash tests: runs ticks as fast as it can on its own clock, and prints each stored tick.
// Arguments: the address of the database, the first minute, the number of games.
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { startSimulator } from '../../src/simulator/simulator.js'

const [databaseUrl = '', firstMinute, games] = process.argv.slice(2)
let time = Number(firstMinute) * 60_000
const clock = { now: () => time, monotonic: () => time }
const simulator = await startSimulator({ port: 0, seed: 3, games: Number(games), clock, rateLimits: 'off' })
const config = readConfig({ DATABASE_URL: databaseUrl, PLATFORM_URL: simulator.url })
const { services, store } = await compose(config, clock)
if ((await store.accounts.list()).length === 0) {
  const account = await services.accounts.create({ name: 'Crash', plan: 'enterprise' })
  for (const game of simulator.world.games) await services.games.add(account, { universeId: game.universeId })
}
const stop = new AbortController().signal
for (;;) {
  const { minute, sampled } = await services.sampleTick({ stop })
  process.stdout.write(`${minute} ${sampled}\n`)
  time += 60_000
}
