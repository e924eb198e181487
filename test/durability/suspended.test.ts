// A process that is stopped at any moment and continues later, as on a laptop that sleeps or in a paused container.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { recordFigure } from '../ledger/ledger.js'
import { NOON } from '../support/start-app.js'
import { expectAccount, ROUNDS, startScaled } from './start-scaled.js'

const TIMEOUT_MS = 60_000 + ROUNDS * 10_000

test(`the time of a suspension is a gap, and all else is stored, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-suspended-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'headcount.db')
  const running = startScaled(file, { firstMinute: minuteOf(NOON) })
  for (let round = 0; round < ROUNDS; round++) {
    expect(await running.ticked()).toBe(true)
    await sleep(Math.random() * 60)
    running.child.kill('SIGSTOP')
    await sleep(100 + Math.random() * 400)
    running.child.kill('SIGCONT')
    expect(await running.ticked()).toBe(true)
  }
  running.child.kill('SIGKILL')
  expect(await running.ended).toBe('')
  const { due, stored, missing } = await expectAccount(file, new Set(running.reported))
  expect(missing).toBeGreaterThan(0)
  await recordFigure('suspensions', `${ROUNDS} suspensions: ${due} samples due, ${stored} stored, ${missing} in gaps`)
})
