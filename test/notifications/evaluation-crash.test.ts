// After kill -9 at any moment, notifications, states of the evaluators and the cursor fit together.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startStoreProcess } from '../store/start-store-process.js'
import { FIRST, openEvaluated, tickAt } from './evaluation-process.js'

const ROUNDS = Math.min(60, Number(process.env.CRASH_ROUNDS ?? 3))

test(
  `an evaluation killed ${ROUNDS} times reports what one reports that never died, in the same order`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headcount-judge-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'killed.db')
    for (let round = 0; round < ROUNDS; round++) {
      const child = await startStoreProcess(file, 'evaluate', 'notifications/evaluation-process.ts')
      child.go()
      // By its progress and not by the time, because a slow machine would report too little in a time.
      await child.printed(10 + Math.floor(Math.random() * 20))
      await sleep(Math.random() * 200)
      child.kill()
      expect((await child.finished).errors).toBe('')
    }
    const killed = await openEvaluated(file)
    await killed.evaluate()
    const last = (await killed.store.series.cursor())?.minute ?? 0
    const whole = await openEvaluated(join(folder, 'whole.db'))
    // Only the first tick is there, because an evaluation begins at the last stored tick.
    for (let minute = FIRST; minute <= last; minute++) {
      await tickAt(whole.store, minute)
      if (minute === FIRST) await whole.evaluate()
    }
    await whole.evaluate()
    const [evaluated, expected] = [await killed.list(), await whole.list()]
    killed.store.close()
    whole.store.close()
    expect(evaluated.length).toBeGreaterThan(20)
    expect(evaluated).toEqual(expected)
  },
  60_000 + ROUNDS * 5_000,
)
