// Node was replaced since the packages were installed: the driver of SQLite is missing, or was compiled for another Node.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { ROOT } from '../operation/dockerfile.js'

/** The built program beside packages of which the driver has no compiled part. */
async function openProgram(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-driver-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (!name.startsWith('better-sqlite3')) await symlink(join(ROOT, 'node_modules', name), join(packages, name))
  for (const part of ['lib', 'package.json'])
    await cp(join(ROOT, 'node_modules', 'better-sqlite3', part), join(packages, 'better-sqlite3', part), {
      recursive: true,
    })
  await symlink(join(ROOT, 'src'), join(folder, 'src'))
  // Another test may have a program of this build running: its socket is not part of the program.
  const isOfProgram = (path: string) => !path.includes('.running')
  for (const name of ['dist', 'package.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter: isOfProgram })
  return folder
}

const words = `the packages are not installed for this Node (${process.version}). Stop the service, type "node src/ready.mjs start"`

it.each([
  ['is missing', false],
  ['was compiled for another Node', true],
])('the start ends with one line and exit code 78 where the driver %s [PROCESS-2]', async (_, isThere) => {
  const folder = await openProgram()
  if (isThere) {
    const build = join(folder, 'node_modules', 'better-sqlite3', 'build', 'Release')
    await mkdir(build, { recursive: true })
    await writeFile(join(build, 'better_sqlite3.node'), 'not what this Node loads')
  }
  const run = (...args: string[]) => {
    const environment = { PORT: '0', DATABASE_URL: `file:${join(folder, 'headcount.db')}` }
    return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: environment, timeout: 60_000 })
  }
  const service = run('dist/src/main.js')
  expect([service.status, service.stdout]).toEqual([78, ''])
  expect(service.stderr.trim()).toBe(
    `Headcount could not start: ${words} as the user who installed it, then start again.`,
  )
  const command = run('dist/cli/main.js', 'account', 'create', '--name', 'Studio', '--plan', 'free')
  expect(command.status).toBe(78)
  expect(command.stderr).toContain(words)
})

it('the driver of this Node is loaded', () => {
  const opened = new Database(':memory:')
  expect(opened.prepare('SELECT 1').pluck().get()).toBe(1)
  opened.close()
})
