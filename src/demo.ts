// The entry point of npm run demo: the service against the built-in simulator, on a temporary database with 30 days of
// history.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MINUTES, dayOf, isoOfDay, minuteOf, systemClock } from './domain/clock.js'
import { configOrExit, run } from './run.js'
import { startSimulator } from './simulator/simulator.js'
import { writeHistory } from './simulator/write-history.js'

const GAMES = 12
const HISTORY_DAYS = 30
const BAR = 30

const folder = mkdtempSync(join(tmpdir(), 'headcount-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const now = minuteOf(systemClock.now())
const simulator = await startSimulator({ port: 0, seed: 7, games: GAMES, newest: now - 20 * DAY_MINUTES })
const config = configOrExit({
  forced: { DATABASE_URL: `file:${join(folder, 'headcount.db')}`, PLATFORM_URL: simulator.url, DISCORD_TOKEN: '' },
  defaults: { LOG_LEVEL: 'warn' },
})

await run(config, async ({ services, store, url }) => {
  const account = await services.accounts.create({ name: 'Demo studio', plan: 'enterprise' })
  for (const { universeId } of simulator.world.games) {
    const { game } = await services.games.add(account, { universeId })
    await services.games.change(game, { isPublic: true })
  }
  const history = { from: now - HISTORY_DAYS * DAY_MINUTES, until: now, progress: showProgress }
  await writeHistory(store.series, simulator.world, history)
  process.stderr.write('\n')
  await services.sampleTick({ stop: new AbortController().signal })
  const { secret } = await services.keys.create(account, 'demo')
  const login = await services.loginLinks.create(account, 'owner')
  process.stdout.write(welcome(url, secret, login.secret))
})

function showProgress(part: number): void {
  const bar = '#'.repeat(Math.round(part * BAR)).padEnd(BAR, '.')
  process.stderr.write(`\rWriting ${HISTORY_DAYS} days of history [${bar}] ${Math.round(part * 100)} %`)
}

function welcome(url: string, key: string, login: string): string {
  const today = dayOf(now)
  const ask = (path: string, rest = ''): string => `  curl -s -H 'X-API-Key: ${key}' '${url}/api/v1${path}'${rest}\n`
  const days = `start_date=${isoOfDay(today - 7)}&end_date=${isoOfDay(today)}`
  return `
Headcount demo: ${GAMES} simulated games, ${HISTORY_DAYS} days of history, a new sample every minute.
API key, thrown away with the database when the demo ends: ${key}

Open in a browser:
  ${url}/
  ${url}/docs
  ${url}/sign-in/link?code=${login}
    (signs you in to the demo's account: once, within 15 minutes)

Paste into a terminal:
${ask('/rankings?limit=5')}${ask('/games/1/stats')}${ask(`/games/1/export?${days}&format=csv`, ' | head -5')}
Ctrl+C ends the demo.
`
}
