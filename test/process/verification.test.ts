// The running service finds damage in its file by itself, and `doctor` reports it.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MINUTE_MS, WEEK_MINUTES } from '../../src/domain/clock.js'
import { blockOf, sample } from '../store/contract/support.js'
import { openBench } from '../support/cli/run-cli.js'
import { startService } from '../support/start-service.js'
import { flipBit } from '../support/store/damage-file.js'

const VERIFIED = /"msg":"The store was verified: [^"]*"/g

test('after a kill the whole store is verified: one line in the log, and a line of the doctor', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  const universeId = bench.universe(0)
  const week = (Math.floor(Date.now() / MINUTE_MS / WEEK_MINUTES) - 2) * WEEK_MINUTES
  const rows = Array.from({ length: 168 }, (_, hour) => sample(universeId, week + hour * 60))
  await (await bench.beside()).store.series.importBlock(blockOf(universeId, rows))
  await bench.leave()

  const first = await startService(bench)
  await expect.poll(first.output, { timeout: 60_000 }).toContain('The store was verified: nothing is damaged.')
  await first.end('SIGKILL')
  flipBit({ file: join(bench.folder, 'headcount.db'), universeId, minute: week })
  const second = await startService(bench)
  await expect
    .poll(second.output, { timeout: 60_000 })
    .toContain('The store was verified: 1 week of a universe damaged')
  const doctor = await bench.run('doctor')
  expect(doctor.stdout).toMatch(/Last verified 20\S+Z: 1 week of a universe damaged: universe \d+, /)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(second.output().match(VERIFIED)).toHaveLength(1)
  expect(second.output()).toMatch(/"level":50.*The store was verified/)
})
