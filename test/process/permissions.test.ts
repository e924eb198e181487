// Files of the service and the command line are readable by their user only, whatever the umask; existing files keep
// their mode.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type SimulatorHandle, startSimulator } from '../../src/simulator/simulator.js'

const PROJECT = join(import.meta.dirname, '..', '..')
const [SERVICE, CLI] = ['dist/src/main.js', 'dist/cli/main.js'].map((name) => join(PROJECT, name))
const RUNNING = join(PROJECT, 'dist', '.running')
/** The user id of `nobody`, for tests that run as root, because file modes do not restrict root. */
const NOBODY = 65_534

interface PermissionFixture {
  readonly folder: string
  readonly simulator: SimulatorHandle
  /** Runs in the folder with umask 0. */
  start(
    program: string | undefined,
    args: readonly string[],
    given?: { readonly uid?: number | undefined },
  ): ChildProcess
  run(...args: readonly string[]): Promise<string>
  modes(): Promise<Record<string, string>>
}

async function openPlace(): Promise<PermissionFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-modes-'))
  const simulator = await startSimulator({ port: 0, seed: 1, games: 3, rateLimits: 'off' })
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL')
    await simulator.close()
    await rm(folder, { recursive: true, force: true })
  })
  const env = { PORT: '0', PLATFORM_URL: simulator.url, POLL_CRON: '* * * * * *' }
  const start: PermissionFixture['start'] = (program = '', args, { uid } = {}) => {
    const shell = ['-c', 'umask 000; exec "$0" "$@"', process.execPath, program, ...args]
    const child = spawn('/bin/sh', shell, { cwd: folder, env, ...(uid === undefined ? {} : { uid, gid: uid }) })
    children.push(child)
    return child
  }
  return {
    folder,
    simulator,
    start,
    run: async (...args) => {
      const child = start(CLI, args)
      const [output, [code]] = await Promise.all([outputOf(child), once(child, 'close')])
      expect([args, code, output]).toEqual([args, 0, expect.any(String)])
      return output
    },
    modes: async () => {
      const found: Record<string, string> = {}
      for (const entry of await readdir(folder, { recursive: true })) {
        found[entry] = `0${((await stat(join(folder, entry))).mode & 0o777).toString(8)}`
      }
      return found
    },
  }
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
  await once(child, 'close')
  return output
}

function startService(place: PermissionFixture) {
  const service = place.start(SERVICE, [])
  let output = ''
  service.stdout?.on('data', (data: Buffer) => (output += data.toString()))
  return {
    pid: service.pid,
    untilPrinted: (text: string) => expect.poll(() => output, { timeout: 60_000 }).toContain(text),
    stop: async (): Promise<void> => {
      service.kill('SIGTERM')
      await once(service, 'exit')
    },
  }
}

test('in an empty folder, everything that is made is for its owner alone', async () => {
  const place = await openPlace()
  const service = startService(place)
  await service.untilPrinted('serves at')
  await place.run('account', 'create', '--name', 'Studio', '--plan', 'enterprise')
  await place.run('game', 'add', '--account', '1', '--universe', `${place.simulator.world.games[0]?.universeId}`)
  await service.untilPrinted('A tick was stored.')
  const made = { data: '0700', 'data/headcount.db': '0600', 'data/headcount.db.lock': '0600' }
  const listening = { 'data/headcount.db.sock': '0600', 'data/headcount.db.missed': '0600' }
  const logged = { 'data/headcount.db-wal': '0600', 'data/headcount.db-shm': '0600' }
  expect(await place.modes()).toEqual({ ...made, ...logged, ...listening })
  const [sign = ''] = (await readdir(RUNNING)).filter((name) => name.startsWith(`${service.pid}-`))
  expect((await stat(join(RUNNING, sign))).mode & 0o777).toBe(0o600)
  await place.run('backup', 'copy.db')
  expect(await place.modes()).toEqual({ ...made, ...logged, ...listening, 'copy.db': '0600' })
  await service.stop()
  await place.run('restore', 'copy.db')
  const { 'copy.db': copy, ...rest } = await place.modes()
  expect(new Set([copy, ...Object.values(rest)])).toEqual(new Set(['0600', '0700']))
  expect(Object.keys(rest).some((name) => name.includes('before-restore'))).toBe(true)
})

test('a database that others may read keeps its mode, and the doctor says how to close it; what is restored is closed', async () => {
  const place = await openPlace()
  const file = join(place.folder, 'data', 'headcount.db')
  await place.run('account', 'create', '--name', 'Studio', '--plan', 'enterprise')
  expect(await place.run('doctor')).toMatch(/^ok +database/m)
  await place.run('backup', 'copy.db')
  for (const name of [file, join(place.folder, 'copy.db')]) await chmod(name, 0o644)
  await place.run('account', 'list')
  expect((await place.modes())['data/headcount.db']).toBe('0644')
  const advice = await place.run('doctor')
  expect(advice).toMatch(/^warning +database .*0644/m)
  expect(advice).toContain(`chmod 600 ${file}`)
  await place.run('restore', 'copy.db')
  const modes = await place.modes()
  expect(modes['data/headcount.db']).toBe('0600')
  expect(modes['copy.db']).toBe('0644')
  const kept = Object.entries(modes).filter(([name]) => name.includes('before-restore'))
  expect(kept.map(([, mode]) => mode)).toEqual(['0600'])
})

test.each([
  ['may not be read', 0o000],
  ['may not be written', 0o400],
])('a database that %s is rejected in plain words', async (_, mode) => {
  const place = await openPlace()
  const uid = process.getuid?.() === 0 ? NOBODY : undefined
  const file = join(place.folder, 'data', 'headcount.db')
  await place.run('account', 'create', '--name', 'Studio', '--plan', 'enterprise')
  if (uid !== undefined)
    for (const path of ['.', 'data', 'data/headcount.db']) await chown(join(place.folder, path), uid, uid)
  await chmod(file, mode)
  const look = (...args: string[]) => outputOf(place.start(CLI, args, { uid }))
  const says = /headcount\.db may not be (read|written to) by the user who runs Headcount/
  expect(await look('account', 'list')).toMatch(/^error: DATABASE_URL: [^\n]+\n$/)
  expect(await look('account', 'list')).toMatch(says)
  expect(await look('doctor')).toMatch(mode === 0 ? says : /cannot be written to/)
  expect(await outputOf(place.start(SERVICE, [], { uid }))).toMatch(says)
})
