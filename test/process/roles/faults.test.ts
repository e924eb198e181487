// Processes with one role each over one PostgreSQL database: whatever ends one of them, or keeps it from the database, every due
// sample is stored once or lies in a gap with its reason.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { compose } from '../../../src/compose.js'
import { readConfig } from '../../../src/config.js'
import { MINUTE_MS, minuteOf } from '../../../src/domain/clock.js'
import { countMinutes } from '../../../src/drill/count-minutes.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { program } from '../../support/cli/programs.js'
import { createDatabase } from '../../support/postgres/database.js'
import { startProxy } from '../../support/postgres/proxy.js'
import { NOON } from '../../support/start-app.js'

const MINUTE_LASTS_MS = 3_000
const EVENT_TIMEOUT_MS = 120_000
const GAMES = 8

interface RoleProcess {
  readonly child: ChildProcess
  readonly url: string
  end(signal: NodeJS.Signals): Promise<void>
}

async function openScene() {
  const database = await createDatabase()
  const began = Date.now()
  const passed = () => ((Date.now() - began) / MINUTE_LASTS_MS) * MINUTE_MS
  const clock = { now: () => Math.floor(NOON + passed()), monotonic: () => Math.floor(passed()) }
  const simulator = await startSimulator({ port: 0, seed: 3, games: GAMES, clock, rateLimits: 'off' })
  const composed = await compose(readConfig({ DATABASE_URL: database.url, PLATFORM_URL: simulator.url }), clock)
  const { services, store } = composed
  onTestFinished(async () => {
    await composed.close()
    await simulator.close()
    await database.drop()
  })
  const account = await services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  for (const { universeId } of simulator.world.games) await services.games.add(account, { universeId })
  const start = (role: string, databaseUrl: string) =>
    startRole({
      ...{ ROLES: role, DATABASE_URL: databaseUrl, PLATFORM_URL: simulator.url, PORT: '0', MARKET: 'off' },
      ...{ BEGAN_AT: `${began}`, FIRST_MINUTE: `${minuteOf(NOON)}`, MINUTE_LASTS_MS: `${MINUTE_LASTS_MS}` },
    })
  const lastMinute = async () => (await store.series.cursor())?.minute ?? 0
  /** Resolves once all shards have got so many ticks further. */
  const ticked = async (minutes: number): Promise<void> => {
    const from = await lastMinute()
    await expect.poll(lastMinute, { timeout: EVENT_TIMEOUT_MS, interval: 200 }).toBeGreaterThanOrEqual(from + minutes)
  }
  return { database, store, start, ticked }
}

async function startRole(environment: Readonly<Record<string, string>>): Promise<RoleProcess> {
  const child = spawn(process.execPath, [program('process/roles/role-process.ts')], { env: environment })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  await expect.poll(() => output, { timeout: EVENT_TIMEOUT_MS }).toContain('serves at')
  return {
    child,
    url: /serves at (\S+)/.exec(output)?.[1] ?? '',
    end: async (signal) => {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

it(
  'account for every due sample, whichever is killed, cut off or stopped [PROCESS-44]',
  async () => {
    const { database, store, start, ticked } = await openScene()
    const proxy = await startProxy(database.url)
    onTestFinished(() => proxy.close())
    const [first, second, api] = await Promise.all([
      start('poller', database.url),
      start('poller', proxy.url),
      start('api', database.url),
    ])
    await ticked(2)
    const ready = await (await fetch(`${api.url}/readyz`)).json()
    expect(ready).toMatchObject({ status: 'ready', poller: { state: 'off' }, sharedWork: { unheldShards: 0 } })

    await first.end('SIGKILL')
    await ticked(3)
    const third = await start('poller', database.url)
    proxy.swallow()
    await ticked(4)
    proxy.restore()
    await ticked(2)
    await third.end('SIGTERM')
    await ticked(3)
    await second.end('SIGTERM')
    await api.end('SIGTERM')

    const rows = await database.run('SELECT min(minute) AS from, max(minute) AS until FROM head_row')
    const span = { from: Number(rows[0]?.from), until: ((await store.series.cursor())?.minute ?? 0) + 1 }
    const minutes = await countMinutes(store, span)
    for (const { minute, due, stored, gaps } of minutes)
      expect([minute, due]).toEqual([minute, stored + gaps.reduce((sum, [, count]) => sum + count, 0)])
    // The games were added one after the other, so that the first ones may be due a minute earlier than the last.
    const whole = minutes.slice(minutes.findIndex(({ due }) => due === GAMES))
    expect(whole.length).toBeGreaterThanOrEqual(span.until - span.from - 2)
    expect(whole.map(({ due }) => due)).toEqual(whole.map(() => GAMES))
    expect(minutes.filter(({ stored }) => stored === GAMES).length).toBeGreaterThan(5)
  },
  5 * EVENT_TIMEOUT_MS,
)
