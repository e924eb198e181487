import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Database } from '../../src/store/sqlite/driver.js'
import { type CliTestBench, openAccount, openBench } from '../support/cli/run-cli.js'
import { startDiscordDouble } from '../support/discord/double.js'
import { startHttpApp } from '../support/start-http.js'
import { importOld, thinOut } from '../support/store/thin-out.js'

const NAMES = [
  'configuration',
  'database',
  'series',
  'retention',
  'clock',
  'disk',
  'backups',
  'platform',
  'discord',
  'last tick',
]
const shape = z.strictObject({
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(['ok', 'warning', 'wrong']),
      found: z.string().min(1),
      advice: z.string().nullable(),
    }),
  ),
})

/** Runs the checks and expects the exit code that fits them; returns the names of the wrong ones, and each by name. */
async function examine(bench: CliTestBench, environment: Readonly<Record<string, string>> = {}) {
  const ended = await bench.runWith(environment, 'doctor', '--json')
  const { ok, checks } = shape.parse(JSON.parse(ended.stdout))
  expect(checks.map((check) => check.name)).toEqual(NAMES)
  expect(checks.filter((check) => (check.state === 'ok') !== (check.advice === null))).toEqual([])
  const wrong = checks.filter((check) => check.state === 'wrong').map((check) => check.name)
  expect([ended.code, ok]).toEqual(wrong.length > 0 ? [1, false] : [0, true])
  expect(ended.stderr).toBe(wrong.length > 0 ? `error: Something is wrong: ${wrong.join(', ')}.\n` : '')
  return { wrong, of: (name: string) => checks.find((check) => check.name === name) ?? expect.fail(name) }
}

const openWithTick = async (): Promise<CliTestBench> => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  await bench.run('game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)
  await bench.run('poll', 'once')
  return bench
}

test('where all is well the doctor says so, and how to turn the bot on', async () => {
  const bench = await openWithTick()
  const { wrong, of } = await examine(bench)
  expect(wrong).toEqual([])
  for (const name of NAMES) expect(of(name)).toMatchObject({ name, state: 'ok' })
  expect(of('retention').found).toBe('No removed samples are kept: 0 KiB of 1.0 GiB are in use.')
  expect(of('discord').found).toMatch(/bot is off.*DISCORD_TOKEN/)
  expect(of('database').found).toMatch(/sound, writable, schema \d+, [\d.]+ KiB/)
  const people = await bench.run('doctor')
  expect(people).toMatchObject({ code: 0, stderr: '' })
  expect(people.stdout.split('\n')[0]).toMatch(/^ok {7}configuration {2}/)
})

test('what retention removed is shown with its budget, and where that is full, that retention waits', async () => {
  const bench = await openWithTick()
  // No account tracks the universe, so the retention of the free plan applies.
  await importOld(bench, 7)
  await thinOut(bench)
  const database = new Database(join(bench.folder, 'headcount.db'))
  database.exec('UPDATE removed_segment SET bytes = 1024 * 1024 WHERE id = 1')
  database.close()
  const retention = async () => {
    await bench.leave()
    return (await examine(bench, { REMOVED_SAMPLES_MAX_MIB: '1' })).of('retention')
  }
  const { state, found } = await retention()
  expect(state).toBe('ok')
  expect(found).toMatch(/^\d+ removed samples can be restored: 1\.\d MiB of 1\.0 MiB are in use\./)
  expect(found).toContain('With a correct clock, they expire in 7.0 days.')
  await importOld(bench, 8)
  expect(await retention()).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('Retention waits until there is room'),
    advice: expect.stringContaining('REMOVED_SAMPLES_MAX_MIB'),
  })
})

test('damage in what retention removed is reported', async () => {
  const bench = await openWithTick()
  await importOld(bench, 7)
  await thinOut(bench)
  const database = new Database(join(bench.folder, 'headcount.db'))
  database.exec("UPDATE removed_segment SET data = X'00' WHERE id = 1")
  database.close()
  const { wrong, of } = await examine(bench)
  expect(wrong).toEqual(['series'])
  expect(of('series').found).toContain('removed samples, which cannot be restored')
})

test('before the first start nothing is wrong, and nothing is made', async () => {
  const bench = await openBench()
  const { wrong, of } = await examine(bench, { DATABASE_URL: `file:${bench.folder}/new/headcount.db` })
  expect(wrong).toEqual([])
  expect(of('database')).toMatchObject({ state: 'warning', found: expect.stringContaining('not there yet') })
  expect(of('last tick')).toMatchObject({ state: 'warning', advice: expect.stringContaining('npm start') })
  await expect(writeFile(join(bench.folder, 'new', 'x'), '')).rejects.toThrow('ENOENT')
})

