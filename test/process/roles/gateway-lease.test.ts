// The bot runs in the process that has the lease of the gateway, and nowhere else.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Lease } from '../../../src/domain/processes/leases.js'
import { startGateway } from '../../../src/roles/gateway-lease.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openScene() {
  const calls: string[] = []
  const scene = { lease: undefined as Lease | undefined, token: 'first' }
  const leases = { take: async () => scene.lease }
  const runner = {
    restart: async () => void calls.push('restart'),
    pause: async () => void calls.push('pause'),
  }
  const start = () => startGateway({ leases, runner, readToken: async () => scene.token })
  return { scene, calls, start }
}

const leaseOf = (term: number): Lease => ({ term, fenced: (work) => work() })

it('starts with the lease, again with each new term and token, and ends without it [PROCESS-45]', async () => {
  const { scene, calls, start } = openScene()
  const gateway = await start()
  await gateway.restart()
  expect(calls).toEqual([])
  const changes = [
    () => (scene.lease = leaseOf(1)),
    () => (scene.token = 'second'),
    () => (scene.lease = leaseOf(2)),
    () => (scene.lease = undefined),
  ]
  for (const change of changes) {
    change()
    await vi.advanceTimersByTimeAsync(2_500)
  }
  expect(calls).toEqual(['restart', 'restart', 'restart', 'pause'])
  await gateway.stop()
})

it('starts once while nothing changes, and again when it is asked to', async () => {
  const { scene, calls, start } = openScene()
  scene.lease = leaseOf(1)
  const gateway = await start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(calls).toEqual(['restart'])
  await gateway.restart()
  expect(calls).toEqual(['restart', 'restart'])
  await gateway.stop()
})
