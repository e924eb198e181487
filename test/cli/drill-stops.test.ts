// A drill that cannot run or is stopped says why, and leaves nothing behind.
import { mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAccount, openBench } from '../support/cli/run-cli.js'

const PREFIX = 'headcount-drill-'
/** No process has it: it is above the largest of Linux. */
const DEAD_PID = 2 ** 22 + 1

const drillFolders = async (pid: number): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`${PREFIX}${pid}-`))

test('without a database, and without a game that is sampled, the drill says so', async () => {
  const bench = await openBench()
  expect(await bench.rejection(['drill'])).toContain('no database')
  await openAccount(bench, 'Studio')
  expect(await bench.rejection(['drill'])).toContain('No game is sampled')
  expect(await bench.rejection(['drill', '--kills', '0'], 2)).toContain('1 to 10000')
  expect(await drillFolders(process.pid)).toEqual([])
})

test('a drill removes what one left that was killed itself [PROCESS-39]', async () => {
  const bench = await openBench()
  await openAccount(bench, 'Studio')
  await mkdir(join(tmpdir(), `${PREFIX}${DEAD_PID}-abc`))
  await bench.run('drill')
  expect(await drillFolders(DEAD_PID)).toEqual([])
})

test('a drill stops on Ctrl-C: its processes end and its copy is removed [PROCESS-39]', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 3)
  await bench.leave()
  const { process: drill, ended } = bench.start(['drill', '--kills', '10000'], { TMPDIR: bench.folder })
  const inside = async (): Promise<string[]> => (await readdir(bench.folder)).filter((name) => name.startsWith(PREFIX))
  await expect.poll(inside).toHaveLength(1)
  drill.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 1, stdout: '', stderr: 'error: Stopped before it was done.\n' })
  expect(await inside()).toEqual([])
})
