// Processes with a role each over one PostgreSQL server, a simulated Roblox and a simulated Discord. Their minutes last some
// seconds, and all compute the time from the same beginning.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { compose } from '../../../src/compose.js'
import { readConfig } from '../../../src/config.js'
import { MINUTE_MS, minuteOf } from '../../../src/domain/clock.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { program } from '../../support/cli/programs.js'
import { type DoubleOptions, startDiscordDouble } from '../../support/discord/double.js'
import { createDatabase } from '../../support/postgres/database.js'
import { type NetworkProxy, startProxy } from '../../support/postgres/proxy.js'
import { type RunningServer, startServer } from '../../support/postgres/server.js'
import { NOON } from '../../support/start-app.js'

export const EVENT_TIMEOUT_MS = 120_000
export const GUILD = '200000000000000001'
export const CHANNEL = '200000000000000010'
const SECRET_KEY = '5c'.repeat(32)
export const METRICS_TOKEN = 'a-token-of-the-operator'

export type ProcessRole = 'poller' | 'api' | 'bot'

export interface RoleProcess {
  readonly role: ProcessRole
  /** Between the process and the server. */
  readonly network: NetworkProxy
  /** Where it serves; undefined while it does not run. */
  url(): string | undefined
  pid(): number | undefined
  isRunning(): boolean
  output(): string
  /** Resolves once it serves. */
  start(): Promise<void>
  /** Resolves with the exit code once it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface SceneOptions {
  readonly games: number
  /** How long a minute lasts, in real milliseconds. */
  readonly minuteLastsMs: number
  /** On a server of its own, which the test may kill. */
  readonly ownServer?: boolean
  /** Of Discord; the servers of the account are those of this, and their first channels take turns as those of the games. */
  readonly discord?: Pick<DoubleOptions, 'guilds' | 'shards' | 'maxConcurrency'>
}

/** Commits survive the end of the server's processes, though not that of the machine. */
const SERVER_SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'shared_buffers=64MB']

export type RoleScene = Awaited<ReturnType<typeof openRoleScene>>

export async function openRoleScene({ games, minuteLastsMs, ownServer = false, discord: wish }: SceneOptions) {
  const server = ownServer ? await openServer() : undefined
  const database = await createDatabase('', server?.url)
  const began = Date.now()
  const passed = () => ((Date.now() - began) / minuteLastsMs) * MINUTE_MS
  const clock = { now: () => Math.floor(NOON + passed()), monotonic: () => Math.floor(passed()) }
  const simulator = await startSimulator({ port: 0, seed: 3, games, clock, rateLimits: 'off' })
  const guild = { id: GUILD, name: 'Studio', ownerId: '1', channels: [{ id: CHANNEL, name: 'news' }] }
  const { guilds = [guild] } = wish ?? {}
  const discord = await startDiscordDouble({ ...wish, guilds, now: clock.now })
  const composed = await compose(
    readConfig({ DATABASE_URL: database.url, SECRET_KEY, PLATFORM_URL: simulator.url }),
    clock,
  )
  const { services, store } = composed
  const ending: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const end of ending) await end()
    await composed.close()
    await Promise.all([simulator.close(), discord.close()])
    await database.drop().catch(() => undefined)
  })
  const account = await services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  for (const { id } of guilds) await services.guilds.link(account, id)
  const { secret: key } = await services.keys.create(account, 'test')
  const channels = guilds.map(({ channels: [first] }) => first?.id ?? CHANNEL)
  for (const [index, { universeId }] of simulator.world.games.entries())
    await services.games.add(account, { universeId }, channels[index % channels.length] ?? CHANNEL)
  const environment = {
    ...{ SECRET_KEY, METRICS_TOKEN, PLATFORM_URL: simulator.url, MARKET: 'off', DISCORD_API_URL: discord.apiUrl },
    ...{ BEGAN_AT: `${began}`, FIRST_MINUTE: `${minuteOf(NOON)}`, MINUTE_LASTS_MS: `${minuteLastsMs}` },
  }
  const launch = async (role: ProcessRole, port = 0): Promise<RoleProcess> => {
    const network = await startProxy(database.url)
    const token = role === 'bot' ? { DISCORD_TOKEN: discord.token } : {}
    const own = { ROLES: role, PORT: `${port}`, DATABASE_URL: network.url }
    const started = roleProcess(role, network, { ...environment, ...token, ...own })
    ending.push(async () => {
      if (started.isRunning()) await started.end('SIGKILL')
      await network.close()
    })
    await started.start()
    return started
  }
  const lastMinute = async () => (await store.series.cursor().catch(() => undefined))?.minute ?? 0
  /** Resolves once all shards have got so many ticks further. */
  const ticked = async (minutes: number): Promise<void> => {
    const from = await lastMinute()
    await expect.poll(lastMinute, { timeout: EVENT_TIMEOUT_MS, interval: 200 }).toBeGreaterThanOrEqual(from + minutes)
  }
  /** The first minute of which samples are stored, and the one after the last that is accounted for. */
  const span = async () => {
    const rows = await database.run('SELECT min(minute) AS from FROM head_row')
    return { from: Number(rows[0]?.from), until: (await lastMinute()) + 1 }
  }
  return { server, database, clock, simulator, discord, services, store, account, key, launch, ticked, span }
}

async function openServer(): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-pg-'))
  const server = await startServer(folder, SERVER_SETTINGS)
  onTestFinished(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return server
}

function roleProcess(
  role: ProcessRole,
  network: NetworkProxy,
  environment: Readonly<Record<string, string>>,
): RoleProcess {
  let child: ChildProcess | undefined
  let url: string | undefined
  let output = ''
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    role,
    network,
    url: () => (isRunning() ? url : undefined),
    pid: () => child?.pid,
    isRunning,
    output: () => output,
    start: async () => {
      url = undefined
      const began = output.length
      const started = spawn(process.execPath, [program('process/roles/role-process.ts')], { env: { ...environment } })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
      const served = () => /serves at (\S+)/.exec(output.slice(began))?.[1]
      await expect.poll(() => served() !== undefined || !isRunning(), { timeout: EVENT_TIMEOUT_MS }).toBe(true)
      url = served()
    },
    end: async (signal) => {
      if (child === undefined || !isRunning()) return child?.exitCode ?? null
      // Its connections end before this process hears that it did.
      url = undefined
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}
