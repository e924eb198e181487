// `top`: all games now, once for programs, and again and again on a terminal.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type CliTestBench, openBench } from '../support/run-cli.js'

const topShape = z.strictObject({
  games: z.array(
    z.looseObject({
      id: z.int(),
      name: z.string(),
      rank: z.int().nullable(),
      stats: z.looseObject({ playing: z.int() }),
    }),
  ),
})
const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js')
/** From util-linux: runs a program on a terminal of its own. */
const SCRIPT = '/usr/bin/script'
const [OPENED, CLOSED] = ['\u001B[?1049h', '\u001B[?1049l']

async function openWithSamples(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 2)
  bench.simulator.set(bench.universe(0), { ccu: 41, name: 'First' })
  bench.simulator.set(bench.universe(1), { ccu: 97, name: 'Second\u001B[2J' })
  expect(await bench.run('poll', 'once')).toMatchObject({ code: 0 })
  return bench
}

interface TerminalProgram {
  /** Resolves when this was shown since the last call. */
  shows(text: string): Promise<void>
  press(key: string): void
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

function onTerminal(bench: CliTestBench, words: string): TerminalProgram {
  const command = `stty rows 10 cols 60; '${process.execPath}' '${CLI}' ${words}`
  const child = spawn(SCRIPT, ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: bench.folder,
    env: { PATH: process.env.PATH, TERM: 'xterm', DATABASE_URL: `file:${join(bench.folder, 'headcount.db')}` },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let looked = 0
  const listeners = new Set<() => void>()
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    for (const listener of listeners) listener()
  })
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
  const shows = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = (): void => {
        const at = output.indexOf(text, looked)
        if (at < 0) return
        looked = at + text.length
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      void ended.then(() => reject(new Error(`It ended without ${JSON.stringify(text)}: ${JSON.stringify(output)}`)))
      look()
    })
  return { shows, press: (key) => void child.stdin.write(key), ended }
}

test('top prints the games once where there is no terminal [PROCESS-21]', async () => {
  const bench = await openWithSamples()
  const { games } = await bench.json(topShape, 'top', '--account', 'Studio')
  expect(games.map(({ id, rank, stats }) => [rank, id, stats.playing])).toEqual([
    [1, 2, 97],
    [2, 1, 41],
  ])
  const { stdout } = await bench.run('top', '--account', '1')
  expect(stdout).toMatch(
    /^Studio: 2 games, 138 players, \d{4}-\d\d-\d\d \d\d:\d\d UTC\n\nrank +players +24 h .* name\n/,
  )
  // A name from outside cannot clear the terminal.
  expect(stdout).not.toContain('\u001B')
  const csv = (await bench.run('top', '--account', '1', '--csv')).stdout.trimEnd().split('\r\n')
  expect(csv[0]).toMatch(/^id,universe_id,is_active,rank,.*,name$/)
  expect(csv[1]).toMatch(/^2,\d+,true,1,,97,/)
})

test('top says what its options take', async () => {
  const bench = await openWithSamples()
  expect(await bench.rejection(['top'], 2)).toContain('--account')
  expect(await bench.rejection(['top', '--account', '1', '--every', '0'], 2)).toContain('from 1 to 3600')
  expect(await bench.rejection(['top', '--account', 'Nobody'])).toContain('Nobody')
})

test.skipIf(!existsSync(SCRIPT))('top goes on beside a service until q, and gives the terminal back', async () => {
  const bench = await openWithSamples()
  await bench.beside()
  const top = onTerminal(bench, 'top --account Studio --every 1')
  await top.shows(OPENED)
  await top.shows('41')
  const { services } = await bench.beside()
  await services.games.change(await services.games.require(1), { isActive: false })
  await top.shows('paused')
  top.press('q')
  const { code, output } = await top.ended
  expect(code).toBe(0)
  expect(output.endsWith(CLOSED) || output.trimEnd().endsWith(CLOSED)).toBe(true)
})

test.skipIf(!existsSync(SCRIPT))('top ends on Ctrl-C, and when its service stops', async () => {
  const bench = await openWithSamples()
  await bench.beside()
  const first = onTerminal(bench, 'top --account Studio --every 3600')
  await first.shows('q ends')
  first.press('\u0003')
  expect(await first.ended).toMatchObject({ code: 0 })
  const second = onTerminal(bench, 'top --account Studio --every 3600')
  await second.shows('q ends')
  await bench.leave()
  const { code, output } = await second.ended
  expect(code).toBe(1)
  expect(output.slice(output.indexOf(CLOSED))).toContain('error: The service has ended')
})

test.skipIf(!existsSync(SCRIPT))('top prints once on a terminal where no service runs', async () => {
  const bench = await openWithSamples()
  await bench.leave()
  const { code, output } = await onTerminal(bench, 'top --account Studio').ended
  expect(code).toBe(0)
  expect(output).toContain('Studio: 2 games')
  expect(output).not.toContain(OPENED)
})
