// How long a start waits for what is read ahead.
import { afterEach, expect, it, vi } from 'vitest'
import { startReadAhead } from '../../src/poller/start-read-ahead.js'
import type { AnswerMaker } from '../../src/services/reading/read-ahead.js'

afterEach(() => vi.useRealTimers())

const done = async (): Promise<void> => undefined
const answers: AnswerMaker = {
  ...{ compile: done, prepareLists: done, optimize: done, prepareGames: done, describe: done, repeat: done },
  close: done,
}
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const started = (readAhead: () => Promise<void>) => startReadAhead({ services: { readAhead }, answers, log })

it('is awaited until everything is read [PROCESS-15]', async () => {
  let end = (): void => undefined
  const reading = new Promise<void>((resolve) => {
    end = resolve
  })
  const worker = started(() => reading)
  expect(worker.isAwaited()).toBe(true)
  end()
  await expect.poll(worker.isAwaited).toBe(false)
  await worker.stop()
})

it('is awaited no longer once reading fails, and for ten seconds at most [PROCESS-15]', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  const endless = started(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(9_999)
  expect(endless.isAwaited()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(endless.isAwaited()).toBe(false)
  await endless.stop()
  const failing = started(() => Promise.reject(new Error('broken')))
  await vi.advanceTimersByTimeAsync(1)
  expect(failing.isAwaited()).toBe(false)
  await failing.stop()
})
