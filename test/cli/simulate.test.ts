import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBench } from '../support/cli/run-cli.js'

const shape = z.strictObject({ platform_url: z.string(), port: z.int(), games: z.int(), seed: z.int() })

test.each(['SIGINT', 'SIGTERM'] as const)('a simulated platform serves until %s', async (signal) => {
  const bench = await openBench()
  const running = bench.start(['simulate', '--port', '0', '--games', '3', '--seed', '9', '--json'])
  const { platform_url, ...rest } = shape.parse(JSON.parse(await running.firstOutput))
  expect(rest).toMatchObject({ games: 3, seed: 9 })
  const answer = await fetch(`${platform_url.replace('{service}', 'games')}/v1/games?universeIds=1`)
  expect(answer.ok).toBe(true)
  running.process.kill(signal)
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
})

test('it says how to use it, and that a port is taken', async () => {
  const bench = await openBench()
  const running = bench.start(['simulate', '--port', '0'])
  expect(await running.firstOutput).toMatch(/PLATFORM_URL=http:\/\/127\.0\.0\.1:\d+\/\{service\}/)
  running.process.kill()
  await running.ended
  expect(await bench.rejection(['simulate', '--port', `${bench.simulator.port}`])).toContain('is in use')
  expect(await bench.rejection(['simulate', '--port', '70000'], 2)).toContain('0 to 65535')
})
