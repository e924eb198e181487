// The whole service while the wall clock is set: timers of the process follow the monotonic clock.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { startSimulator } from '../../src/simulator/simulator.js'

const HOUR_MS = 3_600_000
const MAIN = new URL('../../dist/src/main.js', import.meta.url).pathname
const PRELOAD = new URL('../support/cli/shifted-clock.mjs', import.meta.url).href

it('goes on sampling at once when a clock that was an hour ahead is set back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-clock-'))
  const simulator = await startSimulator({ port: 0, seed: 1, games: 3, rateLimits: 'off' })
  onTestFinished(async () => {
    await simulator.close()
    await rm(folder, { recursive: true, force: true })
  })
  const given = { DATABASE_URL: `file:${join(folder, 'headcount.db')}`, PLATFORM_URL: simulator.url, PORT: '0' }
  const { services, close } = await compose(readConfig(given))
  const account = await services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  await services.games.add(account, { universeId: simulator.world.games[0]?.universeId ?? 0 })
  await close()
  const env = { ...given, POLL_CRON: '* * * * * *', CLOCK_OFFSET_MS: `${HOUR_MS}` }
  const child = spawn(process.execPath, ['--import', PRELOAD, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('"reasons":{"clock":1}')
  child.send(0)
  await expect.poll(() => output, { timeout: 60_000 }).toContain('A tick was stored.')
})
