// An uncaught error is logged and ends the process as a stop does. The test throws inside the compiled service.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../src/domain/clock.js'
import { openStore } from '../../src/store/open-store.js'
import { type CliTestBench, openAccount, openBench } from '../support/cli/run-cli.js'
import { type ServiceProcess, startService } from '../support/start-service.js'
import { startStopwatch } from '../support/stopwatch.js'

/** A module that is loaded before the service and throws once a file of that name is in the folder. */
const preload = (folder: string): string => `
import { existsSync, rmSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
const asked = (name) => existsSync(${JSON.stringify(folder)} + '/' + name)
if (isMainThread) setInterval(() => {
  if (asked('throw-often')) throw new Error('thrown often')
  if (asked('throw')) {
    rmSync(${JSON.stringify(join(folder, 'throw'))})
    throw new Error('thrown in a timer')
  }
  if (asked('throw-nothing')) {
    rmSync(${JSON.stringify(join(folder, 'throw-nothing'))})
    throw undefined
  }
  if (asked('reject')) {
    rmSync(${JSON.stringify(join(folder, 'reject'))})
    Promise.reject(new Error('rejected in a timer'))
  }
}, 20).unref()
`

let bench: CliTestBench
let universeId: number
let key: string

beforeEach(async () => {
  bench = await openBench()
  universeId = bench.universe(0)
  await openAccount(bench, 'Studio')
  await bench.run('game', 'add', '--account', 'Studio', '--universe', `${universeId}`)
  const made = z.object({ key: z.string() })
  key = (await bench.json(made, 'key', 'create', '--account', 'Studio', '--name', 'k')).key
})

async function start(environment: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const file = await bench.file('preload.mjs', preload(bench.folder))
  return startService(bench, { NODE_OPTIONS: `--import ${pathToFileURL(file)}`, ...environment })
}

const setOff = (name: string) => writeFile(join(bench.folder, name), '')

interface ServiceLogLine {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string; readonly stack: string }
}

/** Parses both output streams; throws where a line is not JSON. */
const linesOf = (service: ServiceProcess): ServiceLogLine[] =>
  service
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ServiceLogLine)

const urlOf = (service: ServiceProcess): string => /http:\/\/[\d.]+:\d+/.exec(service.output())?.[0] ?? ''

describe('an error that nobody catches', () => {
  it('ends the process within 10 s: one line in the log, exit code 1, and all is saved that can be', async () => {
    bench.simulator.settings.intercept = ({ path }) => (path === '/v1/games' ? { hang: true } : undefined)
    bench.simulator.requests.length = 0
    const service = await start({ POLL_CRON: '* * * * * *' })
    const pollCount = () => bench.simulator.requests.filter(({ path }) => path === '/v1/games').length
    await expect.poll(pollCount, { timeout: 60_000 }).toBeGreaterThan(0)
    const headers = { 'x-api-key': key }
    const statusOf = async () => (await fetch(`${urlOf(service)}/api/v1/games`, { headers })).status
    // A service that waits for a processor rejects requests, which do not count.
    for (let n = 0; n < 3; n++) await expect.poll(statusOf, { timeout: 60_000, interval: 1_000 }).toBe(200)
    const stopwatch = startStopwatch()
    await setOff('throw')
    expect(await service.end()).toBe(1)
    expect(stopwatch.passed()).toBeLessThan(10_000)

    const fatal = linesOf(service).filter(({ level }) => level === 60)
    expect(fatal).toEqual([
      expect.objectContaining({
        msg: 'An error was not caught. Headcount saves what it can and ends with exit code 1.',
        err: expect.objectContaining({ message: 'thrown in a timer', stack: expect.stringContaining('preload.mjs') }),
      }),
    ])
    expect(linesOf(service).at(-1)?.msg).toBe('Stopped.')
    const file = join(bench.folder, 'headcount.db')
    expect([existsSync(file), existsSync(`${file}-wal`)]).toEqual([true, false])
    const store = await openStore(`file:${file}`, { clock: systemClock })
    expect(await store.series.gaps(universeId, 0, 2 ** 31 - 1)).toMatchObject([{ reason: 'stopping' }])
    expect((await store.usage.daily(1, 0, 2 ** 31 - 1)).map(({ count }) => count)).toEqual([3])
    store.close()
  })

  it('ends it just so where the error is nothing, and where it comes again and again', async () => {
    const nothing = await start()
    await setOff('throw-nothing')
    expect(await nothing.end()).toBe(1)
    expect(linesOf(nothing).filter(({ level }) => level === 60)).toHaveLength(1)
    const again = await start()
    await setOff('throw-often')
    expect(await again.end()).toBe(1)
    expect(linesOf(again).at(-1)?.msg).toBe('Stopped.')
  })

  it('changes the exit code of a stop that a signal asked for', async () => {
    bench.simulator.settings.intercept = ({ path }) => (path.startsWith('/v2/users') ? { hang: true } : undefined)
    const service = await start()
    bench.simulator.requests.length = 0
    const hanging = fetch(`${urlOf(service)}/platform/Users/GetVisits?username=125`).catch(() => undefined)
    await expect.poll(() => bench.simulator.requests.length, { timeout: 60_000 }).toBeGreaterThan(0)
    const ended = service.end('SIGTERM')
    await expect.poll(service.output, { timeout: 60_000 }).toContain('Stopping')
    await setOff('throw')
    expect(await ended).toBe(1)
    await hanging
  })
})

describe('a promise that nobody waits for', () => {
  it('and that fails is logged, and the service goes on', async () => {
    const service = await start()
    await setOff('reject')
    await expect.poll(service.output, { timeout: 60_000 }).toContain('rejected in a timer')
    expect((await fetch(`${urlOf(service)}/healthz`)).status).toBe(200)
    expect(await service.end('SIGTERM')).toBe(0)
    expect(linesOf(service).filter(({ level }) => level >= 50)).toEqual([
      expect.objectContaining({ level: 50, err: expect.objectContaining({ message: 'rejected in a timer' }) }),
    ])
  })
})
