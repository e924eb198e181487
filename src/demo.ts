// npm run demo: the same process against the built-in simulator, on a throw-away database with 30 days of history.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MINUTES, MINUTE_MS, minuteOf, systemClock } from './domain/clock.js'
import { MEASURE_NAMES } from './domain/measures.js'
import { type Block, emptyBlock } from './domain/sample.js'
import { configOrExit, run } from './run.js'
import type { Service } from './service.js'
import { type SimulatorHandle, startSimulator } from './simulator/simulator.js'

const GAMES = 12
const HISTORY_DAYS = 30

const folder = mkdtempSync(join(tmpdir(), 'headcount-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const simulator = await startSimulator({ port: 0, seed: 7, games: GAMES })
const config = configOrExit({
  forced: { DATABASE_URL: `file:${join(folder, 'headcount.db')}`, PLATFORM_URL: simulator.url, DISCORD_TOKEN: '' },
  defaults: { LOG_LEVEL: 'warn' },
})

await run(config, async (service) => {
  const { operations } = service
  const account = await operations.accounts.create({ name: 'Demo studio', plan: 'enterprise' })
  const universes = simulator.world.games.map((game) => game.universeId)
  for (const universeId of universes) await operations.games.add(account, { universeId })
  await writeHistory(service, simulator, universes)
  await operations.sampleTick({ stop: new AbortController().signal })
  const { secret } = await operations.keys.create(account, 'demo')
  process.stdout.write(welcome(service.url, secret, universes[0] ?? 0))
})

/** Through the ordinary store, a day of one universe at a time, as an import does. */
async function writeHistory(service: Service, source: SimulatorHandle, universes: readonly number[]): Promise<void> {
  const until = minuteOf(systemClock.now())
  const total = universes.length * HISTORY_DAYS
  let done = 0
  for (let day = HISTORY_DAYS; day > 0; day--) {
    for (const universeId of universes) {
      await service.store.series.importBlock(dayOf(source, universeId, until - day * DAY_MINUTES))
      showProgress(++done / total)
    }
  }
  process.stderr.write('\n')
}

function dayOf(source: SimulatorHandle, universeId: number, from: number): Block {
  const block = emptyBlock(universeId, DAY_MINUTES)
  for (let row = 0; row < DAY_MINUTES; row++) {
    const stats = source.world.statsAt(universeId, from + row)
    block.minutes[row] = from + row
    for (const name of MEASURE_NAMES) block.columns[name][row] = stats[name]
  }
  return block
}

const BAR = 30

function showProgress(part: number): void {
  const filled = Math.round(part * BAR)
  const bar = '#'.repeat(filled).padEnd(BAR, '.')
  process.stderr.write(`\rWriting ${HISTORY_DAYS} days of history [${bar}] ${Math.round(part * 100)} %`)
}

function welcome(url: string, key: string, universeId: number): string {
  const today = new Date(systemClock.now()).toISOString().slice(0, 10)
  const weekAgo = new Date(systemClock.now() - 7 * DAY_MINUTES * MINUTE_MS).toISOString().slice(0, 10)
  const ask = (path: string): string => `  curl -s -H 'X-API-Key: ${key}' '${url}/api/v1${path}'\n`
  return `
Headcount demo: ${GAMES} simulated games, ${HISTORY_DAYS} days of history, a new sample every minute.
API key (this database is thrown away at the end): ${key}

Open in a browser:
  ${url}/
  ${url}/readyz

Paste into a terminal:
${ask('/games')}${ask('/games/1/stats')}${ask(`/games/${universeId}/export?start_date=${weekAgo}&end_date=${today}&format=csv`)}
Ctrl+C ends the demo.
`
}
