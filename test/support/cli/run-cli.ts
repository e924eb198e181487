// Runs the command line on a temporary database and against the simulator, in this process or, built, as a process.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { callerLog, startCommandServer } from '../../../src/command-server.js'
import { type CompositionRoot, compose } from '../../../src/compose.js'
import { type Config, publicOrigin, readConfig } from '../../../src/config.js'
import type { PlanName } from '../../../src/domain/plan.js'
import { type SimulatorHandle, startSimulator } from '../../../src/simulator/simulator.js'
import { newDatabase } from '../store/new-database.js'
import { runInProcess } from './cli-in-process.js'

const CLI = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli', 'main.js')

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliProcess {
  readonly process: ChildProcess
  readonly ended: Promise<CliResult>
  /** Resolves with the first text on standard output. */
  readonly firstOutput: Promise<string>
}

export interface CliTestBench {
  readonly simulator: SimulatorHandle
  readonly folder: string
  /** The simulated universes, the largest first. */
  universe(index: number): number
  /** Starts a process, for tests of the process itself. */
  start(args: readonly string[], environment?: Readonly<Record<string, string>>): CliProcess
  /** Runs a command in this process. */
  run(...args: readonly string[]): Promise<CliResult>
  /** Runs a command in this process, with further environment variables. */
  runWith(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<CliResult>
  /** Runs a command with `--json`; expects exit code 0, one document of that shape, and no other output. */
  json<Schema extends z.ZodType>(shape: Schema, ...args: readonly string[]): Promise<z.infer<Schema>>
  /** Runs a command; expects exit code 1 or `code`, one line on standard error, which it returns, and no standard output. */
  rejection(args: readonly string[], code?: number): Promise<string>
  file(name: string, text: string): Promise<string>
  /** Opens the same database as a running service does in this process; the command line then uses its socket. */
  beside(): Promise<CompositionRoot>
  /** Stops what `beside` started. */
  leave(): Promise<void>
  /** Creates an account that tracks the first `games` simulated universes. */
  account(name: string, plan: PlanName, games?: number): Promise<void>
}

/** The test bench is closed after the test that opens it. */
/** A studio whose games have these values and one sample each. */
export async function openBenchWithSamples(
  games: readonly Parameters<SimulatorHandle['set']>[1][],
): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', games.length)
  for (const [index, values] of games.entries()) bench.simulator.set(bench.universe(index), values)
  expect(await bench.run('poll', 'once')).toMatchObject({ code: 0 })
  return bench
}

export async function openBench(): Promise<CliTestBench> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-cli-'))
  const simulator = await startSimulator({ port: 0, seed: 1, games: 12, rateLimits: 'off' })
  let opened: { readonly composed: CompositionRoot; readonly commands: { stop(): Promise<void> } } | undefined
  const leave = async (): Promise<void> => {
    const ending = opened
    opened = undefined
    await ending?.commands.stop()
    await ending?.composed.close()
  }
  onTestFinished(async () => {
    await leave()
    await simulator.close()
    await rm(folder, { recursive: true, force: true })
  })
  const file = join(folder, 'headcount.db')
  const baseEnvironment = { DATABASE_URL: `file:${file}`, PLATFORM_URL: simulator.url }
  const start: CliTestBench['start'] = (args, environment) =>
    startCli(args, folder, { ...baseEnvironment, ...environment })
  const beside = async (): Promise<CompositionRoot> => {
    if (opened !== undefined) return opened.composed
    await newDatabase(file)
    opened = await openBeside(readConfig(baseEnvironment))
    return opened.composed
  }
  const run: CliTestBench['run'] = (...args) => runInProcess(args, folder, baseEnvironment)
  return {
    simulator,
    folder,
    universe: (index) => simulator.world.games[index]?.universeId ?? 0,
    start,
    run,
    runWith: (environment, ...args) => runInProcess(args, folder, { ...baseEnvironment, ...environment }),
    json: async (shape, ...args) => documentOf(shape, await run(...args, '--json')),
    rejection: async (args, code = 1) => rejectionOf(await run(...args), code),
    file: async (name, text) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    },
    beside,
    leave,
    account: async (name, plan, games = 0) => {
      const { services } = await beside()
      const account = await services.accounts.create({ name, plan })
      const firstGames = simulator.world.games.slice(0, games)
      for (const { universeId } of firstGames) await services.games.add(account, { universeId })
    },
  }
}

async function openBeside(config: Config) {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const composed = await compose(config, undefined, callerLog(log))
  return {
    composed,
    commands: await startCommandServer({ config, composed, log, origin: publicOrigin(config) }),
  }
}

export function documentOf<Schema extends z.ZodType>(shape: Schema, ended: CliResult): z.infer<Schema> {
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(ended.stdout).toMatch(/^[^\n]+\n$/)
  return shape.parse(JSON.parse(ended.stdout))
}

export function rejectionOf(ended: CliResult, code: number): string {
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toMatch(/^error: [^\n]+\n$/)
  return ended.stderr
}

function startCli(args: readonly string[], folder: string, environment: Readonly<Record<string, string>>): CliProcess {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: folder, env: environment })
  let stdout = ''
  let stderr = ''
  const spoke = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      resolve(stdout)
    })
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = new Promise<CliResult>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
  return { process: child, firstOutput: spoke, ended }
}

export const timestamp = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

/** The Game as in the API (API-15). */
export const gameShape = z.strictObject({
  id: z.int(),
  platform_id: z.string(),
  roblox_id: z.string(),
  name: z.string(),
  channel_id: z.string().nullable(),
  is_active: z.boolean(),
  created_at: timestamp,
})

/** Creates an account and closes the database again, so that no process has it open. */
export async function openAccount(bench: CliTestBench, name: string): Promise<void> {
  expect(await bench.run('account', 'create', '--name', name, '--plan', 'enterprise')).toMatchObject({ code: 0 })
}
