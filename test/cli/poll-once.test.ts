import { expect, test } from 'vitest'
import { z } from 'zod'
import { minuteOf } from '../../src/domain/clock.js'
import type { PlanName } from '../../src/domain/plan.js'
import { type CliTestBench, openBench } from '../support/cli/run-cli.js'

const reportShape = z.strictObject({
  timestamp: z.string().regex(/:00\.000Z$/),
  sampled: z.int(),
  gaps: z.array(z.strictObject({ universe_id: z.int(), reason: z.string() })),
})

const openWithGames = async (count: number, plan: PlanName = 'enterprise'): Promise<CliTestBench> => {
  const bench = await openBench()
  await bench.account('Studio', plan, count)
  return bench
}

test('one tick samples all active games, due or not', async () => {
  const bench = await openWithGames(3, 'free')
  await bench.run('game', 'set', '2', '--active', 'false')
  const before = minuteOf(Date.now())
  const report = await bench.json(reportShape, 'poll', 'once')
  expect(report).toMatchObject({ sampled: 2, gaps: [] })
  const minute = minuteOf(Date.parse(report.timestamp))
  expect(minute).toBeGreaterThanOrEqual(before)
  const { store } = await bench.beside()
  const latest = await store.series.latest([0, 1, 2].map(bench.universe))
  expect([...latest.values()].map((sample) => sample.minute)).toEqual([minute, minute])
})

test('without games there is nothing to sample', async () => {
  const bench = await openBench()
  expect(await bench.json(reportShape, 'poll', 'once')).toMatchObject({ sampled: 0, gaps: [] })
  expect((await bench.run('poll', 'once')).stdout).toContain('game add')
})

test('what gives no sample is a gap with its reason, and no failure', async () => {
  const bench = await openWithGames(4)
  bench.simulator.hidden.add(bench.universe(1))
  bench.simulator.gone.add(bench.universe(2))
  const report = await bench.json(reportShape, 'poll', 'once')
  expect(report.sampled).toBe(2)
  expect(new Map(report.gaps.map((gap) => [gap.universe_id, gap.reason]))).toEqual(
    new Map([
      [bench.universe(1), 'hidden'],
      [bench.universe(2), 'gone'],
    ]),
  )
})

test('a wrong clock and a platform that fails leave gaps too', async () => {
  const bench = await openWithGames(1)
  bench.simulator.settings.clockSkewMs = 10 * 60_000
  const skewed = await bench.run('poll', 'once', '--json')
  expect(skewed).toMatchObject({ code: 0, stderr: expect.stringContaining('clock') })
  expect(reportShape.parse(JSON.parse(skewed.stdout))).toMatchObject({
    sampled: 0,
    gaps: [{ universe_id: bench.universe(0), reason: 'clock' }],
  })
  await bench.leave()
  bench.simulator.settings.clockSkewMs = 0
  bench.simulator.settings.intercept = () => ({ status: 500, body: 'broken' })
  const failed = await bench.run('poll', 'once', '--json')
  expect(failed.code).toBe(0)
  expect(reportShape.parse(JSON.parse(failed.stdout))).toMatchObject({
    sampled: 0,
    gaps: [{ universe_id: bench.universe(0), reason: 'platform error' }],
  })
})

test('stopped by a signal, it stores what it has and ends', async () => {
  const bench = await openWithGames(1)
  const firstRequest = new Promise<void>((resolve) => {
    bench.simulator.settings.intercept = () => {
      resolve()
      return { hang: true }
    }
  })
  const running = bench.start(['poll', 'once', '--json'])
  await firstRequest
  running.process.kill('SIGINT')
  const ended = await running.ended
  expect(ended.code).toBe(0)
  expect(reportShape.parse(JSON.parse(ended.stdout))).toMatchObject({
    sampled: 0,
    gaps: [{ universe_id: bench.universe(0), reason: 'stopping' }],
  })
})
