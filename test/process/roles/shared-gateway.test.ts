// The shards of Discord's gateway that a process opens follow those that it holds.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GatewayShare } from '../../../src/domain/processes/gateway-shards.js'
import { type OpenedShare, startSharedGateway } from '../../../src/roles/shared-gateway.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const shareOf = (shards: readonly number[], change: Partial<GatewayShare> = {}): GatewayShare => ({
  ...{ term: 1, count: 4, shards, surplus: [] },
  ...change,
})

async function openScene(first?: GatewayShare) {
  const calls: string[] = []
  const note = (call: string) => async () => void calls.push(call)
  const scene = {
    share: async (): Promise<GatewayShare | undefined> => first,
    readToken: async (): Promise<string | undefined> => 'first',
    turns: [] as number[],
    opened: undefined as OpenedShare | undefined,
  }
  const gateway = {
    share: () => scene.share(),
    free: async (shards: readonly number[]) => void calls.push(`free ${shards}`),
    leave: note('leave'),
    outgrow: async (count: number) => void calls.push(`outgrow ${count}`),
    beginSession: async () => scene.turns.shift() ?? 0,
  }
  const runner = {
    open: async (share: OpenedShare) => {
      scene.opened = share
      calls.push(`open ${share.shards} of ${share.count}`)
    },
    setShards: async (shards: readonly number[]) => void calls.push(`set ${shards}`),
    pause: async (reason?: string) => void calls.push(reason === undefined ? 'pause' : `pause: ${reason}`),
    showUnreadable: note('unreadable'),
  }
  const readToken = () => scene.readToken()
  const running = await startSharedGateway({ gateway, runner, readToken, recommend: async () => 4, log: silent })
  /** What was done in the next check. */
  const next = async () => {
    calls.length = 0
    await vi.advanceTimersByTimeAsync(1_000)
    return [...calls]
  }
  return { scene, calls, running, next }
}

it('are opened, follow the share, and are closed before others get them [PROCESS-70]', async () => {
  const { scene, calls, running, next } = await openScene(shareOf([0, 1]))
  expect(calls).toEqual(['open 0,1 of 4'])
  scene.share = async () => shareOf([0, 1, 2])
  expect(await next()).toEqual(['set 0,1,2'])
  scene.share = async () => shareOf([0, 1, 2], { surplus: [2] })
  expect(await next()).toEqual(['set 0,1', 'free 2'])
  scene.share = async () => shareOf([0, 1], { surplus: [0, 1] })
  expect(await next()).toEqual(['pause', 'free 0,1'])
  calls.length = 0
  await running.stop()
  expect(calls).toEqual(['pause', 'leave'])
})

it('are opened again with another token, number or term, and closed while the database does not answer', async () => {
  const { scene, running, next } = await openScene(shareOf([0]))
  scene.readToken = async () => 'second'
  expect(await next()).toEqual(['open 0 of 4'])
  scene.share = async () => shareOf([0], { count: 6 })
  expect(await next()).toEqual(['open 0 of 6'])
  scene.share = async () => shareOf([0], { count: 6, term: 2 })
  expect(await next()).toEqual(['open 0 of 6'])
  scene.share = () => Promise.reject(new Error('no answer'))
  expect(await next()).toEqual(['pause: no answer'])
  scene.share = async () => undefined
  expect(await next()).toEqual(['pause'])
  scene.readToken = async () => undefined
  expect(await next()).toEqual(['pause', 'leave'])
  await running.stop()
})

it('stay closed with a token that cannot be read, which is said once', async () => {
  const { scene, calls, running, next } = await openScene()
  scene.readToken = async () => undefined
  await next()
  scene.readToken = () => Promise.reject(new Error('another key'))
  expect(await next()).toEqual(['unreadable'])
  expect(await next()).toEqual([])
  scene.readToken = async () => 'readable'
  scene.share = async () => shareOf([3])
  expect(await next()).toEqual(['open 3 of 4'])
  scene.readToken = () => Promise.reject(new Error('for a moment'))
  expect(await next()).toEqual(['set 3'])
  await running.stop()
  expect(calls).toContain('leave')
})

it('are given up at once where Discord asks for more, and a second time only after a minute', async () => {
  const { scene, calls, running, next } = await openScene(shareOf([0]))
  calls.length = 0
  scene.opened?.onOutgrown()
  expect(calls).toEqual(['outgrow 4'])
  scene.share = async () => shareOf([0], { count: 5, term: 1 })
  expect(await next()).toEqual(['open 0 of 5'])
  scene.opened?.onOutgrown()
  expect(await next()).toEqual(['pause', 'leave'])
  await vi.advanceTimersByTimeAsync(58_000)
  expect(calls).not.toContain('open 0 of 5')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(calls).toContain('open 0 of 5')
  await running.stop()
})

it('wait for the turn of their bucket until they are closed', async () => {
  const { scene, running } = await openScene(shareOf([0]))
  vi.useRealTimers()
  scene.turns.push(30, 20)
  const closing = new AbortController()
  let turn: string | undefined
  const wait = () =>
    scene.opened?.beginSession(0, closing.signal).then(
      () => (turn = 'now'),
      () => (turn = 'closed'),
    )
  void wait()
  await expect.poll(() => turn).toBe('now')
  expect(scene.turns).toEqual([])
  scene.turns.push(5_000)
  void wait()
  closing.abort()
  await expect.poll(() => turn).toBe('closed')
  await running.stop()
})
