// `npm start` as a process: what it prints, and how it stops.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { type SimulatorHandle, startSimulator } from '../../src/simulator/simulator.js'
import { openStore } from '../../src/store/open-store.js'

let folder: string
let simulator: SimulatorHandle
let child: ChildProcess | undefined
let output = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-process-'))
  simulator = await startSimulator({ port: 0, seed: 1, games: 3, rateLimits: 'off' })
  output = ''
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

const databaseUrl = (): string => `file:${join(folder, 'headcount.db')}`

function launch(environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const program = new URL('../../dist/src/main.js', import.meta.url).pathname
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATABASE_URL: databaseUrl(),
    PLATFORM_URL: simulator.url,
    ...environment,
  }
  const started = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (data: Buffer) => (output += data.toString()))
  child = started
  return started
}

const untilPrinted = (text: string) => expect.poll(() => output, { timeout: 60_000 }).toContain(text)

async function exitOf(started: ChildProcess): Promise<unknown> {
  const [code] = await once(started, 'exit')
  return code
}

async function trackOne(): Promise<number> {
  const store = await openStore(databaseUrl(), { clock: systemClock })
  const account = await store.accounts.create({
    name: 'A',
    plan: 'enterprise',
    status: 'active',
    trialEndsAt: null,
    formerPlan: null,
    createdAt: 0,
  })
  const id = simulator.world.games[0]?.universeId ?? 0
  const universe = { id, name: 'G', rootPlaceId: 1, updatedAt: null, condition: 'shown' as const }
  await store.games.add({ accountId: account.id, universe, channelId: null, createdAt: Date.now(), maxGames: 10 })
  store.close()
  return id
}

describe('the service', () => {
  it('says with an account and no game that the bot is off and how to turn it on, and how to track a game', async () => {
    const store = await openStore(databaseUrl(), { clock: systemClock })
    const terms = { plan: 'free', status: 'active', trialEndsAt: null, formerPlan: null } as const
    await store.accounts.create({ name: 'A', ...terms, createdAt: 0 })
    store.close()
    launch()
    await untilPrinted('DISCORD_TOKEN')
    await untilPrinted('game add')
  })

  it('answers, then stops with exit code 0 on SIGTERM, however often it is asked [PROCESS-3]', async () => {
    const started = launch()
    await untilPrinted('serves at')
    const url = /http:\/\/[\d.:]+/.exec(output)?.[0] ?? ''
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready', bot: { state: 'off' } })
    const exit = exitOf(started)
    for (let time = 0; time < 5; time++) started.kill('SIGTERM')
    expect(await exit).toBe(0)
  })

  it('stores a gap "stopping" for what the platform has not answered yet [PROCESS-4]', async () => {
    const id = await trackOne()
    simulator.settings.intercept = () => ({ hang: true })
    const started = launch({ POLL_CRON: '* * * * * *' })
    const isTicking = () => simulator.requests.some(({ path }) => path === '/v1/games')
    await expect.poll(isTicking, { timeout: 60_000 }).toBe(true)
    const exit = exitOf(started)
    started.kill('SIGINT')
    expect(await exit).toBe(0)
    const store = await openStore(databaseUrl(), { clock: systemClock })
    expect(await store.series.gaps(id, 0, 2 ** 31 - 1)).toMatchObject([{ reason: 'stopping' }])
    store.close()
  })

  it('keeps sampling and serving while Discord cannot be reached [PROCESS-16]', async () => {
    const id = await trackOne()
    const started = launch({
      POLL_CRON: '* * * * * *',
      DISCORD_TOKEN: 'wrong',
      DISCORD_API_URL: 'http://127.0.0.1:9/api',
    })
    await untilPrinted('serves at')
    await untilPrinted('A tick was stored.')
    const url = /http:\/\/[\d.]+:\d{2,}/.exec(output)?.[0] ?? ''
    const { bot } = (await (await fetch(`${url}/readyz`)).json()) as { bot: { state: string } }
    expect(bot.state).not.toBe('ready')
    const exit = exitOf(started)
    started.kill('SIGTERM')
    await exit
    const store = await openStore(databaseUrl(), { clock: systemClock })
    expect((await store.series.latest([id])).size).toBe(1)
    store.close()
  })

  it.each([
    ['PORT', '99999', 'PORT takes a port'],
    ['POLL_CRON', 'now and then', 'POLL_CRON takes'],
    ['PLATFORM_URL', 'https://games.example.com', 'PLATFORM_URL takes'],
    ['DATABASE_URL', 'mysql://localhost/x', 'DATABASE_URL'],
    ['REMOVED_SAMPLES_MAX_MIB', '-1', 'REMOVED_SAMPLES_MAX_MIB takes a whole number of MiB'],
    ['POLLER_ADDRESSES', '203.0.113.7', 'POLLER_ADDRESSES: 203.0.113.7 is not an address of this machine'],
    ['ROLES', 'api', 'ROLES takes api,bot,poller with a SQLite file'],
    ['TRUST_PROXY', '?', 'TRUST_PROXY takes'],
    ['DISCORD_TOKEN_FILE', '/nowhere/at/all', 'DISCORD_TOKEN_FILE takes'],
  ])('stops with exit code 78 and one line where %s is %s', async (name, value, line) => {
    expect(await exitOf(launch({ [name]: value }))).toBe(78)
    expect(output).toContain(line)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  it('says plainly that its port is in use', async () => {
    launch()
    await untilPrinted('serves at')
    const port = /http:\/\/[\d.]+:(\d+)/.exec(output)?.[1] ?? ''
    const first = child
    output = ''
    expect(await exitOf(launch({ PORT: port, DATABASE_URL: `file:${join(folder, 'other.db')}` }))).toBe(1)
    expect(output).toMatch(/port \d+ .* is in use/)
    first?.kill('SIGKILL')
  })
})
