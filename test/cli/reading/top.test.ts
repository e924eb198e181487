// `top`: all games now, once for programs, and again and again on a terminal.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type CliTestBench, openBench, openBenchWithSamples } from '../../support/cli/run-cli.js'

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
const CLI = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli', 'main.js')
/** From util-linux: runs a program on a terminal of its own. */
const SCRIPT = '/usr/bin/script'
const [OPENED, CLOSED] = ['\u001B[?1049h', '\u001B[?1049l']

const openWithSamples = (): Promise<CliTestBench> =>
  openBenchWithSamples([
    { ccu: 41, name: 'First' },
    { ccu: 97, name: 'Second\u001B[2J' },
  ])

interface TerminalProgram {
  /** Resolves when this was shown since the last call. */
  shows(text: string): Promise<void>
  press(key: string): void
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
}

function onTerminal(bench: CliTestBench, words: string, before = ''): TerminalProgram {
  const command = `stty rows 10 cols 60; ${before} '${process.execPath}' '${CLI}' ${words}`
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
  const [headings, cells] = [csv[0]?.split(',') ?? [], csv[1]?.split(',') ?? []]
  const value = (name: string) => Number(cells[headings.indexOf(name)])
  expect(value('like_ratio')).toBeCloseTo(value('likes') / (value('likes') + value('dislikes')), 6)
})

test('top fits 80 columns, or the width of the terminal, also with long and wide names [PROCESS-21]', async () => {
  const bench = await openBench()
  await bench.account('A studio whose name is long enough to reach past the end of any line', 'enterprise', 3)
  const names = ['[🎃UPDATE] '.repeat(9), '東京タワーディフェンス'.repeat(4), 'Short']
  for (const [index, name] of names.entries())
    bench.simulator.set(bench.universe(index), { ccu: 9_876_543 - index, name: name.trim() })
  expect(await bench.run('poll', 'once')).toMatchObject({ code: 0 })
  const top = async (...words: readonly string[]) => (await bench.run('top', '--account', '1', ...words)).stdout
  const widest = (text: string) => Math.max(...text.trimEnd().split('\n').map(displayColumns))
  for (const columns of [30, 60, 80, 100, 200]) {
    const text = await top('--columns', `${columns}`)
    expect([columns, widest(text) <= columns, text]).toEqual([columns, true, text])
    for (const always of ['9876543', '9876542', '9876541']) expect(text).toContain(always)
  }
  expect(await top()).toBe(await top('--columns', '80'))
  expect((await top('--columns', '200')).split('\n')[2]).toMatch(/last event +sampled +id +name$/)
  expect((await top('--columns', '30')).split('\n')[2]).not.toContain('like ratio')
})

/** As a terminal shows them: wide letters and emoji take two columns. */
const displayColumns = (line: string): number =>
  Array.from(line).reduce(
    (sum, letter) => sum + (letter > '\u2e7f' || /\p{Extended_Pictographic}/u.test(letter) ? 2 : 1),
    0,
  )

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

test.skipIf(!existsSync(SCRIPT))('top takes the new width of a terminal that is resized [PROCESS-21]', async () => {
  const bench = await openWithSamples()
  await bench.beside()
  const top = onTerminal(bench, 'top --account Studio --every 3600', 'tty > terminal.txt;')
  await top.shows('q ends')
  const terminal = (await readFile(join(bench.folder, 'terminal.txt'), 'utf8')).trim()
  execFileSync('stty', ['-F', terminal, 'cols', '150'])
  await top.shows('last event')
  await top.shows('q ends')
  top.press('q')
  const { code, output } = await top.ended
  expect(code).toBe(0)
  // The screen stayed open in between, and the narrow table has fewer columns.
  expect(output.split(OPENED)).toHaveLength(2)
  expect(output.slice(0, output.indexOf('q ends'))).not.toContain('last event')
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
  // The terminal has 60 columns.
  const lines = output.split(/\r?\n/)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60)
})
