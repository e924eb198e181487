// A running service announces itself, so that no build replaces the files that it runs from.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../../src/simulator/simulator.js'

const run = promisify(execFile)
const project = join(import.meta.dirname, '..', '..')

/** Makes a folder with all that `npm start` needs, built already. */
async function openCheckout() {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-checkout-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const sources = ['src', 'commands', 'package.json', 'package-lock.json', 'tsconfig.json']
  const built = ['src', 'commands', 'web', 'cli', '.built'].map((name) => `dist/${name}`)
  await mkdir(join(folder, 'dist'))
  // Copied with cp, because the build compares the sources' times in nanoseconds, which fs.cp does not keep.
  await run('cp', ['-Rp', ...sources, folder], { cwd: project })
  await run('cp', ['-Rp', ...built, join(folder, 'dist')], { cwd: project })
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  const ready = async () => {
    const child = spawn(process.execPath, ['src/ready.mjs', 'start'], { cwd: folder })
    let stderr = ''
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    const [code] = await once(child, 'close')
    return { code, stderr }
  }
  expect(await ready()).toEqual({ code: 0, stderr: '' })
  return { folder, running: join(folder, 'dist', '.running'), ready }
}

async function startService(folder: string) {
  const simulator = await startSimulator({ port: 0, seed: 1, games: 1, rateLimits: 'off' })
  onTestFinished(() => simulator.close())
  const env = { PORT: '0', PLATFORM_URL: simulator.url, DATABASE_URL: `file:${join(folder, 'headcount.db')}` }
  const service = spawn('npm', ['start'], { cwd: folder, env: { PATH: process.env.PATH, ...env }, detached: true })
  const ended = new Promise((resolve) => service.once('exit', resolve))
  const kill = (signal: NodeJS.Signals) => process.kill(-(service.pid ?? expect.unreachable()), signal)
  onTestFinished(() => {
    if (service.exitCode === null && service.signalCode === null) kill('SIGKILL')
  })
  let output = ''
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('serves at')
  const end = (signal: NodeJS.Signals) => {
    kill(signal)
    return ended
  }
  return { output: () => output, end }
}

test('under a running service nothing is built; a killed one and a stopped one are in nobody’s way', async () => {
  const { folder, running, ready } = await openCheckout()
  const service = await startService(folder)
  const [socket = ''] = await readdir(running)
  expect((await stat(join(running, socket))).mode & 0o777).toBe(0o600)
  await appendFile(join(folder, 'src/main.ts'), '// changed\n')
  expect(await ready()).toMatchObject({ code: 1, stderr: expect.stringContaining('stop it first') })
  await service.end('SIGKILL')
  expect(await ready()).toMatchObject({ code: 0, stderr: expect.stringContaining('building') })
  expect(await readdir(running)).toEqual([])
  const second = await startService(folder)
  expect(await readdir(running)).toHaveLength(1)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(await readdir(running)).toEqual([])
}, 240_000)

test('a service that cannot show that it runs says so, with the functions that failed, and serves', async () => {
  const { folder, running } = await openCheckout()
  await writeFile(running, '')
  const service = await startService(folder)
  expect(service.output()).toContain('stop it by hand before an update')
  expect(service.output()).toMatch(/ at \w+ \(file:.*dist\/src\/.*:\d/)
  expect(await service.end('SIGTERM')).toBe(0)
}, 240_000)
