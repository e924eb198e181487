// What a new user waits for: warm starts of the service by `npm start`, the command line beside it and alone, and the
// size of the installed packages without development packages.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startSimulator } from '../../src/simulator/simulator.js'
import { type Benchmark, inFolder, MIB } from './bench.js'
import { addFirstWhenReady } from './http/first-when-ready.js'
import { quantile, timed } from './measure.js'
import type { Report } from './report.js'
import { answersOk, freePort, ROOT, stop } from './started-service.js'

const CLI = join(ROOT, 'dist', 'cli', 'main.js')

export const benchStartup: Benchmark = (report, { quick }) =>
  inFolder(async (folder) => {
    const simulator = await startSimulator({ port: 0 })
    const environment = { ...process.env, DATABASE_URL: `file:${folder}/bench.db`, PLATFORM_URL: simulator.url }
    try {
      // The first start builds the programs and creates the database.
      await measureStart(environment)
      await measureStarts(report, environment, quick ? 3 : 7)
      addSeconds(report, 'command line that reads, alone', await measureCommandLine(environment, quick ? 3 : 7))
    } finally {
      await simulator.close()
    }
    await addFirstWhenReady(report, folder)
    report.add({ figure: 'packages after `npm start`', value: packageBytes() / MIB, unit: 'MiB', goal: 260 })
  })

async function measureStarts(report: Report, environment: NodeJS.ProcessEnv, rounds: number): Promise<void> {
  const starts: StartTimes[] = []
  for (let round = 0; round < rounds; round++) starts.push(await measureStart(environment))
  const middle = (of: (start: StartTimes) => number) => quantile(starts.map(of), 0.5)
  addSeconds(
    report,
    'warm `npm start` to /healthz',
    middle(({ healthyMs }) => healthyMs),
    1.2,
  )
  addSeconds(
    report,
    'warm `npm start` to /readyz',
    middle(({ readyMs }) => readyMs),
    2,
  )
  addSeconds(
    report,
    'command line that reads, beside the service',
    middle(({ commandMs }) => commandMs),
    0.3,
  )
  report.add({
    figure: 'resident memory after the start',
    value: middle(({ residentMib }) => residentMib),
    unit: 'MiB',
  })
}

const addSeconds = (report: Report, figure: string, ms: number, goal?: number): void =>
  report.add({ figure, value: ms / 1000, unit: 's', goal })

interface StartTimes {
  readonly healthyMs: number
  readonly readyMs: number
  readonly commandMs: number
  readonly residentMib: number
}

/** Starts the service as a user would, waits for it, runs the command line beside it, and stops it. */
async function measureStart(environment: NodeJS.ProcessEnv): Promise<StartTimes> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...environment, PORT: String(port) },
    stdio: 'ignore',
    detached: true,
  })
  try {
    await answersOk(`http://127.0.0.1:${port}/healthz`)
    const healthyMs = performance.now() - began
    await answersOk(`http://127.0.0.1:${port}/readyz`)
    const readyMs = performance.now() - began
    const commandMs = await measureCommandLine(environment, 3)
    return { healthyMs, readyMs, commandMs, residentMib: residentMib(child.pid ?? 0) }
  } finally {
    await stop(child)
  }
}

/** The median of some runs of a verb that reads, ms. */
async function measureCommandLine(environment: NodeJS.ProcessEnv, rounds: number): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++)
    taken.push(
      await timed(async () => {
        const child = spawn(process.execPath, [CLI, 'account', 'list'], { env: environment, stdio: 'ignore' })
        const [code] = await once(child, 'exit')
        if (code !== 0) throw new Error(`The command line ended with code ${code}.`)
      }),
    )
  return quantile(taken, 0.5)
}

/** Of the processes that `npm start` began, the one that runs the service. */
function residentMib(group: number): number {
  const listed = execFileSync('ps', ['-eo', 'pgid=,rss=,args='], { encoding: 'utf8' })
  const service = listed.split('\n').find((line) => Number.parseInt(line, 10) === group && line.includes('main.js'))
  return Number(service?.trim().split(/\s+/)[1]) / 1024
}

/** Bytes of the packages that a user of the service has: those that npm names without development packages. */
function packageBytes(): number {
  const listed = spawnSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: ROOT, encoding: 'utf8' })
  const packages = listed.stdout.split('\n').filter((path) => path.includes('node_modules'))
  return packages.reduce((bytes, path) => bytes + folderBytes(path), 0)
}

/** As the disk holds them; packages within this package are counted by themselves. */
function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((bytes, entry) => {
      const path = join(folder, entry.name)
      return bytes + (entry.isDirectory() ? folderBytes(path) : lstatSync(path).blocks * 512)
    }, 0)
}
