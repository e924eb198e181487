// The command line over PostgreSQL, each command a process of its own, as the operator starts it: beside the processes that
// share the database, and without them.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { isoOfMs, MINUTE_MS } from '../../../src/domain/clock.js'
import { type CliResult, type CliTestBench, documentOf, openBench, rejectionOf } from '../../support/cli/run-cli.js'
import { createMigratedDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { startService } from '../../support/start-service.js'

const TIMEOUT_MS = 120_000

interface PostgresBench extends CliTestBench {
  readonly database: TestDatabase
  readonly environment: Readonly<Record<string, string>>
  /** Starts a process, and resolves with what it printed. */
  process(...args: readonly string[]): Promise<CliResult>
}

async function openOnPostgres(games: number): Promise<PostgresBench> {
  const [bench, database] = [await openBench(), await createMigratedDatabase()]
  onTestFinished(() => database.drop())
  const environment = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex'), PORT: '1' }
  const process = (...args: readonly string[]) => bench.start(args, environment).ended
  expect(await process('account', 'create', '--name', 'Studio', '--plan', 'enterprise')).toMatchObject({ code: 0 })
  for (let game = 0; game < games; game++) {
    bench.simulator.set(bench.universe(game), { ccu: 41 + game })
    expect(await process('game', 'add', '--account', '1', '--universe', `${bench.universe(game)}`)).toMatchObject({
      code: 0,
    })
  }
  return { ...bench, database, environment, process }
}

const reportShape = z.object({ timestamp: z.string(), sampled: z.int(), gaps: z.array(z.unknown()) })
const exportShape = z.looseObject({ count: z.int(), data: z.array(z.looseObject({ CCU: z.int() })) })
const doctorShape = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string(), advice: z.string().nullable() })),
})

test('`poll once` samples every active game while no process samples, and again in a later minute [PROCESS-53]', {
  timeout: TIMEOUT_MS,
}, async () => {
  const bench = await openOnPostgres(2)
  const report = documentOf(reportShape, await bench.process('poll', 'once', '--json'))
  expect(report).toMatchObject({ sampled: 2, gaps: [] })
  expect(await bench.database.run('SELECT count(*)::int AS rows FROM head_row')).toEqual([{ rows: 2 }])
  bench.simulator.hidden.add(bench.universe(1))
  const second = documentOf(reportShape, await bench.process('poll', 'once', '--json'))
  expect(second).toMatchObject({ sampled: 1, gaps: [{ universe_id: bench.universe(1), reason: 'hidden' }] })
})

test('`poll once` samples beside processes that hold the shards, and takes none of them [PROCESS-53]', {
  timeout: TIMEOUT_MS,
}, async () => {
  const bench = await openOnPostgres(2)
  // Its own ticks come in an hour at the earliest.
  const service = await startService(bench, {
    ...bench.environment,
    ...{ ROLES: 'poller', PORT: '0', MARKET: 'off', POLL_CRON: '0 0 1 1 *' },
  })
  const holders = () =>
    bench.database.run("SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 4839032")
  await expect.poll(async () => (await holders()).length, { timeout: 20_000 }).toBe(1)
  const before = await holders()
  expect(documentOf(reportShape, await bench.process('poll', 'once', '--json'))).toMatchObject({ sampled: 2, gaps: [] })
  expect(await bench.database.run('SELECT count(*)::int AS rows FROM head_row')).toEqual([{ rows: 2 }])
  expect(await bench.database.run('SELECT count(*)::int AS rows FROM shard_cursor')).toEqual([{ rows: 0 }])
  expect(await holders()).toEqual(before)
  expect(await service.end('SIGTERM')).toBe(0)
})

