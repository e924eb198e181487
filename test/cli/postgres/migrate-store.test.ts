// `migrate-store` as a process: exports before and after are equal, also where it was killed again and again on the way.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { isoOfMs, MINUTE_MS } from '../../../src/domain/clock.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { type CliTestBench, openBench, rejectionOf } from '../../support/cli/run-cli.js'
import { createDatabase } from '../../support/postgres/database.js'
import { startService } from '../../support/start-service.js'
import { flipBit } from '../../support/store/damage-file.js'

const TIMEOUT_MS = 240_000
const SAMPLES = 6_000
const FIRST = Date.UTC(2026, 0, 1)
const KILLS = 4
const FILLER_ROWS = 30_000

const reportShape = z.looseObject({
  course: z.enum(['begun', 'continued', 'again', 'before']),
  rows: z.int(),
  segments: z.int().positive(),
  compared: z.literal(true),
})

/** Two games with weeks of samples, one of them damaged, revenue, and a tick. */
async function openWithHistory(): Promise<CliTestBench> {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 2)
  await bench.leave()
  const lines = [0, 1].flatMap((game) =>
    Array.from({ length: SAMPLES }, (_, row) =>
      [isoOfMs(FIRST + row * 5 * MINUTE_MS), bench.universe(game), (row * 7_919) % 503, row, 1, '', '', ''].join(','),
    ),
  )
  const heading = 'timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue'
  const file = await bench.file('history.csv', [heading, ...lines].join('\n'))
  expect(await bench.run('samples', 'import', file)).toMatchObject({ code: 0 })
  expect(await bench.run('poll', 'once')).toMatchObject({ code: 0 })
  flipBit({
    file: join(bench.folder, 'headcount.db'),
    universeId: bench.universe(1),
    minute: FIRST / MINUTE_MS + 10_080,
  })
  return bench
}

/** What the command line prints about both games, as files and as text. */
async function answersOf(bench: CliTestBench, environment: Readonly<Record<string, string>>): Promise<string[]> {
  const days = ['--from', '2026-01-01', '--to', '2026-02-01']
  const commands = [
    ...['1', '2'].flatMap((game) => [
      ['export', game, ...days],
      ['export', game, ...days, '--json'],
      ['export', game],
      ['stats', game, '--json'],
      ['series', game, '--from', '2026-01-02', '--to', '2026-01-06', '--json'],
    ]),
    ['rank', '--account', '1', '--json'],
    ['events', '--account', '1', '--json'],
  ]
  const answers: string[] = []
  for (const command of commands) {
    const { code, stdout, stderr } = await bench.runWith(environment, ...command)
    answers.push(`${command.join(' ')}: ${code} ${stderr}${stdout}`)
  }
  return answers
}

test('exports before, on PostgreSQL and after the way back are equal, and ticks go on there [PROCESS-51]', {
  timeout: TIMEOUT_MS,
}, async () => {
  const [bench, database] = [await openWithHistory(), await createDatabase()]
  onTestFinished(() => database.drop())
  const environment = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex') }
  const [file, back] = ['headcount.db', 'back.db'].map((name) => `file:${join(bench.folder, name)}`) as [string, string]
  const before = await answersOf(bench, {})
  expect(before.filter((answer) => answer.length > 10_000).length).toBeGreaterThan(1)
  const beside = await startService(bench)
  const rejected = rejectionOf(await bench.start(['migrate-store', '--from', file, '--to', database.url]).ended, 1)
  expect(rejected).toMatch(/A service or another command works on .*headcount\.db\. Stop it/)
  await beside.end('SIGTERM')
  const stopped = await answersOf(bench, {})
  const there = await bench.start(['migrate-store', '--from', file, '--to', database.url, '--json']).ended
  expect(there).toMatchObject({ code: 0, stderr: '' })
  expect(reportShape.parse(JSON.parse(there.stdout))).toMatchObject({ course: 'begun' })
  expect(await answersOf(bench, environment)).toEqual(stopped)
  const text = await bench.start(['migrate-store', '--from', database.url, '--to', back]).ended
  expect(text).toMatchObject({ code: 0, stderr: '' })
  expect(text.stdout).toMatch(
    /back\.db now has all \d+ rows of PostgreSQL test_\w+ at localhost, compared one by one\./,
  )
  expect(await answersOf(bench, { DATABASE_URL: back })).toEqual(stopped)
  for (const DATABASE_URL of [database.url, back])
    expect((await bench.runWith({ ...environment, DATABASE_URL }, 'poll', 'once')).stdout).toContain(
      '2 sampled, 0 without',
    )
})

test(`a move that is killed ${KILLS} times goes on, and is complete and equal at the end [PROCESS-52]`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const [bench, database] = [await openWithHistory(), await createDatabase()]
  onTestFinished(() => database.drop())
  const [file, back] = [join(bench.folder, 'headcount.db'), join(bench.folder, 'back.db')]
  const raw = new Database(file)
  const insert = raw.prepare("INSERT INTO setting (key, value) VALUES ('filler.' || ?, hex(randomblob(256)))")
  raw.transaction(() => {
    for (let row = 0; row < FILLER_ROWS; row++) insert.run(row)
  })()
  raw.close()
  const before = await answersOf(bench, {})
  for (const [from, to] of [
    [`file:${file}`, database.url],
    [database.url, `file:${back}`],
  ] as const) {
    const args = ['migrate-store', '--from', from, '--to', to, '--json']
    for (let kill = 0; kill < KILLS; kill++) {
      const running = bench.start(args)
      await sleep(600 + kill * 250 + Math.random() * 250)
      running.process.kill('SIGKILL')
      await running.ended
    }
    const last = await bench.start(args).ended
    expect(last).toMatchObject({ code: 0, stderr: '' })
    expect(['continued', 'begun', 'before']).toContain(reportShape.parse(JSON.parse(last.stdout)).course)
  }
  expect(await answersOf(bench, { DATABASE_URL: `file:${back}` })).toEqual(before)
})

test('wrong addresses are wrong usage, and a password is never shown [PROCESS-6, PROCESS-51]', async () => {
  const bench = await openBench()
  const file = `file:${join(bench.folder, 'headcount.db')}`
  await bench.rejection(['migrate-store', '--from', file], 2)
  const usage = await bench.run('migrate-store', '--from', 'mysql://root@localhost/a', '--to', file)
  expect(usage).toMatchObject({ code: 2, stderr: expect.stringContaining('file:PATH or postgres://') })
  expect(await bench.rejection(['migrate-store', '--from', file, '--to', file])).toContain('pg_dump')
  const secret = 'hunter2-of-the-server'
  const unreachable = `postgres://headcount:${secret}@127.0.0.1:1/headcount`
  const ended = await bench.run('migrate-store', '--from', unreachable, '--to', `file:${join(bench.folder, 'x.db')}`)
  expect(ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('--from: PostgreSQL cannot be reached'),
  })
  const foreign = await bench.file('foreign.db', 'no database, and long enough to look at')
  const { stderr } = await bench.run('migrate-store', '--from', `file:${foreign}`, '--to', unreachable)
  expect(stderr).toContain('--from: ')
  expect(stderr).not.toContain('DATABASE_URL')
  expect(ended.stderr).not.toContain(secret)
})
