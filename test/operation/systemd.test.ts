// The service under systemd: what it notifies, and what its unit file allows.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBench } from '../support/cli/run-cli.js'
import { launchService, startService } from '../support/start-service.js'

const UNIT = join(import.meta.dirname, '..', '..', 'src', 'operation', 'headcount.service')
const SOON = { timeout: 60_000 }
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0
const titled = (title: string, isThere: boolean, missing: string): string =>
  isThere ? title : `${title}: ${missing} is not installed`

/** A folder with a program in place of systemd-notify that notes with what it was called. */
async function noteCalls(folder: string) {
  const bin = join(folder, 'bin')
  const notes = join(folder, 'notes')
  await mkdir(bin)
  await writeFile(notes, '')
  await writeFile(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$@" >> '${notes}'\n`)
  await chmod(join(bin, 'systemd-notify'), 0o755)
  const lines = async (): Promise<string[]> => (await readFile(notes, 'utf8')).trim().split('\n')
  return { lines, PATH: `${bin}${delimiter}${process.env.PATH}` }
}

it('systemd is notified when the service serves, while its event loop runs, and when it stops [PROCESS-31]', async () => {
  const bench = await openBench()
  const { lines, PATH } = await noteCalls(bench.folder)
  const service = await startService(bench, { PATH, NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: '1000000' })
  await expect.poll(async () => (await lines()).filter((line) => line === 'WATCHDOG=1').length, SOON).toBeGreaterThan(2)
  expect((await lines())[0]).toMatch(/^--ready --status=Serves at http:/)
  expect(await service.end('SIGTERM')).toBe(0)
  await expect.poll(lines, SOON).toContain('STOPPING=1')
})

it('nothing is sent where the start fails, where no systemd listens, or of a watchdog of another process', async () => {
  const bench = await openBench()
  const { lines, PATH } = await noteCalls(bench.folder)
  expect(await launchService(bench, { PATH, NOTIFY_SOCKET: '/nowhere', PORT: 'x' }).end()).toBe(78)
  expect(await (await startService(bench, { PATH, WATCHDOG_USEC: '1000000' })).end('SIGTERM')).toBe(0)
  expect(await lines()).toEqual([''])
  const other = { WATCHDOG_USEC: '1000000', WATCHDOG_PID: '1' }
  const service = await startService(bench, { PATH, NOTIFY_SOCKET: '/nowhere', ...other })
  await expect.poll(async () => (await lines()).length, SOON).toBe(1)
  await service.end('SIGTERM')
  expect(await lines()).not.toContain('WATCHDOG=1')
})

it('a missing systemd-notify is logged, and the service goes on', async () => {
  const bench = await openBench()
  const service = await startService(bench, { PATH: bench.folder, NOTIFY_SOCKET: '/nowhere' })
  await expect.poll(service.output, SOON).toContain('systemd-notify does not run')
  expect(await service.end('SIGTERM')).toBe(0)
})

const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('bound', flush=True)
while True: print(receiver.recv(4096).decode().replace(chr(10), ' '), flush=True)
`
const canReceive = has('python3', '--version') && has('systemd-notify', '--version')
const received = 'the notifications arrive at a real socket through the real systemd-notify'
it.skipIf(!canReceive)(titled(received, canReceive, 'python3 or systemd-notify'), async () => {
  const bench = await openBench()
  const socket = join(bench.folder, 'notify')
  const receiver = spawn('python3', ['-c', RECEIVER, socket])
  onTestFinished(() => void receiver.kill())
  let output = ''
  receiver.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await once(receiver.stdout, 'data')
  const PATH = process.env.PATH ?? ''
  const service = await startService(bench, { PATH, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '2000000' })
  await expect.poll(() => output, SOON).toMatch(/READY=1[\s\S]*WATCHDOG=1/)
  await service.end('SIGTERM')
  await expect.poll(() => output, SOON).toContain('STOPPING=1')
})

const canRate = has('systemd-analyze', 'security', '--offline=true', UNIT)
const rated = 'the unit file is rated below 2.0 by systemd-analyze security [PROCESS-31]'
it.skipIf(!canRate)(titled(rated, canRate, 'systemd-analyze with --offline'), () => {
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', UNIT], { encoding: 'utf8' })
  const exposure = /Overall exposure level for headcount\.service: ([\d.]+)/.exec(report)?.[1]
  expect(Number(exposure)).toBeLessThan(2)
})
