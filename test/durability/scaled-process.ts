// A process that ticks on a clock of its own, in which a minute takes 50 ms, and prints each stored tick. Arguments: the
// file of the database, the first minute, the number of games.
import { setTimeout as sleep } from 'node:timers/promises'
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { MINUTE_MS, minuteOf } from '../../src/domain/clock.js'
import { operatorErrorText } from '../../src/messages/error-text.js'
import { startSimulator } from '../../src/simulator/simulator.js'

const REAL_MINUTE_MS = 50

async function tickForever(file: string, firstMinute: number, games: number): Promise<never> {
  const began = performance.now()
  const passed = (): number => ((performance.now() - began) / REAL_MINUTE_MS) * MINUTE_MS
  const clock = { now: () => Math.floor(firstMinute * MINUTE_MS + passed()), monotonic: () => Math.floor(passed()) }
  const simulator = await startSimulator({ port: 0, seed: 3, games, clock, rateLimits: 'off' })
  const { services, store } = await compose(
    readConfig({ DATABASE_URL: `file:${file}`, PLATFORM_URL: simulator.url }),
    clock,
  )
  if ((await store.accounts.list()).length === 0) {
    const account = await services.accounts.create({ name: 'Studio', plan: 'enterprise' })
    for (const { universeId } of simulator.world.games) await services.games.add(account, { universeId })
  }
  const stop = new AbortController().signal
  for (let last = 0; ; await sleep(1)) {
    if (minuteOf(clock.now()) === last) continue
    const { minute, sampled } = await services.sampleTick({ stop })
    last = minute
    process.stdout.write(`${minute} ${sampled}\n`)
  }
}

const [file, firstMinute, games] = process.argv.slice(2)
if (file !== undefined && games !== undefined)
  await tickForever(file, Number(firstMinute), Number(games)).catch((error: unknown) => {
    process.stderr.write(operatorErrorText(error))
    process.exit(1)
  })
