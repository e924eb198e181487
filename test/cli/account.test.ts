import { expect, test } from 'vitest'
import { z } from 'zod'
import { gameShape, openBench, timestamp } from '../support/cli/run-cli.js'

const accountShape = z.strictObject({
  id: z.int(),
  name: z.string(),
  plan: z.enum(['free', 'premium', 'enterprise']),
  status: z.enum(['trial', 'active', 'expired']),
  trial_ends_at: timestamp.nullable(),
  created_at: timestamp,
})

const DAY_MS = 86_400_000

test('an account is created active, shown by id and by name, listed and removed', async () => {
  const bench = await openBench()
  const made = await bench.json(accountShape, 'account', 'create', '--name', 'My studio', '--plan', 'premium')
  expect(made).toMatchObject({ id: 1, name: 'My studio', plan: 'premium', status: 'active', trial_ends_at: null })
  const shown = await Promise.all(['1', 'My studio'].map((named) => bench.json(accountShape, 'account', 'show', named)))
  expect(shown).toEqual([made, made])
  expect(await bench.json(z.array(accountShape), 'account', 'list')).toEqual([made])
  expect(await bench.rejection(['account', 'remove', '1'], 2)).toContain('--yes')
  expect(await bench.json(accountShape, 'account', 'remove', 'My studio', '--yes')).toEqual(made)
  expect(await bench.json(z.array(accountShape), 'account', 'list')).toEqual([])
  expect(await bench.rejection(['account', 'show', '1'])).toContain('No account has the ID or name 1')
})

test('a trial ends after the days given, and is of a paid plan', async () => {
  const bench = await openBench()
  const args = ['account', 'create', '--status', 'trial', '--plan', 'premium', '--name']
  const made = await bench.json(accountShape, ...args, 'Tries', '--trial-days', '30')
  expect(made.status).toBe('trial')
  expect(Date.parse(made.trial_ends_at ?? '') - Date.parse(made.created_at)).toBe(30 * DAY_MS)
  const over = await bench.json(accountShape, ...args, 'Over', '--trial-days', '0')
  expect(over.status).toBe('expired')
  expect(await bench.rejection(['account', 'set', 'Tries', '--plan', 'free'])).toContain('paid plan')
  const paying = await bench.json(accountShape, 'account', 'set', 'Tries', '--status', 'active', '--name', 'Pays')
  expect(paying).toMatchObject({ id: made.id, name: 'Pays', status: 'active' })
})

test('a name is taken once', async () => {
  const bench = await openBench()
  await bench.account('One', 'enterprise')
  await bench.account('Two', 'enterprise')
  expect(await bench.rejection(['account', 'create', '--name', 'One', '--plan', 'free'])).toContain('named One')
  expect(await bench.rejection(['account', 'set', 'Two', '--name', 'One'])).toContain('named One')
})

test('a downgrade pauses the newest games and says which', async () => {
  const bench = await openBench()
  await bench.account('Big', 'premium', 5)
  const shape = accountShape.extend({ paused_games: z.array(gameShape) })
  const downgraded = await bench.json(shape, 'account', 'set', 'Big', '--plan', 'free')
  expect(downgraded.paused_games.map((game) => [game.id, game.is_active])).toEqual([
    [4, false],
    [5, false],
  ])
  const games = await bench.json(z.array(gameShape), 'game', 'list', '--account', 'Big')
  expect(games.map((game) => game.is_active)).toEqual([true, true, true, false, false])
  expect(await bench.rejection(['game', 'set', '5', '--active', 'true'])).toContain('at most 3 games')
})

test('for people, a downgrade is said beside the table', async () => {
  const bench = await openBench()
  await bench.account('Big', 'premium', 4)
  const ended = await bench.run('account', 'set', 'Big', '--plan', 'free')
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('free') })
  expect(ended.stderr).toMatch(/^Paused, .*\(game 4\)\.\n$/)
})

test('a later plan resumes the games that the one before had paused, and says which', async () => {
  const bench = await openBench()
  await bench.account('Big', 'premium', 6)
  await bench.run('game', 'set', '6', '--active', 'false')
  await bench.run('account', 'set', 'Big', '--plan', 'free')
  const shape = accountShape.extend({ resumed_games: z.array(gameShape) })
  const upgraded = await bench.json(shape, 'account', 'set', 'Big', '--plan', 'premium')
  expect(upgraded.resumed_games.map((game) => [game.id, game.is_active])).toEqual([
    [4, true],
    [5, true],
  ])
  await bench.run('account', 'set', 'Big', '--plan', 'free')
  await bench.run('game', 'remove', '1')
  const partly = await bench.run('account', 'set', 'Big', '--plan', 'premium', '--status', 'expired')
  expect(partly.stderr).toMatch(
    /^Resumed 1 game that the plan had paused: .* \(game 4\)\.\nStill paused, because the account has room for 3 games now: .* \(game 5\)\.\n$/,
  )
  expect(partly.code).toBe(0)
})

test('what was made says what to do next', async () => {
  const bench = await openBench()
  const { stdout } = await bench.run('account', 'create', '--name', 'New', '--plan', 'free')
  expect(stdout).toContain('npm run -s cli -- game add --account 1')
  expect(stdout).toContain('npm run -s cli -- key create --account 1')
})
