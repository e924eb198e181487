// When the log is on a full disk, lines are lost and the service goes on. The test uses the kernel's device /dev/full.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openBench } from '../support/cli/run-cli.js'

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js')
const FULL = '/dev/full'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

it.skipIf(!existsSync(FULL))('a log that cannot be written does not end the service', async () => {
  const bench = await openBench()
  const port = await freePort()
  const full = openSync(FULL, 'w')
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PORT: `${port}`,
      DATABASE_URL: `file:${join(bench.folder, 'headcount.db')}`,
      PLATFORM_URL: bench.simulator.url,
    },
    stdio: ['ignore', full, full],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ready = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status)
  await expect.poll(() => ready().catch(() => child.exitCode), { timeout: 60_000 }).toBe(200)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