test('verbs that read print what was sampled and imported [PROCESS-20, PROCESS-53]', {
  timeout: TIMEOUT_MS,
}, async () => {
  const bench = await openOnPostgres(2)
  await bench.process('poll', 'once')
  expect((await bench.process('stats', '1')).stdout).toMatch(/\n1 .* 41 /)
  expect((await bench.process('rank', '--account', 'Studio', '--csv')).stdout).toMatch(/\r\n1,,2,42,/)
  expect((await bench.process('top', '--account', '1')).stdout).toContain('42')
  const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000 / 2
  const lines = Array.from({ length: 600 }, (_, row) =>
    [isoOfMs(noon + row * MINUTE_MS), bench.universe(0), 100 + (row % 7), row, 1, '', '', ''].join(','),
  )
  const file = await bench.file(
    'history.csv',
    ['timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue', ...lines].join('\n'),
  )
  const counts = z.object({ imported: z.int(), corrected: z.int(), unchanged: z.int() })
  const imported = () => bench.process('samples', 'import', file, '--json')
  expect(documentOf(counts, await imported())).toEqual({ imported: 600, corrected: 0, unchanged: 0 })
  expect(documentOf(counts, await imported())).toEqual({ imported: 0, corrected: 0, unchanged: 600 })
  const day = isoOfMs(noon).slice(0, 10)
  const exported = documentOf(exportShape, await bench.process('export', '1', '--from', day, '--to', day, '--json'))
  expect(exported).toMatchObject({ count: 600, data: expect.arrayContaining([expect.objectContaining({ CCU: 103 })]) })
  expect((await bench.process('export', '1', '--from', day, '--to', day)).stdout.split('\n').length).toBeGreaterThan(
    600,
  )
  const series = await bench.process('series', '1', '--json')
  expect(series).toMatchObject({ code: 0, stderr: '' })
  expect(await bench.process('events', '--account', '1', '--json')).toMatchObject({ code: 0 })
  expect((await bench.process('samples', 'restore', '--dry-run')).stdout).toContain('Nothing to restore')
})

test('the doctor examines the database, the series and who shares the work [PROCESS-53]', {
  timeout: TIMEOUT_MS,
}, async () => {
  const bench = await openOnPostgres(1)
  await bench.process('poll', 'once')
  const { stdout } = await bench.process('doctor', '--json')
  const { checks } = doctorShape.parse(JSON.parse(stdout))
  const found = new Map(checks.map((check) => [check.name, check]))
  expect(found.get('database')).toMatchObject({ state: 'ok', found: expect.stringMatching(/schema \d+/) })
  expect(found.get('series')).toMatchObject({ state: 'ok' })
  expect(found.get('retention')).toMatchObject({ state: 'ok' })
  expect(found.get('platform')).toMatchObject({ state: 'ok' })
  expect(found.get('processes')).toMatchObject({ found: expect.stringContaining('shard') })
  expect(found.get('last tick')?.found).toMatch(/The last tick was \d min ago/)
})

test('the doctor says that the server cannot be reached, and what to look at [PROCESS-53]', {
  timeout: TIMEOUT_MS,
}, async () => {
  const bench = await openBench()
  // Nothing listens there.
  const environment = { DATABASE_URL: 'postgres://headcount:secret-word@127.0.0.1:1/headcount', PORT: '1' }
  const { code, stdout, stderr } = await bench.start(['doctor', '--json'], environment).ended
  const { checks } = doctorShape.parse(JSON.parse(stdout))
  const found = new Map(checks.map((check) => [check.name, check]))
  expect(found.get('database')).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining('PostgreSQL cannot be reached: connect ECONNREFUSED 127.0.0.1:1'),
    advice: expect.stringContaining('server of DATABASE_URL'),
  })
  for (const name of ['series', 'retention', 'last tick'])
    expect(found.get(name)).toMatchObject({ state: 'warning', advice: 'See the database above.' })
  expect([code, `${stdout}${stderr}`.includes('secret-word')]).toEqual([1, false])
})

test.each([['backup', 'copy.db'], ['restore', 'copy.db'], ['drill']])(
  '`%s` says what PostgreSQL has instead, and exits with 78 [PROCESS-53]',
  { timeout: TIMEOUT_MS },
  async (...args) => {
    const bench = await openOnPostgres(0)
    const text = rejectionOf(await bench.process(...args), 78)
    expect(text).toMatch(args[0] === 'drill' ? /drill.*SQLite/ : /PostgreSQL.*pg_dump/)
  },
)
