// Two processes on one database, and the one that has it is killed: never do both write.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { recordFigure } from '../ledger/ledger.js'
import { NOON } from '../support/start-app.js'
import { expectAccount, ROUNDS, startScaled } from './start-scaled.js'

const PAUSE = 5
const TIMEOUT_MS = 60_000 + ROUNDS * 15_000

test(`of two that start together one samples, and when it is killed another goes on, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-two-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'headcount.db')
  const reported = new Set<number>()
  let next = minuteOf(NOON)
  for (let round = 0; round < ROUNDS; round++) {
    const both = [startScaled(file, { firstMinute: next }), startScaled(file, { firstMinute: next })]
    const [winner, other] = (await both[0]?.ticked()) ? both : both.toReversed()
    if (winner === undefined || other === undefined) return expect.fail('Neither samples.')
    expect(await other.ended).toContain('another Headcount process works on')
    expect(other.printed).toEqual([])
    if (winner.printed.length === 0) await winner.ticked()
    await sleep(Math.random() * 120)
    winner.child.kill('SIGKILL')
    await winner.ended
    for (const minute of winner.reported) reported.add(minute)
    next = Math.max(...winner.printed) + PAUSE
  }
  const { due, stored, missing } = await expectAccount(file, reported)
  await recordFigure('two services', `${ROUNDS} pairs: ${due} samples due, ${stored} stored, ${missing} in gaps`)
})
