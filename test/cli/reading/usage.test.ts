import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBench, rejectionOf } from '../../support/cli/run-cli.js'

test('wrong usage is one line and exit code 2 [PROCESS-5]', async () => {
  const bench = await openBench()
  const wrong: readonly (readonly [words: string, says: string])[] = [
    ['acount list', 'Did you mean account'],
    ['account lst', 'unknown command'],
    ['account list --all', 'unknown option'],
    ['account list extra', 'too many arguments'],
    ['account show', 'missing required argument'],
    ['account create --name X', '--plan'],
    ['account create --name X --plan gold', 'gold'],
    ['account set 1', 'nothing to change'],
    ['account create --name X --plan premium --trial-days -1', '--trial-days'],
    ['game remove one', 'whole number'],
    ['game add --account 1', '--universe'],
    ['game add --account 1 --universe 0', 'whole number'],
    ['game add --account 1 --universe 5 --place 6', '--place'],
    ['key revoke', '--key'],
    ['simulate', '--port'],
  ]
  const rejections = await Promise.all(wrong.map(([words]) => bench.rejection(words.split(' '), 2)))
  for (const [index, [, says]] of wrong.entries()) expect(rejections[index]).toContain(says)
})

test('help teaches by examples, for all and for each noun', async () => {
  const bench = await openBench()
  const nouns = [
    '',
    'account',
    'key',
    'game',
    'guild',
    'poll',
    'samples',
    'simulate',
    'config',
    'member',
    'revenue',
    'backup',
    'restore',
    'doctor',
  ]
  const helps = await Promise.all(nouns.map((noun) => bench.run(...noun.split(' ').filter(Boolean), '--help')))
  for (const help of helps) {
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('Examples:\n  npm run -s cli -- ')
  }
  expect(await bench.run()).toMatchObject({ code: 2, stdout: '', stderr: helps[0]?.stdout })
  expect(await bench.run('game')).toMatchObject({ code: 2, stdout: '', stderr: helps[3]?.stdout })
})

test('--json may stand anywhere', async () => {
  const bench = await openBench()
  const lines = [
    ['--json', 'account', 'list'],
    ['account', '--json', 'list'],
    ['account', 'list', '--json'],
  ]
  for (const args of lines) expect(await bench.start(args).ended).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
})

test('a bad configuration is one line and exit code 78, and verbs without need of it go on [PROCESS-2]', async () => {
  const bench = await openBench()
  const run = (args: string, environment: Record<string, string>) => bench.start(args.split(' '), environment).ended
  expect(rejectionOf(await run('account list', { LOG_LEVEL: 'loud' }), 78)).toContain('LOG_LEVEL takes')
  expect(rejectionOf(await run('config check', { PORT: 'x' }), 78)).toContain('PORT takes')
  expect(rejectionOf(await run('poll once', { DATABASE_URL: 'mysql://x/y' }), 78)).toContain('DATABASE_URL')
  expect(await run('account --help', { PORT: 'x' })).toMatchObject({ code: 0 })
})

test('config check reports what is in force and hides secrets', async () => {
  const bench = await openBench()
  const shape = z.strictObject({
    ok: z.boolean(),
    problems: z.array(z.string()),
    settings: z.record(z.string(), z.string()),
  })
  const secret = 'a-secret-of-discord'
  const good = await bench.runWith({ DISCORD_TOKEN: secret }, 'config', 'check', '--json')
  expect(good).toMatchObject({ code: 0, stderr: '' })
  expect(good.stdout).not.toContain(secret)
  const report = shape.parse(JSON.parse(good.stdout))
  expect(report).toMatchObject({ ok: true, problems: [], settings: { DISCORD_TOKEN: 'set', PORT: '3000' } })
  const file = await bench.file('not-a-folder', '')
  const bad = await bench.runWith({ DATABASE_URL: `file:${file}/x.db` }, 'config', 'check', '--json')
  expect(bad).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: .*x[.]db cannot be opened: a part of its path is a file[^\n]*\n$/),
  })
  expect(shape.parse(JSON.parse(bad.stdout))).toMatchObject({ ok: false })
})

test('config check shows the operators, and no secret', async () => {
  const bench = await openBench()
  const look = async (environment: Record<string, string>): Promise<Record<string, string>> => {
    const { code, stdout, stderr } = await bench.runWith(environment, 'config', 'check', '--json')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain('a-secret')
    return JSON.parse(stdout).settings
  }
  const none = await look({})
  expect(none.OPERATORS).toBe('not set')
  const given = await look({ OPERATORS: '123456789, 987654321' })
  expect(given.OPERATORS).toBe('123456789,987654321')
})

test('what nobody foresaw is one plain line too, with its stack only on demand', async () => {
  const bench = await openBench()
  const file = await bench.file('not-a-folder', '')
  const environment = { DATABASE_URL: `file:${file}/headcount.db` }
  expect(rejectionOf(await bench.start(['account', 'list'], environment).ended, 1)).toContain('cannot be opened')
  const loud = await bench.start(['account', 'list'], { ...environment, LOG_LEVEL: 'debug' }).ended
  expect(loud).toMatchObject({ code: 1, stderr: expect.stringContaining('    at ') })
})

test('a reader that closes early is no error', async () => {
  const bench = await openBench()
  const running = bench.start(['--help'])
  running.process.stdout?.destroy()
  expect(await running.ended).toMatchObject({ stderr: '' })
})
