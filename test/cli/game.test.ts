import { expect, test } from 'vitest'
import { z } from 'zod'
import type { PlanName } from '../../src/domain/plan.js'
import { type CliTestBench, gameShape, openBench } from '../support/cli/run-cli.js'

const openWithAccount = async (plan: PlanName = 'enterprise', games = 0): Promise<CliTestBench> => {
  const bench = await openBench()
  await bench.account('Studio', plan, games)
  return bench
}

test('a game is added by universe, by place and by address [PLATFORM-13]', async () => {
  const bench = await openWithAccount()
  const [first, second, third] = bench.simulator.world.games
  const add = (...args: string[]) => bench.json(gameShape, 'game', 'add', '--account', 'Studio', ...args)
  const byUniverse = await add('--universe', `${first?.universeId}`, '--channel', '112233445566778899')
  expect(byUniverse).toMatchObject({
    id: 1,
    platform_id: `${first?.universeId}`,
    roblox_id: `${first?.universeId}`,
    name: first?.name,
    channel_id: '112233445566778899',
    is_active: true,
  })
  expect((await add('--place', `${second?.placeId}`)).platform_id).toBe(`${second?.universeId}`)
  const address = `https://www.roblox.com/games/${third?.placeId}/A-Name`
  expect((await add('--url', address)).platform_id).toBe(`${third?.universeId}`)
  const games = await bench.json(z.array(gameShape), 'game', 'list', '--account', '1')
  expect(games.map((game) => game.id)).toEqual([1, 2, 3])
})

test('adding a game twice answers the same game [PROCESS-12]', async () => {
  const bench = await openWithAccount()
  const args = ['game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`]
  const first = await bench.json(gameShape, ...args)
  expect(await bench.json(gameShape, ...args)).toEqual(first)
  expect((await bench.run(...args)).stdout).toContain('already')
})

test('what the platform does not know is rejected', async () => {
  const bench = await openWithAccount()
  const rejected = (...args: string[]) => bench.rejection(['game', 'add', ...args])
  const rejections = await Promise.all([
    rejected('--account', '1', '--universe', '5'),
    rejected('--account', '1', '--place', '5'),
    rejected('--account', '1', '--url', 'https://example.com/x'),
    rejected('--account', 'Nobody', '--universe', '5'),
    rejected('--account', '1', '--universe', `${bench.universe(0)}`, '--channel', 'here'),
  ])
  const reasons = ['does not show game 5', 'does not show place 5', 'not the address of a game', 'Nobody', 'channel']
  for (const [index, reason] of reasons.entries()) expect(rejections[index]).toContain(reason)
  expect(await bench.json(z.array(gameShape), 'game', 'list', '--account', '1')).toEqual([])
})

test('the plan has room for so many games', async () => {
  const bench = await openWithAccount('free', 3)
  const fourth = ['game', 'add', '--account', '1', '--universe', `${bench.universe(3)}`]
  expect(await bench.rejection(fourth)).toContain('at most 3 games')
})

test('a game is linked, paused, resumed and removed', async () => {
  const bench = await openWithAccount('enterprise', 1)
  const set = (...args: string[]) => bench.json(gameShape, 'game', 'set', '1', ...args)
  expect(await set('--channel', '112233445566778899')).toMatchObject({
    channel_id: '112233445566778899',
    is_active: true,
  })
  expect(await set('--active', 'false')).toMatchObject({ channel_id: '112233445566778899', is_active: false })
  expect(await set('--active', 'true', '--channel', 'none')).toMatchObject({ channel_id: null, is_active: true })
  expect(await bench.rejection(['game', 'set', '1'], 2)).toContain('nothing to change')
  expect(await bench.rejection(['game', 'set', '1', '--active', 'yes'], 2)).toContain('true or false')
  expect(await bench.json(gameShape, 'game', 'remove', '1')).toMatchObject({ id: 1 })
  expect(await bench.rejection(['game', 'remove', '1'])).toContain('There is no game 1')
})

test('after adding, people read when the first sample is due', async () => {
  const bench = await openWithAccount('free')
  const { stdout } = await bench.run('game', 'add', '--account', '1', '--universe', `${bench.universe(0)}`)
  expect(stdout).toMatch(/first sample is due at \d{4}-\d\d-\d\d \d\d:\d0 UTC and then every 10 min/)
  expect(stdout).toContain('poll once')
})

test('a game is shown to everybody once its owner says so', async () => {
  const bench = await openWithAccount('enterprise', 1)
  const { services } = await bench.beside()
  const published = async () => (await services.games.published()).map((game) => game.id)
  expect(await published()).toEqual([])
  await bench.json(gameShape, 'game', 'set', '1', '--public', 'true')
  expect(await published()).toEqual([1])
  await bench.json(gameShape, 'game', 'set', '1', '--active', 'false')
  expect(await published()).toEqual([1])
  await bench.json(gameShape, 'game', 'set', '1', '--public', 'false')
  expect(await published()).toEqual([])
})

const resumedShape = z.strictObject({ resumed_games: z.array(gameShape), still_paused_games: z.array(gameShape) })

test('all paused games are resumed at once, whoever paused them', async () => {
  const bench = await openWithAccount('premium', 6)
  await bench.run('account', 'set', 'Studio', '--plan', 'free')
  await bench.run('game', 'set', '2', '--active', 'false')
  await bench.run('account', 'set', 'Studio', '--plan', 'premium')
  await bench.run('game', 'set', '5', '--active', 'false')
  const all = ['game', 'resume', '--all', '--account', 'Studio']
  const { resumed_games, still_paused_games } = await bench.json(resumedShape, ...all)
  expect(resumed_games.map((game) => [game.id, game.is_active])).toEqual([
    [2, true],
    [5, true],
  ])
  expect(still_paused_games).toEqual([])
  expect(await bench.json(resumedShape, ...all)).toEqual({ resumed_games: [], still_paused_games: [] })
  expect(await bench.run(...all)).toMatchObject({ code: 0, stdout: 'No game of this account is paused.\n', stderr: '' })
})

test('where the plan has no room for all, those registered first are resumed and the rest are named', async () => {
  const bench = await openWithAccount('premium', 6)
  for (const game of ['1', '3']) await bench.run('game', 'set', game, '--active', 'false')
  await bench.run('account', 'set', 'Studio', '--plan', 'free')
  await bench.run('game', 'remove', '2')
  const ended = await bench.run('game', 'resume', '--all', '--account', '1')
  expect(ended).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Resumed 1 game: .* \(game 1\)\.\n$/) })
  expect(ended.stderr).toMatch(
    /^error: 2 games stay paused: .* \(game 3\), .* \(game 6\)\. On the Free plan, at most 3 games are tracked\. .*\n$/,
  )
  const again = await bench.run('game', 'resume', '--all', '--account', '1', '--json')
  expect(again).toMatchObject({ code: 1 })
  const { resumed_games, still_paused_games } = resumedShape.parse(JSON.parse(again.stdout))
  expect([resumed_games, still_paused_games.map(({ id }) => id)]).toEqual([[], [3, 6]])
})

test('which games to resume is said', async () => {
  const bench = await openWithAccount('free', 1)
  expect(await bench.rejection(['game', 'resume', '--account', '1'], 2)).toContain('--all')
  expect(await bench.rejection(['game', 'resume', '--all'], 2)).toContain('--account')
  expect(await bench.rejection(['game', 'resume', '--all', '--account', 'Nobody'])).toContain('Nobody')
})