test('a damaged database is wrong, and hinders no other check', async () => {
  const bench = await openWithTick()
  await writeFile(
    join(bench.folder, 'headcount.db'),
    'not a database, but a text that is long enough to be read as one',
  )
  for (const ending of ['-wal', '-shm']) await writeFile(join(bench.folder, `headcount.db${ending}`), '')
  const { wrong, of } = await examine(bench)
  expect(wrong).toEqual(['database'])
  expect(of('database')).toMatchObject({ advice: expect.stringContaining('restore a backup') })
  for (const name of ['platform', 'clock', 'disk']) expect(of(name).state).toBe('ok')
})

test('a database of another schema is not mistaken for a damaged one', async () => {
  const bench = await openWithTick()
  const set = (version: number): void => {
    const database = new Database(join(bench.folder, 'headcount.db'))
    database.pragma(`user_version = ${version}`)
    database.close()
  }
  set(999)
  const { wrong, of } = await examine(bench)
  expect(wrong).toEqual(['database'])
  expect(of('database')).toMatchObject({ found: expect.stringContaining('newer Headcount (schema 999') })
  set(1)
  expect((await examine(bench)).of('database')).toMatchObject({ state: 'warning', found: expect.stringContaining('1') })
})

test('a database that cannot be written to is wrong', async () => {
  const bench = await openWithTick()
  const other = new Database(join(bench.folder, 'headcount.db'))
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  expect((await examine(bench)).of('database')).toMatchObject({
    state: 'wrong',
    found: expect.stringContaining('cannot be written to'),
  })
})

test('a platform that is down is wrong, and the clock is then not known', async () => {
  const bench = await openWithTick()
  const { wrong, of } = await examine(bench, { PLATFORM_URL: 'http://127.0.0.1:9/{service}' })
  expect(wrong).toEqual(['platform'])
  expect(of('platform')).toMatchObject({ advice: expect.stringContaining('PLATFORM_URL') })
  expect(of('clock').state).toBe('warning')
  bench.simulator.settings.intercept = () => ({ hang: true })
  expect((await examine(bench)).wrong).toEqual(['platform'])
})

test('a clock that is more than two minutes off is wrong', async () => {
  const bench = await openWithTick()
  bench.simulator.settings.clockSkewMs = 100_000
  expect((await examine(bench)).of('clock').state).toBe('ok')
  bench.simulator.settings.clockSkewMs = -200_000
  const { wrong, of } = await examine(bench)
  expect(wrong).toEqual(['clock'])
  expect(of('clock').found).toMatch(/20\d s ahead of/)
})

test('a wrong token and a Discord out of reach are different findings', async () => {
  const bench = await openWithTick()
  const double = await startDiscordDouble()
  onTestFinished(() => double.close())
  const look = async (environment: Readonly<Record<string, string>>) =>
    (await examine(bench, { DISCORD_API_URL: double.apiUrl, ...environment })).of('discord')
  expect(await look({ DISCORD_TOKEN: double.token })).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('the bot is Headcount'),
  })
  const wrong = { state: 'wrong', found: 'Discord does not know this token.' }
  expect(await look({ DISCORD_TOKEN: 'another-token' })).toMatchObject(wrong)
  expect(await look({ DISCORD_TOKEN: 'not a token' })).toMatchObject(wrong)
  double.faults.next(/users\/@me/, { status: 503 })
  const unreachable = { state: 'wrong', found: expect.stringContaining('cannot be reached') }
  expect(await look({ DISCORD_TOKEN: double.token })).toMatchObject(unreachable)
  expect(await look({ DISCORD_TOKEN: double.token, DISCORD_API_URL: 'http://127.0.0.1:9/api' })).toMatchObject(
    unreachable,
  )
})

test('a wrong configuration is reported whole, and the other checks go on', async () => {
  const bench = await openWithTick()
  const { wrong, of } = await examine(bench, { PORT: 'x', LOG_LEVEL: 'loud', DISCORD_TOKEN_FILE: '/nowhere' })
  expect(wrong).toEqual(['configuration'])
  for (const name of ['PORT', 'LOG_LEVEL', 'DISCORD_TOKEN_FILE']) {
    expect(of('configuration').found).toContain(`${name} takes`)
  }
  expect(of('database').state).toBe('ok')
})

test('a running service whose ticks stay away is wrong, in its own words', async () => {
  const bench = await openWithTick()
  const http = await startHttpApp()
  onTestFinished(() => http.stop())
  const environment = { HOST: '127.0.0.1', PORT: `${http.port}` }
  expect((await examine(bench, environment)).wrong).toEqual([])
  http.parts.poller = () => ({ state: 'overdue', detail: 'No tick has been stored for 9 minutes.' })
  const { wrong, of } = await examine(bench, environment)
  expect(wrong).toEqual(['last tick'])
  expect(of('last tick').found).toContain('No tick has been stored for 9 minutes.')
})
