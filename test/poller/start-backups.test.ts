// The worker that makes scheduled copies, where the database cannot be read.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startBackups } from '../../src/poller/start-backups.js'
import { createBackups } from '../../src/services/operator/backups.js'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

it('goes on after a restore test that failed because the database could not be read [PROCESS-29]', async () => {
  const unreadable = async (): Promise<never> => {
    throw new Error('disk I/O error')
  }
  const none = createBackups({
    settings: { get: unreadable, set: unreadable },
    clock: { now: () => 0, monotonic: () => 0 },
    clockState: () => 'correct',
    backupPlan: undefined,
  })
  let [reads, checks] = [0, 0]
  const backups = {
    ...none,
    isOn: true,
    // The first report is that of the start.
    report: async () => (reads++ === 0 ? none.report() : unreadable()),
    isRestoreTestDue: () => {
      checks++
      return unreadable()
    },
  }
  const messages: string[] = []
  const collect = (_: object, message: string) => void messages.push(message)
  const worker = startBackups({ backups }, { info: collect, warn: collect, error: collect })
  await vi.advanceTimersByTimeAsync(80_000)
  await worker.stop()
  expect(checks).toBe(3)
  expect(messages).toEqual(Array(3).fill(expect.stringContaining('The restore test failed.')))
})
